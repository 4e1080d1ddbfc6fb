/** Lines that a live session has lost: they stay in its cart, are free for others, and are never freed twice. */

import { replay } from '#domain/apply.ts';
import { EventState } from '#domain/event-state.ts';
import { imageOf, stateOf } from '#domain/image.ts';
import { noSeatLines } from '#domain/pricing/seat-lines.ts';
import { loseLines } from '#domain/session/lost-lines.ts';
import { EventDriver, outcomeOf, refusalOf } from '../support/event-driver.ts';
import { brokenRules } from '../support/invariants.ts';
import { seatLines } from '../support/seat-lines.ts';

const clean = { kind: 'clean-assignments' } as const;

/** Prices row A and the first area again. */
function price(driver: EventDriver): void {
  const seats = seatLines(Array.from({ length: 10 }, (_, at) => ({ objectId: 101 + at, price: 0 })));
  const groupOfSeats = [{ id: 9001, capacity: 20, price: 0 }];
  driver.ask({ kind: 'assign-amounts', isClean: false, prices: [{ id: 77, name: '9' }], seats, groupOfSeats });
}

function expectConsistent(driver: EventDriver): void {
  expect(brokenRules(driver.state, 10)).toEqual([]);
  const replayed = new EventState(driver.state.seatMap);
  for (const record of JSON.parse(JSON.stringify(driver.records))) replay(replayed, record);
  expect(imageOf(replayed)).toEqual(driver.image());
  expect(imageOf(stateOf(structuredClone(driver.image()), driver.state.seatMap))).toEqual(driver.image());
}

function sessionWithLostLines(isFrozen = false): { driver: EventDriver; id: string } {
  const driver = new EventDriver();
  const id = driver.create();
  driver.lock(id, [101, 102], [[9001, 3]]);
  if (isFrozen) driver.checkout(id);
  driver.ask(clean);
  expectConsistent(driver);
  return { driver, id };
}

describe('a session whose lines were taken away', () => {
  test('keeps them in its cart, marked; the seats and places are free and without price', () => {
    const { driver, id } = sessionWithLostLines();
    const { seats, areas, lost, state } = driver.session(id);
    expect([state, seats.map((line) => line.id), areas.map((line) => line.capacity)]).toEqual([
      'ACTIVE',
      [101, 102],
      [3],
    ]);
    expect(lost).toEqual({ seats: [0, 1], areas: [0] });
    expect([driver.seat(101), driver.state.areaAt(0).available, driver.state.areaAt(0).held]).toEqual([
      'ACTIVE',
      20,
      0,
    ]);
    expect(driver.state.seats.priceSlotOf(0)).toBe(0);
    expect(
      outcomeOf(driver.ask({ kind: 'lock-session', sessionId: id, selection: { seats: [101], groupOfSeats: [] } })),
    ).toBe('SEAT_CONFLICT');
  });

  test('cannot be checked out or confirmed, and is told which lines are lost', () => {
    const { driver, id } = sessionWithLostLines();
    expect(refusalOf(driver.checkout(id))).toMatchObject({
      code: 'SEAT_CONFLICT',
      conflicts: { seats: [101, 102], groupOfSeats: [9001] },
    });
    const frozen = sessionWithLostLines(true);
    expect(refusalOf(frozen.driver.confirm(frozen.id))).toMatchObject({
      code: 'SEAT_CONFLICT',
      conflicts: { seats: [101, 102], groupOfSeats: [9001] },
    });
    expect(frozen.driver.session(frozen.id).state).toBe('PENDING_PAYMENT');
  });

  test.each(['cancel', 'expire'])('does not free them again when it ends: %s', (end) => {
    const { driver, id } = sessionWithLostLines();
    price(driver);
    const other = driver.create();
    expect(outcomeOf(driver.lock(other, [101], [[9001, 4]]))).toBe('ACTIVE');
    if (end === 'cancel') driver.cancel(id);
    else {
      driver.now = (driver.session(id).deadline as number) + 1;
      driver.ask({ kind: 'expire', sessions: [driver.session(id).ordinal], locks: [] });
    }
    expect(driver.session(id)).not.toHaveProperty('lost');
    expect([driver.seat(101), driver.seat(102), driver.state.areaAt(0).held]).toEqual(['LOCKED', 'ACTIVE', 4]);
    expectConsistent(driver);
  });

  test('can unlock them, and be checked out when no lost line is left', () => {
    const { driver, id } = sessionWithLostLines();
    price(driver);
    driver.unlock(id, [101], [[9001, 1]]);
    expect(driver.session(id)).toMatchObject({ lost: { seats: [1], areas: [0] }, areas: [{ capacity: 2 }] });
    driver.unlock(id, [102], [[9001, 9]]);
    expect(driver.session(id)).not.toHaveProperty('lost');
    expect([driver.session(id).seats, driver.session(id).areas]).toEqual([[], []]);
    expect(driver.state.areaAt(0).available).toBe(20);
    expectConsistent(driver);
    expect(outcomeOf(driver.checkout(id))).toBe('EMPTY_CART');
    driver.lock(id, [103]);
    expect(outcomeOf(driver.checkout(id))).toBe('PENDING_PAYMENT');
  });

  test('can lock them again, at the current price', () => {
    const { driver, id } = sessionWithLostLines();
    price(driver);
    expect(outcomeOf(driver.lock(id, [102], [[9001, 2]]))).toBe('ACTIVE');
    expect(driver.session(id)).toMatchObject({
      lost: { seats: [0], areas: [] },
      seats: [{ id: 101 }, { id: 102, price: { name: '9' } }],
      areas: [{ capacity: 2, price: { name: '9' } }],
    });
    expect(outcomeOf(driver.checkout(id, [101]))).toBe('PENDING_PAYMENT');
    expect(driver.session(id)).not.toHaveProperty('lost');
    expectConsistent(driver);
    expect(outcomeOf(driver.confirm(id))).toBe('CONFIRMED');
    expectConsistent(driver);
  });

  test('gives up a lost area by locking a total of 0', () => {
    const { driver, id } = sessionWithLostLines();
    expect(outcomeOf(driver.lock(id, [], [[9001, 0]]))).toBe('ACTIVE');
    expect(driver.session(id)).toMatchObject({ lost: { seats: [0, 1], areas: [] }, areas: [] });
    expectConsistent(driver);
  });

  test('cannot lock lines that another owner has taken', () => {
    const { driver, id } = sessionWithLostLines();
    price(driver);
    driver.lock(driver.create(), [101]);
    expect(refusalOf(driver.lock(id, [101, 102])).conflicts).toEqual({ seats: [101], groupOfSeats: [] });
  });

  test('counts lost lines in its cart once', () => {
    const driver = new EventDriver({ policy: { maxSeats: 5 } });
    const id = driver.create();
    driver.lock(id, [101, 102], [[9001, 3]]);
    driver.ask(clean);
    price(driver);
    expect(outcomeOf(driver.lock(id, [103]))).toBe('CAP_SEATS');
    expect(outcomeOf(driver.lock(id, [101, 102], [[9001, 3]]))).toBe('ACTIVE');
  });
});

describe('taking lines away from sessions', () => {
  test('affects only the named lines that live sessions hold', () => {
    const driver = new EventDriver();
    const [buyer, holder, other] = [driver.create(), driver.create(), driver.create()];
    driver.lock(buyer, [101], [[9001, 2]]);
    driver.checkout(buyer);
    driver.confirm(buyer);
    driver.lock(holder, [102, 103], [[9001, 1]]);
    driver.lock(other, [104], [[9002, 1]]);
    driver.book('lock-seats', [105], [[9001, 1]]);
    loseLines(driver.state, [0, 1, 4, 5], [0], 99);
    expect([101, 102, 103, 104, 105].map((seat) => driver.seat(seat))).toEqual([
      'SOLD',
      'ACTIVE',
      'LOCKED',
      'LOCKED',
      'LOCKED',
    ]);
    expect(driver.state.areaAt(0)).toMatchObject({ held: 0, sold: 2, locked: 1, available: 17 });
    expect(driver.session(holder)).toMatchObject({ lost: { seats: [1], areas: [0] }, seq: 99 });
    expect(driver.session(buyer)).not.toHaveProperty('lost');
    expect(driver.session(other)).not.toHaveProperty('lost');
    expect(brokenRules(driver.state, 10)).toEqual([]);
    loseLines(driver.state, [1, 2], [0], 100);
    expect(driver.session(holder).lost).toEqual({ seats: [1, 2], areas: [0] });
    expect(brokenRules(driver.state, 10)).toEqual([]);
  });
});

describe('cleaning', () => {
  test('frees locks, blocks and sales; confirmed carts stay as a record and own nothing', () => {
    const driver = new EventDriver();
    const buyer = driver.create();
    driver.lock(buyer, [101], [[9001, 2]]);
    driver.checkout(buyer);
    driver.confirm(buyer, 'order');
    driver.book('sell-seats', [102], [[9001, 1]]);
    driver.book('block-seats', [103], [[9001, 1]]);
    driver.book('lock-seats', [104], [[9002, 1]]);
    driver.ask({
      kind: 'assign-prices',
      seats: noSeatLines,
      groupOfSeats: [{ objectId: 9002, assignmentId: 4, activeCount: 2 }],
    });
    expect(driver.ask(clean)).toEqual({ ok: true, reply: { kind: 'done' } });
    expectConsistent(driver);
    expect(driver.state.locks.size).toBe(0);
    expect(driver.state.areas.map(({ available }) => available)).toEqual([20, 5]);
    expect(driver.session(buyer)).toMatchObject({ state: 'CONFIRMED', seats: [{ id: 101 }] });
    expect(outcomeOf(driver.release(buyer))).toBe('CANCELLED');
    expect(driver.state.areaAt(0).available).toBe(20);
    expectConsistent(driver);
    driver.now += 10_000_000;
    expect(outcomeOf(driver.sweep())).toBe('done');
  });

  test('has no effect on an event without prices and bookings', () => {
    const driver = new EventDriver({ prices: [] });
    const before = driver.records.length;
    expect(outcomeOf(driver.ask(clean))).toBe('done');
    expect(driver.records).toHaveLength(before);
  });
});
