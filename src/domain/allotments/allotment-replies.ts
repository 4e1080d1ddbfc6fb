/** What the calls on allotments answer: each allotment with the number of its seats by state. */
import { assert } from '#collections/assert.ts';
import type { EventState } from '../event-state.ts';
import type { SeatState } from '../seats/inventory.ts';
import type { AreaAmount } from '../selection.ts';
import type { Allotment } from './allotment.ts';
import type { AllotmentPlan } from './decide-allotments.ts';
import { freeSharesOf } from './places.ts';

/** Seats that are in the allotment now: those that were released from it count where they are. */
export type AllotmentCounts = Readonly<Record<SeatState, number>>;

/** Places of one area that are in the allotment now. */
export interface AllotmentPlaces {
  /** Id of the area. */
  readonly id: number;
  /** Taken ones included. */
  readonly places: number;
  readonly available: number;
  /** Held or bought by sessions as places of the allotment. */
  readonly taken: number;
}

export interface AllotmentView {
  readonly allotment: Allotment;
  readonly counts: AllotmentCounts;
  readonly areas: readonly AllotmentPlaces[];
}

export interface AllotmentsReply {
  readonly kind: 'allotments';
  readonly allotments: readonly AllotmentView[];
}

export interface AllotmentReply {
  readonly kind: 'allotment';
  readonly view: AllotmentView;
}

/** What `fill-allotment` put into it, wherever a release has moved it since. */
export interface AllotmentPlacesReply {
  readonly kind: 'allotment-places';
  /** By id. */
  readonly seats: readonly number[];
  readonly groupOfSeats: readonly AreaAmount[];
}

export function allotmentPlacesReply(state: EventState, { id }: AllotmentPlan): AllotmentPlacesReply {
  const { allotments, seatMap } = state;
  const slot = allotments?.byId(id)?.slot;
  assert(allotments !== null && slot !== undefined, () => `the event has no allotment ${id}`);
  const seats: number[] = [];
  allotments.slots.forEachOf(slot, (seat) => {
    if (!state.seats.removed.has(seat)) seats.push(seatMap.idAt(seat));
  });
  const groupOfSeats = [...allotments.shares.areas()].flatMap((area) => {
    const share = allotments.shares.of(area).find((one) => one.slot === slot);
    return share === undefined ? [] : [{ id: state.areaAt(area).id, capacity: share.places }];
  });
  return { kind: 'allotment-places', seats, groupOfSeats };
}

export function allotmentsReply(state: EventState): AllotmentsReply {
  const counts = countsOf(state);
  const areas = placesOf(state);
  const list = state.allotments?.list() ?? [];
  return {
    kind: 'allotments',
    allotments: list.map((allotment) => ({
      allotment,
      counts: counts[allotment.slot] ?? none,
      areas: areas.get(allotment.slot) ?? [],
    })),
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
    const slot = allotments.slots.of(seat) === 0 ? 0 : allotments.slotOf(seat);
    const state = slot === 0 ? null : seats.stateOf(seat);
    if (state === null) continue;
    counts[slot] ??= { ...none };
    (counts[slot] as Record<SeatState, number>)[state]++;
  }
  return counts;
}

/** By slot: the places of each area, in the order of the areas. */
function placesOf(state: EventState): ReadonlyMap<number, readonly AllotmentPlaces[]> {
  const found = new Map<number, AllotmentPlaces[]>();
  const { allotments } = state;
  if (allotments === null) return found;
  for (const area of [...allotments.shares.areas()].sort((a, b) => a - b)) {
    for (const { share, free } of freeSharesOf(state, area)) {
      const list = found.get(allotments.slotOfShare(share)) ?? [];
      found.set(allotments.slotOfShare(share), list);
      const { id } = state.areaAt(area);
      const last = list.at(-1);
      const same = last?.id === id ? (list.pop() as AllotmentPlaces) : { id, places: 0, available: 0, taken: 0 };
      const { places, available, taken } = same;
      list.push({ id, places: places + share.places, available: available + free, taken: taken + share.takenTotal });
    }
  }
  return found;
}
