/**
 * The reference model's view of chosen seats: which seats a wish gets, and whether an alternative could be taken.
 * Uses the naive search on the naive model's seats.
 */
import type { AccessibleNeed, BestWish } from '#domain/selection.ts';
import type { NaiveAsker } from '../support/naive-allotments.ts';
import {
  bestTogether,
  isParted,
  leavesNoneAlone,
  type NaiveChoice,
  type NaiveRow,
  type NaiveTable,
} from '../support/naive-best.ts';
import type { NaiveEvent } from '../support/naive-event.ts';
import { type NaiveSession, sizeOf } from '../support/naive-session.ts';
import { guestRange, type NaiveGuests } from '../support/naive-units.ts';
import type { EventPlan } from './database.ts';
import { accessibleIn, aislesIn, wheelchairsIn } from './wish-generator.ts';

/** What the event has chosen: seats, or a WHOLE unit for these guests. */
export interface ReferenceChoice {
  readonly seats: readonly number[];
  readonly guests: NaiveGuests;
}

/** Who chooses; null: the organization. */
type Chooser = { readonly id: string; readonly session: NaiveSession } | null;

/** The seats for a wish; or the code of the refusal. */
export function chosenFor(
  plan: EventPlan,
  naive: NaiveEvent,
  prices: ReadonlyMap<number, string>,
  wish: BestWish,
  chooser: Chooser,
): ReferenceChoice | 'VALIDATION_FAILED' | 'NO_SUITABLE_SEATS' {
  const asker = chooser?.session ?? null;
  if (wish.priceIds?.some((id) => !prices.has(id)) === true) return 'VALIDATION_FAILED';
  const rows = rowsOf(plan, naive, prices, asker);
  const isOrphanSafe = plan.policy.current.orphanSeatPrevention;
  const tables = tablesFor(naive, chooser);
  const choice = bestTogether(rows, wish, isOrphanSafe, tables);
  if (!('seats' in choice)) return 'NO_SUITABLE_SEATS';
  const { allotments } = naive;
  const chosen = ({ seats, table }: Extract<NaiveChoice, { seats: unknown }>): ReferenceChoice => {
    return { seats, guests: table === undefined ? [] : [[table, wish.count]] };
  };
  if (asker === null || !allotments.isOverCap(asker, choice.seats)) return chosen(choice);
  // Seats of allotments that allow the session too few come last. They are free neighbours all the same.
  const fits = (id: number): boolean => allotments.hasRoom(asker, allotments.presentOf(id), wish.count);
  const fitting = rows.map((row) => ({
    ...row,
    seats: row.seats.map((seat) => ({ ...seat, priceId: fits(seat.id) ? seat.priceId : null })),
  }));
  const other = bestTogether(fitting, wish, isOrphanSafe, tables);
  return chosen('seats' in other ? other : choice);
}

/** The WHOLE units. All seats of one count against the caps of the buyer, whoever sits there. */
function tablesFor(naive: NaiveEvent, chooser: Chooser): readonly NaiveTable[] {
  return naive.units.all
    .filter(({ booking }) => booking === 'WHOLE')
    .map((unit) => {
      const [least, most] = guestRange(unit);
      const { id, seats } = unit;
      const isAllowed =
        chooser === null ||
        (roomFault(naive, chooser.id, chooser.session, seats.length) === null &&
          !naive.allotments.isOverCap(chooser.session, seats));
      return { id, seats, isAllowed, isFor: (guests: number) => least <= guests && guests <= most };
    });
}

/** The wheelchair place with its companions, of the nearest row that has them; or the code of the refusal. */
export function accessibleFor(
  plan: EventPlan,
  naive: NaiveEvent,
  { companions }: AccessibleNeed,
  session: NaiveSession,
): readonly number[] | 'NO_SUITABLE_SEATS' {
  const asker = { ...session, hasNeed: true };
  for (const place of wheelchairsIn(plan)) {
    const seats = Array.from({ length: companions + 1 }, (_, at) => place - companions + at);
    const isFree = (id: number): boolean => {
      const seat = naive.seats.get(id);
      const isOffered = seat?.state === 'ACTIVE' && seat.price !== null && naive.allotments.permits(id, asker);
      return isOffered && !naive.units.isWhole(id);
    };
    if (seats.every(isFree)) return seats;
  }
  return 'NO_SUITABLE_SEATS';
}

/** Why the session may not hold this many seats more, or null. */
export function roomFault({ caps }: NaiveEvent, id: string, session: NaiveSession, count: number): string | null {
  const size = sizeOf(session) + count;
  if (size > caps.maxOf(session)) return 'CAP_SEATS';
  return caps.isOverBuyer(id, session, size) ? 'CAP_BUYER' : null;
}

/** What is wrong with a set of seats that was offered instead of `wanted`, or null. */
export function alternativeFault(
  plan: EventPlan,
  naive: NaiveEvent,
  wanted: readonly number[],
  set: readonly number[],
  asker: NaiveAsker,
): string | null {
  const seats = set.map((id) => naive.seats.get(id));
  if (set.length > new Set(wanted).size) return 'it has more seats than were asked for';
  if (seats.some((seat) => seat?.state !== 'ACTIVE')) return 'a seat is not free';
  if (set.some((seat) => !naive.allotments.permits(seat, asker))) return 'a seat is not for this session';
  if (set.some((seat) => naive.units.isWhole(seat))) return 'a seat can only be had with its unit';
  const accessible = [...accessibleIn(plan), ...wheelchairsIn(plan)];
  if (set.some((id) => accessible.includes(id)) && !wanted.some((id) => accessible.includes(id)))
    return 'it has an accessible seat that was not asked for';
  if (isParted({ aisles: aislesIn(plan) }, set)) return 'an aisle is between its seats';
  if (!plan.policy.current.orphanSeatPrevention) return null;
  return leavesNoneAlone(rowsOf(plan, naive, new Map(), asker), new Set(set)) ? null : 'it leaves a single seat alone';
}

function rowsOf(
  plan: EventPlan,
  naive: NaiveEvent,
  prices: ReadonlyMap<number, string>,
  asker: NaiveAsker,
): readonly NaiveRow[] {
  const idOf = new Map(Array.from(prices, ([id, name]) => [name, id]));
  const accessible = [...accessibleIn(plan), ...wheelchairsIn(plan)];
  return plan.rows.map((count, row) => ({
    section: 1,
    aisles: aislesIn(plan),
    seats: Array.from({ length: count }, (_, at) => {
      const id = 101 + row * 100 + at;
      const seat = naive.seats.get(id);
      const priceId = idOf.get(seat?.price ?? '') ?? null;
      const isFree = seat?.state === 'ACTIVE' && naive.allotments.permits(id, asker);
      return { id, isFree, priceId, isAccessible: accessible.includes(id), isInUnit: naive.units.has(id) };
    }),
  }));
}
