/**
 * Applies the adoption of a newer layout version: new seats and areas appear, ACTIVE and without a price; removed ones
 * leave. Holders and buyers keep removed seats and places until they give them back, unless the removal is forced.
 */
import { assert } from '#collections/assert.ts';
import type { EventState } from '../event-state.ts';
import type { AdoptedArea, Fact } from '../fact.ts';
import { unlockPlaces, unlockSeat } from '../seats/apply-booking.ts';
import { type Area, movePlaces, newArea, resizeArea, takePlannedCapacity } from '../seats/areas.ts';
import { forEachInRuns } from '../seats/seat-runs.ts';
import { loseLines } from '../session/lost-lines.ts';

export function adoptLayout(state: EventState, fact: Extract<Fact, { type: 'layout-adopted' }>, seq: number): void {
  if (fact.schema !== state.seatMap.schemaId) {
    assert(!state.isTouched, () => `the event is on schema ${state.seatMap.schemaId}, not ${fact.schema}`);
    return;
  }
  assert(
    fact.version >= state.layoutVersion,
    () => `layout version ${fact.version} cannot follow ${state.layoutVersion}`,
  );
  state.layoutVersion = fact.version;
  state.seats.grow(fact.size);
  state.allotments?.grow(fact.size);
  state.changes.seats = state.changes.seats.grown(fact.size);
  const lost: number[] = [];
  forEachInRuns(fact.forced ?? [], (seat) => {
    if (state.seats.locked.has(seat) && state.seats.ownerOf(seat) > 0) lost.push(seat);
  });
  const areas = fact.areas ?? [];
  const lostAreas = [...areas.keys()].filter(
    (index) => areas[index]?.removed === 'forced' && index < state.areas.length,
  );
  loseLines(state, lost, lostAreas, seq);
  forEachInRuns(fact.forced ?? [], (seat) => freeSeat(state, seat));
  forEachInRuns(fact.removed ?? [], (seat) => removeSeat(state, seat));
  for (const [index, area] of areas.entries()) adoptArea(state, index, area);
}

/** Frees a sold or privately locked seat. Seats that live sessions hold have been taken from them before. */
function freeSeat(state: EventState, seat: number): void {
  if (state.seats.sold.has(seat)) state.seats.move(seat, 'SOLD', 'ACTIVE', 0);
  else if (state.seats.locked.has(seat)) unlockSeat(state, seat);
  else return;
  state.changes.seats.add(seat);
}

function removeSeat(state: EventState, seat: number): void {
  if (state.seats.removed.has(seat)) return;
  // A blocked seat has no owner: it can leave at once.
  if (state.seats.blocked.has(seat)) unlockSeat(state, seat);
  state.seats.remove(seat);
  state.changes.seats.add(seat);
  if (state.seats.removed.has(seat)) state.seatProperties.delete(seat);
}

function adoptArea(state: EventState, index: number, plan: AdoptedArea): void {
  if (index === state.areas.length) {
    state.areas.push(newArea(plan));
    state.historyLog?.areaChanged(index);
  }
  const area = state.areaAt(index);
  assert(area.id === plan.id, () => `area ${index} is ${area.id}, not ${plan.id}`);
  const isGone = plan.removed !== undefined;
  // While the layout gives the area no capacity, the event's own stays.
  const keepsOwn = area.isSizedByEvent && !isGone && plan.capacity === 0;
  const hasCapacity = keepsOwn || (area.capacity === plan.capacity && !area.isSizedByEvent);
  if (area.name === plan.name && hasCapacity && area.isRemoved === isGone) return;
  state.areaChanged(index);
  area.name = plan.name;
  if (isGone && !area.isRemoved) emptyArea(state, area, index, plan.removed === 'forced');
  if (keepsOwn) return;
  if (area.isSizedByEvent) takePlannedCapacity(area, plan.capacity);
  else resizeArea(area, plan.capacity);
}

/** Frees the blocked places of a removed area; by force also the locked and sold ones. */
function emptyArea(state: EventState, area: Area, index: number, isForced: boolean): void {
  area.isRemoved = true;
  for (const ordinal of area.locks.slice()) {
    const lock = state.lockAt(ordinal);
    if (isForced || lock.isBlocking) unlockPlaces(state, lock, index, lock.remaining);
  }
  if (!isForced) return;
  movePlaces(area, 'sold', 'available', area.sold);
  area.soldPrivately = 0;
  area.purchases.drain((session, places) => {
    state.buyers.give(session, places);
    state.changes.addPlaces(session, index);
  });
  state.tickets.dropArea(index);
  state.allotments?.shares.clear(index);
}
