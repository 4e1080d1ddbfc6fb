/** The name and the present state of a seat, an area or a section, for the tooltip and for screen readers. Pure. */
import type { Target } from '../shared/renderer.ts';
import { cartSize, placesHeld, type ShopState, seatsHeld } from './shop.ts';
import { isOffered } from './wish-filter.ts';
import { counted, seatName } from './words.ts';

export interface TargetWords {
  readonly title: string;
  readonly lines: readonly string[];
}

export function describeTarget(state: ShopState, target: Target): TargetWords {
  const { plan } = state;
  if (plan === null) return { title: '', lines: [] };
  if (target.kind === 'seat') {
    const traits = plan.traits.get(target.seat) ?? [];
    return { title: seatName(plan, target.seat), lines: [...traits, ...seatLines(state, target.seat)] };
  }
  const title = plan.sectors[target.sector]?.name ?? '';
  if (target.kind === 'section') return { title, lines: sectionLines(state, target.sector) };
  return { title, lines: areaLines(state, target.sector) };
}

/** Price and state of a seat. */
export function seatLines(state: ShopState, seat: number): string[] {
  const { offer, plan, pending } = state;
  if (seatsHeld(state).includes(seat)) {
    const line = state.session?.cart.seats.find(({ id }) => id === plan?.ids[seat]);
    return [line?.priceName ?? '', state.stage === 'choosing' ? 'In your order' : 'Yours'];
  }
  if (pending.has(seat)) return ['One moment'];
  if (offer?.bookable[seat] !== 1) return ['Taken'];
  if (!isOffered(state, seat)) return ['Not offered here'];
  const full = cartSize(state) >= state.maxSeats ? ['Your order is full'] : [];
  return [offer.price(seat)?.name ?? 'Price shown when chosen', 'Available', ...full];
}

function sectionLines({ plan, offer }: ShopState, sector: number): string[] {
  let free = 0;
  for (const row of plan?.sectors[sector]?.rows ?? []) {
    for (const seat of plan?.rows[row]?.seats ?? []) free += offer?.bookable[seat] ?? 0;
  }
  return [free === 0 ? 'Sold out' : `${counted(free, 'seat')} left`, 'Press to look closer'];
}

function areaLines(state: ShopState, sector: number): string[] {
  const { plan, offer } = state;
  const area = offer?.areas.find((one) => one.sector === sector);
  const held = placesHeld(state, plan?.sectors[sector]?.id);
  const own = held > 0 ? [`${held} in your order`] : [];
  if (area === undefined) return ['Not on sale'];
  const left = area.places === 0 ? 'Sold out' : `${counted(area.places, 'place')} left`;
  return [offer?.priceById(area.priceId)?.name ?? '', left, ...own].filter((line) => line !== '');
}
