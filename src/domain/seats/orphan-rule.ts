/**
 * Orphan-seat prevention: a booking must not leave, next to the seats that it takes, a single available seat without an
 * available neighbour. Pure functions over a row's neighbours; they look at no more than two seats on either side of a
 * requested one.
 */
import { type Bitmap, setFor } from '#collections/bitmap.ts';
import type { Asking } from '../allotments/audience.ts';
import type { EventState } from '../event-state.ts';
import type { SeatRows } from './seat-rows.ts';

export interface Orphans {
  /** The requested seats that are refused. */
  readonly refused: readonly number[];
  /** The single seats that would be left alone. */
  readonly alone: readonly number[];
}

/**
 * Checks the state after the whole request: `isFreeAfter(seat)` says whether a seat would still be ACTIVE. Returns seat
 * indices in request order, empty when nothing is refused.
 *
 * Runs in the booking's own turn for every size. Up to 10,000 seats, handing the selection to a thread blocks the event
 * loop as long as checking it (0.2 ms; 10 seats: 4 µs against 60 µs). The largest possible body, 300,000 seats, takes 6
 * to 11 ms against 2 ms, but the rest of its decision takes 25 ms here in any case, and a later verdict would have to
 * be checked again against bookings made meanwhile.
 */
export function findOrphans(
  rows: SeatRows,
  requested: readonly number[],
  isFreeAfter: (seat: number) => boolean,
): Orphans {
  const refused: number[] = [];
  const alone = new Set<number>();
  for (const seat of requested) {
    let isRefused = false;
    for (const neighbour of [rows.previousOf(seat), rows.nextOf(seat)]) {
      if (neighbour === -1 || !isFreeAfter(neighbour) || !isAlone(rows, neighbour, isFreeAfter)) continue;
      alone.add(neighbour);
      isRefused = true;
    }
    if (isRefused) refused.push(seat);
  }
  return { refused, alone: [...alone] };
}

/**
 * A test whether a seat would still be available after all of `taken` are taken. A seat that the audience may not take is
 * no free neighbour: for this buyer it is taken. A seat of a unit is none either.
 */
export function freeAfter(
  { seats: { available }, units }: Pick<EventState, 'seats' | 'units'>,
  audience: Asking,
  taken: readonly number[],
): (seat: number) => boolean {
  const gone = setFor(taken.length, available.size);
  for (const seat of taken) gone.add(seat);
  if (audience === null && units === null) return (seat) => available.has(seat) && !gone.has(seat);
  const isPermitted = (seat: number): boolean => audience === null || audience.permitted.has(seat);
  return (seat) => available.has(seat) && isPermitted(seat) && !gone.has(seat) && !(units?.has(seat) ?? false);
}

/** Those of the seats that the rule looks at: it does not look at units. */
export function outsideOfUnits({ units }: Pick<EventState, 'units'>, seats: readonly number[]): readonly number[] {
  return units === null ? seats : seats.filter((seat) => !units.has(seat));
}

/** Every available seat that stands alone in a row of more than one seat, ascending. */
export function findAlone(rows: SeatRows, available: Bitmap): Int32Array<ArrayBuffer> {
  const alone: number[] = [];
  const isFree = (seat: number): boolean => available.has(seat);
  available.forEach((seat) => {
    const isOnlySeat = rows.previousOf(seat) === -1 && rows.nextOf(seat) === -1;
    if (!isOnlySeat && isAlone(rows, seat, isFree)) alone.push(seat);
  });
  return Int32Array.from(alone);
}

/** Whether neither neighbour of the seat is free. */
export function isAlone(rows: SeatRows, seat: number, isFree: (seat: number) => boolean): boolean {
  const previous = rows.previousOf(seat);
  const next = rows.nextOf(seat);
  return !(previous !== -1 && isFree(previous)) && !(next !== -1 && isFree(next));
}
