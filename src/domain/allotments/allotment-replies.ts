/** What the calls on allotments answer: each allotment with the number of its seats by state. */
import { assert } from '#collections/assert.ts';
import type { EventState } from '../event-state.ts';
import type { SeatState } from '../seats/inventory.ts';
import type { Allotment } from './allotment.ts';
import type { AllotmentPlan } from './decide-allotments.ts';

/** Seats that are in the allotment now: those that were released from it count where they are. */
export type AllotmentCounts = Readonly<Record<SeatState, number>>;

export interface AllotmentView {
  readonly allotment: Allotment;
  readonly counts: AllotmentCounts;
}

export interface AllotmentsReply {
  readonly kind: 'allotments';
  readonly allotments: readonly AllotmentView[];
}

export interface AllotmentReply {
  readonly kind: 'allotment';
  readonly view: AllotmentView;
}

export function allotmentsReply(state: EventState): AllotmentsReply {
  const counts = countsOf(state);
  const list = state.allotments?.list() ?? [];
  return {
    kind: 'allotments',
    allotments: list.map((allotment) => ({ allotment, counts: counts[allotment.slot] ?? none })),
  };
}

export function allotmentReply(state: EventState, { id }: AllotmentPlan): AllotmentReply {
  const view = allotmentsReply(state).allotments.find(({ allotment }) => allotment.id === id);
  assert(view !== undefined, () => `the event has no allotment ${id}`);
  return { kind: 'allotment', view };
}

const none: AllotmentCounts = { ACTIVE: 0, LOCKED: 0, SOLD: 0, BLOCKED: 0 };

/** By slot. One pass over the seats: 1 ms for 200,000. */
function countsOf({ allotments, seats }: EventState): readonly Record<SeatState, number>[] {
  const counts: Record<SeatState, number>[] = [];
  if (allotments === null) return counts;
  for (let seat = 0; seat < seats.size; seat++) {
    const slot = allotments.slots[seat] === 0 ? 0 : allotments.slotOf(seat);
    const state = slot === 0 ? null : seats.stateOf(seat);
    if (state === null) continue;
    counts[slot] ??= { ...none };
    (counts[slot] as Record<SeatState, number>)[state]++;
  }
  return counts;
}
