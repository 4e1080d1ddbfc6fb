/** Lines that a live session has lost: they stay in its cart, are free for others, and are never freed twice. */
import { describe, expect, test } from '@jest/globals';
import { replay } from '#domain/apply.ts';
import { EventState } from '#domain/event-state.ts';
import { imageOf, stateOf } from '#domain/image.ts';
import { loseLines } from '#domain/session/lost-lines.ts';
import { brokenRules } from '../support/invariants.ts';
import { outcomeOf, Rehearsal, refusalOf } from '../support/rehearsal.ts';

const clean = { kind: 'clean-assignments' } as const;

/** Prices row A and the first area again. */
function price(play: Rehearsal): void {
  const seats = Array.from({ length: 10 }, (_, at) => ({ objectId: 101 + at, price: 0 }));
  const groupOfSeats = [{ id: 9001, capacity: 20, price: 0 }];
  play.ask({ kind: 'assign-amounts', isClean: false, prices: [{ id: 77, name: '9' }], seats, groupOfSeats });
}

function fineHouse(play: Rehearsal): void {
  expect(brokenRules(play.state, 10)).toEqual([]);
  const replayed = new EventState(play.state.seatMap);
  for (const record of JSON.parse(JSON.stringify(play.records))) replay(replayed, record);
  expect(imageOf(replayed)).toEqual(play.image());
  expect(imageOf(stateOf(structuredClone(play.image()), play.state.seatMap))).toEqual(play.image());
}

function robbed(isFrozen = false): { play: Rehearsal; id: string } {
  const play = new Rehearsal();
  const id = play.create();
  play.lock(id, [101, 102], [[9001, 3]]);
  if (isFrozen) play.checkout(id);
  play.ask(clean);
  fineHouse(play);
  return { play, id };
}

describe('a session whose lines were taken away', () => {
  test('keeps them in its cart, marked; the seats and places are free and without price', () => {
    const { play, id } = robbed();
    const { seats, areas, lost, state } = play.session(id);
    expect([state, seats.map((line) => line.id), areas.map((line) => line.capacity)]).toEqual([
      'ACTIVE',
      [101, 102],
      [3],
    ]);
    expect(lost).toEqual({ seats: [0, 1], areas: [0] });
    expect([play.seat(101), play.state.areaAt(0).available, play.state.areaAt(0).held]).toEqual(['ACTIVE', 20, 0]);
    expect(play.state.seats.priceSlotOf(0)).toBe(0);
    expect(
      outcomeOf(play.ask({ kind: 'lock-session', sessionId: id, selection: { seats: [101], groupOfSeats: [] } })),
    ).toBe('SEAT_CONFLICT');
  });

  test('cannot be checked out or confirmed, and is told which lines are lost', () => {
    const { play, id } = robbed();
    expect(refusalOf(play.checkout(id))).toMatchObject({
      code: 'SEAT_CONFLICT',
      conflicts: { seats: [101, 102], groupOfSeats: [9001] },
    });
    const frozen = robbed(true);
    expect(refusalOf(frozen.play.confirm(frozen.id))).toMatchObject({
      code: 'SEAT_CONFLICT',
      conflicts: { seats: [101, 102], groupOfSeats: [9001] },
    });
    expect(frozen.play.session(frozen.id).state).toBe('PENDING_PAYMENT');
  });

  test.each(['cancel', 'expire'])('does not free them again when it ends: %s', (end) => {
    const { play, id } = robbed();
    price(play);
    const other = play.create();
    expect(outcomeOf(play.lock(other, [101], [[9001, 4]]))).toBe('ACTIVE');
    if (end === 'cancel') play.cancel(id);
    else {
      play.now = (play.session(id).deadline as number) + 1;
      play.ask({ kind: 'expire', sessions: [play.session(id).ordinal], locks: [] });
    }
    expect(play.session(id)).not.toHaveProperty('lost');
    expect([play.seat(101), play.seat(102), play.state.areaAt(0).held]).toEqual(['LOCKED', 'ACTIVE', 4]);
    fineHouse(play);
  });

  test('can unlock them, and be checked out when no lost line is left', () => {
    const { play, id } = robbed();
    price(play);
    play.unlock(id, [101], [[9001, 1]]);
    expect(play.session(id)).toMatchObject({ lost: { seats: [1], areas: [0] }, areas: [{ capacity: 2 }] });
    play.unlock(id, [102], [[9001, 9]]);
    expect(play.session(id)).not.toHaveProperty('lost');
    expect([play.session(id).seats, play.session(id).areas]).toEqual([[], []]);
    expect(play.state.areaAt(0).available).toBe(20);
    fineHouse(play);
    expect(outcomeOf(play.checkout(id))).toBe('EMPTY_CART');
    play.lock(id, [103]);
    expect(outcomeOf(play.checkout(id))).toBe('PENDING_PAYMENT');
  });

  test('can lock them again, at the current price', () => {
    const { play, id } = robbed();
    price(play);
    expect(outcomeOf(play.lock(id, [102], [[9001, 2]]))).toBe('ACTIVE');
    expect(play.session(id)).toMatchObject({
      lost: { seats: [0], areas: [] },
      seats: [{ id: 101 }, { id: 102, price: { name: '9' } }],
      areas: [{ capacity: 2, price: { name: '9' } }],
    });
    expect(outcomeOf(play.checkout(id, [101]))).toBe('PENDING_PAYMENT');
    expect(play.session(id)).not.toHaveProperty('lost');
    fineHouse(play);
    expect(outcomeOf(play.confirm(id))).toBe('CONFIRMED');
    fineHouse(play);
  });

  test('gives up a lost area by locking a total of 0', () => {
    const { play, id } = robbed();
    expect(outcomeOf(play.lock(id, [], [[9001, 0]]))).toBe('ACTIVE');
    expect(play.session(id)).toMatchObject({ lost: { seats: [0, 1], areas: [] }, areas: [] });
    fineHouse(play);
  });

  test('cannot lock lines that another owner has taken', () => {
    const { play, id } = robbed();
    price(play);
    play.lock(play.create(), [101]);
    expect(refusalOf(play.lock(id, [101, 102])).conflicts).toEqual({ seats: [101], groupOfSeats: [] });
  });

  test('counts lost lines in its cart once', () => {
    const play = new Rehearsal({ policy: { maxSeats: 5 } });
    const id = play.create();
    play.lock(id, [101, 102], [[9001, 3]]);
    play.ask(clean);
    price(play);
    expect(outcomeOf(play.lock(id, [103]))).toBe('CAP_SEATS');
    expect(outcomeOf(play.lock(id, [101, 102], [[9001, 3]]))).toBe('ACTIVE');
  });
});

describe('taking lines away from sessions', () => {
  test('affects only the named lines that live sessions hold', () => {
    const play = new Rehearsal();
    const [buyer, holder, other] = [play.create(), play.create(), play.create()];
    play.lock(buyer, [101], [[9001, 2]]);
    play.checkout(buyer);
    play.confirm(buyer);
    play.lock(holder, [102, 103], [[9001, 1]]);
    play.lock(other, [104], [[9002, 1]]);
    play.book('lock-seats', [105], [[9001, 1]]);
    loseLines(play.state, [0, 1, 4, 5], [0], 99);
    expect([101, 102, 103, 104, 105].map((seat) => play.seat(seat))).toEqual([
      'SOLD',
      'ACTIVE',
      'LOCKED',
      'LOCKED',
      'LOCKED',
    ]);
    expect(play.state.areaAt(0)).toMatchObject({ held: 0, sold: 2, locked: 1, available: 17 });
    expect(play.session(holder)).toMatchObject({ lost: { seats: [1], areas: [0] }, seq: 99 });
    expect(play.session(buyer)).not.toHaveProperty('lost');
    expect(play.session(other)).not.toHaveProperty('lost');
    expect(brokenRules(play.state, 10)).toEqual([]);
    loseLines(play.state, [1, 2], [0], 100);
    expect(play.session(holder).lost).toEqual({ seats: [1, 2], areas: [0] });
    expect(brokenRules(play.state, 10)).toEqual([]);
  });
});

describe('cleaning', () => {
  test('frees locks, blocks and sales; confirmed carts stay as a record and own nothing', () => {
    const play = new Rehearsal();
    const buyer = play.create();
    play.lock(buyer, [101], [[9001, 2]]);
    play.checkout(buyer);
    play.confirm(buyer, 'order');
    play.book('sell-seats', [102], [[9001, 1]]);
    play.book('block-seats', [103], [[9001, 1]]);
    play.book('lock-seats', [104], [[9002, 1]]);
    play.ask({ kind: 'assign-prices', seats: [], groupOfSeats: [{ objectId: 9002, assignmentId: 4, activeCount: 2 }] });
    expect(play.ask(clean)).toEqual({ ok: true, reply: { kind: 'done' } });
    fineHouse(play);
    expect(play.state.locks.size).toBe(0);
    expect(play.state.areas.map(({ available }) => available)).toEqual([20, 5]);
    expect(play.session(buyer)).toMatchObject({ state: 'CONFIRMED', seats: [{ id: 101 }] });
    expect(outcomeOf(play.release(buyer))).toBe('CANCELLED');
    expect(play.state.areaAt(0).available).toBe(20);
    fineHouse(play);
    play.now += 10_000_000;
    expect(outcomeOf(play.sweep())).toBe('done');
  });

  test('has no effect on an event without prices and bookings', () => {
    const play = new Rehearsal({ prices: [] });
    const before = play.records.length;
    expect(outcomeOf(play.ask(clean))).toBe('done');
    expect(play.records).toHaveLength(before);
  });
});
