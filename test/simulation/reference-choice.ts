/**
 * The reference model's view of chosen seats: which seats a wish gets, and whether an alternative could be taken.
 * Uses the naive search on the naive model's seats.
 */
import type { BestWish } from '#domain/selection.ts';
import type { NaiveAsker } from '../support/naive-allotments.ts';
import { bestTogether, leavesNoneAlone, type NaiveRow } from '../support/naive-best.ts';
import type { NaiveEvent } from '../support/naive-event.ts';
import { type NaiveSession, sizeOf } from '../support/naive-session.ts';
import type { EventPlan } from './database.ts';
import { accessibleIn } from './wish-generator.ts';

/** The seats for a wish; or the code of the refusal. */
export function chosenFor(
  plan: EventPlan,
  naive: NaiveEvent,
  prices: ReadonlyMap<number, string>,
  wish: BestWish,
  asker: NaiveSession | null,
): readonly number[] | 'VALIDATION_FAILED' | 'NO_SUITABLE_SEATS' {
  if (wish.priceIds?.some((id) => !prices.has(id)) === true) return 'VALIDATION_FAILED';
  const rows = rowsOf(plan, naive, prices, asker);
  const isOrphanSafe = plan.policy.current.orphanSeatPrevention;
  const choice = bestTogether(rows, wish, isOrphanSafe);
  if (!('seats' in choice)) return 'NO_SUITABLE_SEATS';
  const { allotments } = naive;
  if (asker === null || !allotments.isOverCap(asker, choice.seats)) return choice.seats;
  // Seats of allotments that allow the session too few come last. They are free neighbours all the same.
  const fits = (id: number): boolean => allotments.hasRoom(asker, allotments.presentOf(id), wish.count);
  const fitting = rows.map((row) => ({
    ...row,
    seats: row.seats.map((seat) => ({ ...seat, priceId: fits(seat.id) ? seat.priceId : null })),
  }));
  const other = bestTogether(fitting, wish, isOrphanSafe);
  return 'seats' in other ? other.seats : choice.seats;
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
  const accessible = accessibleIn(plan);
  if (set.some((id) => accessible.includes(id)) && !wanted.some((id) => accessible.includes(id)))
    return 'it has an accessible seat that was not asked for';
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
  const accessible = accessibleIn(plan);
  return plan.rows.map((count, row) => ({
    section: 1,
    seats: Array.from({ length: count }, (_, at) => {
      const id = 101 + row * 100 + at;
      const seat = naive.seats.get(id);
      const priceId = idOf.get(seat?.price ?? '') ?? null;
      const isFree = seat?.state === 'ACTIVE' && naive.allotments.permits(id, asker);
      return { id, isFree, priceId, isAccessible: accessible.includes(id) };
    }),
  }));
}
