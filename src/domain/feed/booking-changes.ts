/** The lines that a private booking's change tells. Read before the fact is applied: it names the locks that it ends. */

import type { EventState } from '../event-state.ts';
import type { Fact } from '../fact.ts';
import type { Lock } from '../seats/locks.ts';
import { forEachInRuns, type SeatRuns } from '../seats/seat-runs.ts';
import type { BookedLines } from './change.ts';

type Amounts = readonly (readonly [area: number, amount: number, ...rest: readonly number[]])[];

type Terms = Pick<BookedLines, 'holdType' | 'label' | 'deadline'>;

const noTerms: Terms = { holdType: null, label: null, deadline: null };

export function termsOf({ holdType, label }: { readonly holdType?: string; readonly label?: string }): Terms {
  return { holdType: holdType ?? null, label: label ?? null, deadline: null };
}

/** Seats by id, and the amounts of each area added up. */
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
  const amounts = new Map<number, number>();
  for (const [index, amount] of areas) amounts.set(index, (amounts.get(index) ?? 0) + amount);
  return { seats: ids, areas: Array.from(amounts, ([index, amount]) => [state.areaAt(index).id, amount]), ...terms };
}

/** All lines of a fact belong to locks of one kind: the call that made it names one kind. */
export function firstLock(state: EventState, { seats, areas }: Extract<Fact, { type: 'unlocked' }>): Lock | undefined {
  const ordinal = seats === undefined ? areas?.[0]?.[2] : -state.seats.ownerOf(seats[0] as number);
  return ordinal === undefined ? undefined : state.locks.get(ordinal);
}

export function linesOfLock(state: EventState, lock: Lock): BookedLines {
  const terms = { holdType: lock.holdType, label: null, deadline: lock.deadline };
  if (lock.area !== -1) return linesOf(state, [], [[lock.area, lock.remaining]], terms);
  const left: number[] = [];
  forEachInRuns(lock.seats, (seat) => {
    if (state.seats.ownerOf(seat) === -lock.ordinal) left.push(seat, 1);
  });
  return linesOf(state, left, [], terms);
}
