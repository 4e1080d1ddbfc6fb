/** Seats that a buyer may choose under the wishes of the page that embeds this one. Pure. */
import type { Problem, Wish } from './answers.ts';
import type { HostWishes } from './host-wishes.ts';
import type { ShopState } from './shop.ts';
import { text } from './texts.ts';
import { seatsOf } from './wishes.ts';

/** Whether the filter lets this seat be chosen, whoever has it. */
export function isOffered({ plan, offer, wishes }: ShopState, seat: number): boolean {
  const { seats, prices, sections } = wishes;
  if (plan === null) return false;
  const section = plan.sectors[plan.sectorOf[seat] ?? -1]?.id ?? -1;
  if (seats !== null && !seats.has(plan.ids[seat] ?? -1)) return false;
  if (sections !== null && !sections.has(section)) return false;
  return prices === null || prices.has(offer?.price(seat)?.id ?? -1);
}

/** Whether the filter lets places of this area be chosen. */
export function isAreaOffered({ sections, prices }: HostWishes, area: { id: number; priceId: number }): boolean {
  return (sections?.has(area.id) ?? true) && (prices?.has(area.priceId) ?? true);
}

/** The wish, within the filter where the service chooses the seats. */
export function narrowed(wish: Wish, { prices, sections }: HostWishes): Wish {
  const { bestAvailable: best } = wish;
  if (best === undefined) return wish;
  const priceIds = within(best.priceIds, prices);
  const sectionIds = within(best.sectionIds, sections);
  return {
    ...wish,
    bestAvailable: {
      ...best,
      ...(priceIds === undefined ? {} : { priceIds }),
      ...(sectionIds === undefined ? {} : { sectionIds }),
    },
  };
}

function within(
  ids: readonly number[] | undefined,
  offered: ReadonlySet<number> | null,
): readonly number[] | undefined {
  if (offered === null) return ids;
  return ids === undefined ? [...offered] : ids.filter((id) => offered.has(id));
}

/** The refusal of a wish that would make the order larger than the embedding page wants; null: there is room. */
export function overLimit(state: ShopState, wish: Wish): Problem | null {
  const { plan, wishes, session } = state;
  const { seatsMax } = wishes;
  if (seatsMax === Number.POSITIVE_INFINITY) return null;
  const { seats = [], groupOfSeats = [] } = session?.cart ?? {};
  const wanted = new Set([...seats.map(({ id }) => id), ...seatsOf(wish, state).map((seat) => plan?.ids[seat])]);
  const lineOf = (line: { id: number; ticketType?: string | null }) => `${line.id} ${line.ticketType ?? ''}`;
  const places = new Map([...groupOfSeats, ...(wish.groupOfSeats ?? [])].map((line) => [lineOf(line), line.capacity]));
  const { wheelchairs = 0, companions = 0 } = wish.accessible ?? {};
  const chosen = (wish.bestAvailable?.count ?? 0) + wheelchairs + companions;
  const count = wanted.size + chosen + [...places.values()].reduce((sum, one) => sum + one, 0);
  if (count <= seatsMax) return null;
  return { errorCode: 'CAP_SEATS', detail: text('orderCapText', { count: seatsMax }), maxSeats: seatsMax };
}
