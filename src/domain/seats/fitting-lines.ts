/**
 * Finds the lines of a private booking call that can be done, each by itself: a seat must be in the state that the call
 * moves it from, and an area must have enough places left after the lines before. When every line is decided on its
 * own, only the first fitting line of an area counts. Otherwise the lines of an area add up.
 */

import { setFor } from '#collections/bitmap.ts';
import type { EventState } from '../event-state.ts';
import type { AreaCount } from '../fact.ts';
import type { FailedLines } from '../refusal.ts';
import type { AreaAmount, BookingSelection } from '../selection.ts';
import type { BookingRule } from './booking-rules.ts';

/** `position`: of the line in the selection. */
export type AreaLine = readonly [area: number, amount: number, position: number];

export interface FittingLines {
  readonly seats: readonly number[];
  readonly areas: readonly AreaLine[];
  /** Whether some lines do not fit. */
  readonly isShort: boolean;
}

export function fittingLines(
  state: EventState,
  rule: BookingRule,
  lines: { readonly seats: readonly number[]; readonly areas: readonly AreaLine[] },
  isEach: boolean,
): FittingLines {
  const seats = lines.seats.every((seat) => rule.fits(state.seats, seat))
    ? lines.seats
    : lines.seats.filter((seat) => rule.fits(state.seats, seat));
  const left = new Map<number, number>();
  const areas = lines.areas.filter(([index, amount]) => {
    if (isEach && left.has(index)) return false;
    const places = left.get(index) ?? state.areaAt(index)[rule.takesFrom];
    if (amount > places) return false;
    left.set(index, places - amount);
    return true;
  });
  return { seats, areas, isShort: seats.length < lines.seats.length || areas.length < lines.areas.length };
}

/** The sum of the lines of each area; lines of 0 places are left out. */
export function sumsOf(lines: readonly AreaLine[]): readonly AreaCount[] {
  const sums = new Map<number, number>();
  for (const [area, amount] of lines) if (amount > 0) sums.set(area, (sums.get(area) ?? 0) + amount);
  return [...sums];
}

/** The lines of the selection that failed: neither booked nor repetitions of an earlier booked line. */
export function failedLines(
  state: EventState,
  selection: BookingSelection,
  seats: readonly number[],
  areas: readonly AreaLine[],
): FailedLines {
  const booked = setFor(seats.length, state.seats.size);
  for (const seat of seats) booked.add(seat);
  const bookedAt = new Map(areas.map(([area, , position]) => [area, position]));
  const failedSeats: number[] = [];
  for (const [position, id] of selection.seats.entries()) {
    const seat = state.seatOf(id);
    if (seat === -1 || !booked.has(seat)) failedSeats.push(position);
  }
  return {
    seats: failedSeats,
    groupOfSeats: [...selection.groupOfSeats.keys()].filter((position) => {
      const area = state.areaOf((selection.groupOfSeats[position] as AreaAmount).id);
      return (bookedAt.get(area) ?? Number.POSITIVE_INFINITY) > position;
    }),
  };
}
