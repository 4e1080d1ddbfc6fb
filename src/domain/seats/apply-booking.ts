/** Changes the inventory as private bookings do: locks that are made, given back, expired and sold, sales and reversals. */
import { assert } from '#collections/assert.ts';
import type { EventState } from '../event-state.ts';
import type { Fact } from '../fact.ts';
import { captureWith, type PriceCapture } from '../pricing/price.ts';
import { movePlaces } from './areas.ts';
import { insertByDeadline, type Lock } from './locks.ts';
import { forEachInRuns } from './seat-runs.ts';

export function lockSeats(state: EventState, fact: Extract<Fact, { type: 'locked' }>): void {
  const to = fact.blocked === true ? 'BLOCKED' : 'LOCKED';
  let count = 0;
  forEachInRuns(fact.seats ?? [], (seat) => {
    state.seats.move(seat, 'ACTIVE', to, -fact.lock);
    state.changes.seats.add(seat);
    count++;
  });
  setSeatTypes(state, fact.seatTypes);
  state.lastOrdinal = Math.max(state.lastOrdinal, fact.lock);
  if (count > 0) state.locks.set(fact.lock, newLock(fact, fact.lock, -1, count));
}

/** The seats capture the present amounts of these types. */
function setSeatTypes(state: EventState, types: readonly (readonly [number, string])[] = []): void {
  for (const [seat, type] of types) {
    state.tickets.setSeat(seat, captureIn(state, state.seats.priceSlotOf(seat), type));
  }
}

function captureIn(state: EventState, slot: number, type: string): PriceCapture {
  const price = state.prices.bySlot(slot);
  assert(price !== null, () => `there is no price for the ticket type ${type}`);
  return captureWith(price, type);
}

export function lockPlaces(state: EventState, fact: Extract<Fact, { type: 'locked' }>): void {
  const types = fact.lockTypes === undefined ? null : new Map(fact.lockTypes);
  for (const [index, amount, ordinal] of fact.areas ?? []) {
    const area = state.areaAt(index);
    const type = types?.get(ordinal);
    const price = type === undefined ? undefined : captureIn(state, area.priceSlot, type);
    if (price !== undefined) state.tickets.changePlaces(index, -ordinal, price, amount);
    movePlaces(area, 'available', fact.blocked === true ? 'blocked' : 'locked', amount);
    state.areaChanged(index);
    state.lastOrdinal = Math.max(state.lastOrdinal, ordinal);
    const existing = state.locks.get(ordinal);
    if (existing !== undefined) {
      const isAlike = existing.deadline === fact.deadline && existing.isBlocking === (fact.blocked === true);
      assert(existing.area === index && isAlike, () => `lock ${ordinal} has another area, deadline or kind`);
      existing.remaining += amount;
      continue;
    }
    const lock = { ...newLock(fact, ordinal, index, amount), ...(price === undefined ? {} : { price }) };
    state.locks.set(ordinal, lock);
    insertByDeadline(area, lock, state.locks);
  }
}

function newLock(fact: Extract<Fact, { type: 'locked' }>, ordinal: number, area: number, remaining: number): Lock {
  return {
    ordinal,
    deadline: fact.deadline,
    holdType: fact.holdType ?? null,
    isBlocking: fact.blocked === true,
    seats: area === -1 ? (fact.seats ?? []) : [],
    area,
    remaining,
  };
}

/** Frees a seat from the private lock that owns it. */
export function unlockSeat(state: EventState, seat: number): void {
  const owner = state.seats.ownerOf(seat);
  assert(owner < 0, () => `seat ${seat} is not locked privately`);
  state.seats.move(seat, state.lockAt(-owner).isBlocking ? 'BLOCKED' : 'LOCKED', 'ACTIVE', 0);
  state.changes.seats.add(seat);
  take(state, state.lockAt(-owner), 1);
}

/** Frees places of the area from a private lock. */
export function unlockPlaces(state: EventState, lock: Lock, area: number, amount: number): void {
  assert(lock.area === area, () => `lock ${lock.ordinal} is not on area ${area}`);
  movePlaces(state.areaAt(area), lock.isBlocking ? 'blocked' : 'locked', 'available', amount);
  state.areaChanged(area);
  if (lock.price !== undefined) state.tickets.changePlaces(area, -lock.ordinal, lock.price, -amount);
  take(state, lock, amount);
}

export function expireLock(state: EventState, lock: Lock): void {
  if (lock.area !== -1) {
    unlockPlaces(state, lock, lock.area, lock.remaining);
    return;
  }
  forEachInRuns(lock.seats, (seat) => {
    if (state.seats.ownerOf(seat) === -lock.ordinal) unlockSeat(state, seat);
  });
  assert(lock.remaining === 0, () => `expired lock ${lock.ordinal} still counts seats`);
}

function take(state: EventState, lock: Lock, amount: number): void {
  lock.remaining -= amount;
  assert(lock.remaining >= 0, () => `lock ${lock.ordinal} gave up more than it had`);
  if (lock.remaining > 0) return;
  state.locks.delete(lock.ordinal);
  if (lock.area === -1) return;
  const { locks } = state.areaAt(lock.area);
  locks.splice(locks.indexOf(lock.ordinal), 1);
}

export function sell(state: EventState, fact: Extract<Fact, { type: 'sold' }>): void {
  forEachInRuns(fact.seats ?? [], (seat) => {
    state.seats.move(seat, 'ACTIVE', 'SOLD', 0);
    state.changes.seats.add(seat);
  });
  setSeatTypes(state, fact.seatTypes);
  for (const [index, amount] of fact.areas ?? []) {
    const area = state.areaAt(index);
    movePlaces(area, 'available', 'sold', amount);
    area.soldPrivately += amount;
    state.areaChanged(index);
  }
  for (const [index, amount, type] of fact.areaTypes ?? []) {
    const area = state.areaAt(index);
    movePlaces(area, 'available', 'sold', amount);
    area.soldPrivately += amount;
    state.tickets.changePlaces(index, 0, captureIn(state, area.priceSlot, type), amount);
    state.areaChanged(index);
  }
}

export function sellLocked(state: EventState, fact: Extract<Fact, { type: 'locks-sold' }>): void {
  forEachInRuns(fact.seats ?? [], (seat) => {
    const owner = state.seats.ownerOf(seat);
    assert(owner < 0, () => `seat ${seat} is not locked privately`);
    state.seats.move(seat, 'LOCKED', 'SOLD', 0);
    state.changes.seats.add(seat);
    take(state, state.lockAt(-owner), 1);
  });
  for (const [index, amount, ordinal] of fact.areas ?? []) {
    const area = state.areaAt(index);
    const lock = state.lockAt(ordinal);
    assert(lock.area === index && !lock.isBlocking, () => `lock ${ordinal} cannot be sold on area ${index}`);
    movePlaces(area, 'locked', 'sold', amount);
    area.soldPrivately += amount;
    if (lock.price !== undefined) {
      state.tickets.changePlaces(index, -ordinal, lock.price, -amount);
      state.tickets.changePlaces(index, 0, lock.price, amount);
    }
    state.areaChanged(index);
    take(state, lock, amount);
  }
}

/** The buyers' carts do not change: they are a record of the purchase. */
export function revert(state: EventState, fact: Extract<Fact, { type: 'reverted' }>): void {
  forEachInRuns(fact.seats ?? [], (seat) => {
    state.seats.move(seat, 'SOLD', 'ACTIVE', 0);
    state.changes.seats.add(seat);
  });
  for (const [index, amount] of fact.areas ?? []) {
    const area = state.areaAt(index);
    movePlaces(area, 'sold', 'available', amount);
    state.tickets.takePlaces(index, 0, amount, area.soldPrivately);
    area.soldPrivately -= amount;
    assert(area.soldPrivately >= 0, () => `area ${area.id} reverts more private sales than it has`);
    state.areaChanged(index);
  }
  for (const [index, amount, session] of fact.bought ?? []) {
    const area = state.areaAt(index);
    movePlaces(area, 'sold', 'available', amount);
    state.tickets.takePlaces(index, session, amount, area.purchases.placesOf(session));
    area.purchases.take(session, amount);
    state.allotments?.shares.give(index, session, amount);
    state.buyers.give(session, amount);
    state.areaChanged(index);
    state.changes.addPlaces(session, index);
  }
}
