/**
 * The lines that an organization loses by cleaning an event or by a new layout: shown as the changes that
 * returning them would make. Read before the fact is applied. Lines that live sessions lose are not told: their
 * carts are not yet bought.
 */
import type { EventState } from '../event-state.ts';
import type { LayoutFact } from '../fact.ts';
import type { PlaceState } from '../seats/areas.ts';
import { forEachInRuns } from '../seats/seat-runs.ts';
import { linesOf } from './booking-changes.ts';
import type { BookingChangeType, ChangeContent } from './change.ts';

type TakenState = Extract<PlaceState, 'sold' | 'locked' | 'blocked'>;

const toldAs: readonly (readonly [TakenState, BookingChangeType])[] = [
  ['locked', 'booking.unlocked'],
  ['blocked', 'booking.unblocked'],
  ['sold', 'booking.reverted'],
];

export function changesOfClean(state: EventState): readonly ChangeContent[] {
  return toldAs.flatMap(([from, type]) => {
    const seats: number[] = [];
    state.seats[from].forEach((seat) => {
      if (isPrivate(state, from, seat)) seats.push(seat);
    });
    return changeOf(state, type, from, seats, [...state.areas.keys()]);
  });
}

export function changesOfLayout(
  state: EventState,
  fact: Extract<LayoutFact, { type: 'layout-adopted' }>,
): readonly ChangeContent[] {
  // Such a fact is skipped: the event has moved to another schema since.
  if (fact.schema !== state.seatMap.schemaId) return [];
  const removedAreas = (fact.areas ?? []).flatMap(({ removed }, index) => {
    const isNew = removed !== undefined && index < state.areas.length && !state.areaAt(index).isRemoved;
    return isNew ? [{ index, isForced: removed === 'forced' }] : [];
  });
  const taken = toldAs.flatMap(([from, type]) => {
    // Blocked seats and places leave with the layout; others stay with their holders unless that is forced.
    const runs = from === 'blocked' ? fact.removed : fact.forced;
    const areas = removedAreas.filter(({ isForced }) => isForced || from === 'blocked').map(({ index }) => index);
    const seats: number[] = [];
    forEachInRuns(runs ?? [], (seat) => {
      if (seat < state.seats.size && state.seats[from].has(seat) && isPrivate(state, from, seat)) seats.push(seat);
    });
    return changeOf(state, type, from, seats, areas);
  });
  return [{ type: 'event.layout-changed', schemaId: fact.schema, version: fact.version }, ...taken];
}

/** Seats in carts of live sessions are locked too. */
function isPrivate(state: EventState, from: TakenState, seat: number): boolean {
  return from !== 'locked' || state.seats.ownerOf(seat) < 0;
}

/** No change if there is nothing to take. */
function changeOf(
  state: EventState,
  type: BookingChangeType,
  from: TakenState,
  seats: readonly number[],
  areas: readonly number[],
): readonly ChangeContent[] {
  const places = areas.flatMap((index) => {
    const amount = state.areaAt(index)[from];
    return amount === 0 ? [] : [[index, amount] as const];
  });
  if (seats.length + places.length === 0) return [];
  return [
    {
      type,
      lines: linesOf(
        state,
        seats.flatMap((seat) => [seat, 1]),
        places,
      ),
    },
  ];
}
