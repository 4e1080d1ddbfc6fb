/** The lines that a private booking's change tells. Read before the fact is applied: it names the locks that it ends. */

import type { EventState } from '../event-state.ts';
import type { Fact } from '../fact.ts';
import type { Lock } from '../seats/locks.ts';
import { forEachInRuns, type SeatRuns } from '../seats/seat-runs.ts';
import type { BookedLines } from './change.ts';

type Amounts = readonly (readonly [area: number, amount: number, ticketType?: string | undefined])[];

type Terms = Pick<BookedLines, 'holdType' | 'label' | 'deadline'>;

const noTerms: Terms = { holdType: null, label: null, deadline: null };

export function termsOf({ holdType, label }: { readonly holdType?: string; readonly label?: string }): Terms {
  return { holdType: holdType ?? null, label: label ?? null, deadline: null };
}

/** Seats by id with their present types, and the amounts of each area and ticket type added up. */
export function linesOf(
  state: EventState,
  seats: SeatRuns = [],
  areas: Amounts = [],
  terms: Terms = noTerms,
): BookedLines {
  const ids: number[] = [];
  forEachInRuns(seats, (seat) => {
    ids.push(state.seatMap.idAt(seat));
  });
  const amounts = new Map<string, BookedLines['areas'][number]>();
  for (const [index, amount, type] of areas) {
    const line = `${index} ${type}`;
    const sum = (amounts.get(line)?.[1] ?? 0) + amount;
    const { id } = state.areaAt(index);
    amounts.set(line, type === undefined ? [id, sum] : [id, sum, type]);
  }
  const lines = { seats: ids, areas: [...amounts.values()], ...terms };
  if (!state.tickets.hasSeats) return lines;
  const types: (readonly [number, string])[] = [];
  forEachInRuns(seats, (seat) => {
    const type = state.tickets.ofSeat(seat)?.ticketType;
    if (type !== undefined) types.push([state.seatMap.idAt(seat), type.id]);
  });
  return types.length === 0 ? lines : { ...lines, ticketTypes: types };
}

/** The lines with the types that their seats get. */
export function withTypes(
  { seatMap }: EventState,
  lines: BookedLines,
  types: readonly (readonly [seat: number, ticketType: string])[] | undefined,
): BookedLines {
  return types === undefined
    ? lines
    : { ...lines, ticketTypes: types.map(([seat, type]) => [seatMap.idAt(seat), type]) };
}

/** Places by the lock that they are taken from, with the lock's type. */
export function typedByLock(state: EventState, areas: readonly (readonly [number, number, number])[] = []): Amounts {
  return areas.map(([area, amount, lock]) => [area, amount, state.lockAt(lock).price?.ticketType?.id]);
}

/** All lines of a fact belong to locks of one kind: the call that made it names one kind. */
export function firstLock(state: EventState, { seats, areas }: Extract<Fact, { type: 'unlocked' }>): Lock | undefined {
  const ordinal = seats === undefined ? areas?.[0]?.[2] : -state.seats.ownerOf(seats[0] as number);
  return ordinal === undefined ? undefined : state.locks.get(ordinal);
}

export function linesOfLock(state: EventState, lock: Lock): BookedLines {
  const terms = { holdType: lock.holdType, label: null, deadline: lock.deadline };
  if (lock.area !== -1) return linesOf(state, [], [[lock.area, lock.remaining, lock.price?.ticketType?.id]], terms);
  const left: number[] = [];
  forEachInRuns(lock.seats, (seat) => {
    if (state.seats.ownerOf(seat) === -lock.ordinal) left.push(seat, 1);
  });
  return linesOf(state, left, [], terms);
}
