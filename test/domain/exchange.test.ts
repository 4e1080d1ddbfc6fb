/** Exchanges of a purchase: prices, ticket types, allotments, caps, orphans; and what snapshots and replays make of them. */
import { replay } from '#domain/apply.ts';
import { EventState } from '#domain/event-state.ts';
import { imageOf, stateOf } from '#domain/image.ts';
import type { Answer } from '#domain/reply.ts';
import { createWith, define, fill } from '../support/allotments.ts';
import { EventDriver, organizationId, outcomeOf, refusalOf } from '../support/event-driver.ts';
import {
  cart,
  child,
  counts,
  type Lines,
  lock,
  opened,
  priced,
  senior,
  type Types,
  wanted,
} from '../support/ticket-scene.ts';

interface Side {
  readonly types?: Types;
  readonly areas?: Lines;
}

function exchange(driver: EventDriver, release: Side, take: Side, sessionId = 's1'): Answer {
  const sideOf = ({ types = [], areas = [] }: Side) => wanted(types, areas);
  const body = { release: sideOf(release), take: sideOf(take) };
  return driver.ask({ kind: 'exchange-session', organizationId, sessionId, body });
}

const seats = (...ids: number[]): Types => ids.map((id) => [id, null] as const);

function buy(driver: EventDriver, types: Types, areas: Lines = [], sessionId = 's1'): void {
  lock(driver, types, areas, sessionId);
  driver.checkout(sessionId);
  expect(outcomeOf(driver.confirm(sessionId, 'order'))).toBe('CONFIRMED');
}

test('what is taken has the prices of now, what stays keeps its own', () => {
  const driver = opened();
  buy(driver, [[101, 'child']], [[9001, 2]]);
  priced(driver, [{ ...child, amount: 2_500 }, senior]);
  const answer = exchange(driver, { areas: [[9001, 1]] }, { types: [[102, 'child']] });
  expect(outcomeOf(answer)).toBe('CONFIRMED');
  expect(cart(driver)).toEqual(['101 child 2000', '102 child 2500', '9001×1 - 10']);
  expect(driver.session('s1').exchanged).toEqual({
    ...{ total: '4990', amount: 2_490, currency: 'EUR' },
    released: { seats: [], areas: [expect.objectContaining({ id: 9001, capacity: 1 })] },
    taken: { seats: driver.session('s1').seats.slice(1), areas: [] },
  });
  expect(driver.session('s1').exchanged?.taken?.seats).toMatchObject([{ id: 102, price: { amount: 2_500 } }]);
  expect(counts(driver)).toEqual([2, 0, 0]);
});

test('places at another price are another line, and a release gives both back', () => {
  const driver = opened();
  buy(driver, [], [[9001, 3]]);
  driver.ask({ kind: 'rename-prices', prices: [{ id: 3, name: '0.20 standing', amount: 20, currency: 'EUR' }] });
  exchange(driver, { areas: [[9001, 1]] }, { areas: [[9001, 2]] });
  expect(cart(driver)).toEqual(['9001×2 - 10', '9001×2 - 20']);
  exchange(driver, { areas: [[9001, 3]] }, { types: seats(101) });
  expect(cart(driver)).toEqual(['101 - 5000', '9001×1 - 10']);
  const { available } = driver.state.areaAt(0);
  driver.release('s1');
  expect(driver.state.areaAt(0).available).toBe(available + 1);
});

test('types change with their places, within their caps', () => {
  const driver = opened([{ ...child, eventMax: 1 }], [{ id: 'child', name: 'Child', amount: 5, maxPerSession: 1 }]);
  buy(driver, [[101, 'child']], [[9001, 2]]);
  expect(refusalOf(exchange(driver, { areas: [[9001, 1]] }, { types: [[102, 'child']] }))).toMatchObject({
    code: 'CAP_TICKET_TYPE',
    left: 0,
  });
  expect(outcomeOf(exchange(driver, { types: seats(101) }, { types: [[102, 'child']] }))).toBe('CONFIRMED');
  expect(outcomeOf(exchange(driver, { areas: [[9001, 2]] }, { areas: [[9001, 2, 'child']] }))).toBe('CAP_TICKET_TYPE');
  const mixed: Lines = [
    [9001, 1, 'child'],
    [9001, 1],
  ];
  expect(outcomeOf(exchange(driver, { areas: [[9001, 2]] }, { areas: mixed }))).toBe('CONFIRMED');
  expect(counts(driver)).toEqual([1, 0, 1]);
});

test('the buyer takes what its own lock could take', () => {
  const driver = new EventDriver({ areas: [10], policy: { maxSeats: 3 } });
  driver.policy = { ...driver.policy, holdMs: 9 * 3_600_000 };
  const opensAt = driver.now + 3_600_000;
  define(driver, 'later', { access: 'PUBLIC', opensAt });
  define(driver, 'fans', { access: 'PASS', maxSeatsPerSession: 1 });
  fill(driver, 'later', [105]);
  fill(driver, 'fans', [106, 107], [], [{ id: 9001, capacity: 4 }]);
  const [fan, other] = [createWith(driver, 'fan', ['fans']), driver.create()];
  buy(driver, seats(101, 106), [], fan);
  lock(driver, seats(102), [], other);
  driver.checkout(other);
  driver.confirm(other);
  const take = (sessionId: string, from: number, ...to: number[]): string =>
    outcomeOf(exchange(driver, { types: seats(from) }, { types: seats(...to) }, sessionId));
  expect([take(other, 102, 105), take(other, 102, 107), take(fan, 101, 107)]).toEqual([
    'NOT_ON_SALE',
    'SEAT_CONFLICT',
    'CAP_SEATS',
  ]);
  expect(take(fan, 106, 107)).toBe('CONFIRMED');
  expect(outcomeOf(exchange(driver, { types: seats(102) }, { areas: [[9001, 7]] }, other))).toBe('CAP_SEATS');
  expect(outcomeOf(exchange(driver, { types: seats(102) }, { areas: [[9001, 3]] }, other))).toBe('CONFIRMED');
  expect(outcomeOf(exchange(driver, { areas: [[9001, 1]] }, { types: seats(101) }, other))).toBe('SEAT_CONFLICT');
});

test('seats that are released are free for the orphan rule', () => {
  const driver = new EventDriver({ rows: [5], areas: [], policy: { orphanSeatPrevention: true } });
  driver.create('s1');
  buy(driver, seats(101, 102));
  expect(outcomeOf(exchange(driver, { types: seats(102) }, { types: seats(104) }))).toBe('ORPHAN_SEATS');
  expect(outcomeOf(exchange(driver, { types: seats(101, 102) }, { types: seats(103, 104, 105) }))).toBe('CONFIRMED');
  const longer = new EventDriver({ rows: [6], areas: [], policy: { orphanSeatPrevention: true } });
  longer.create('s1');
  buy(longer, seats(101, 102));
  // Seat 103 has the released 102 beside it.
  expect(outcomeOf(exchange(longer, { types: seats(102) }, { types: seats(104) }))).toBe('CONFIRMED');
  const staff = new EventDriver({ rows: [5], areas: [], policy: { orphanSeatPrevention: true } });
  staff.create('s1');
  buy(staff, seats(101, 102));
  define(staff, 'staff', { access: 'STAFF' });
  fill(staff, 'staff', [102]);
  // Released, it is not for this buyer.
  expect(outcomeOf(exchange(staff, { types: seats(102) }, { types: seats(104, 105) }))).toBe('ORPHAN_SEATS');
});

test('a line that was reverted is no longer the session’s to give', () => {
  const driver = opened();
  buy(driver, seats(101, 102), [[9001, 2]]);
  driver.book('revert-sales', [101], [[9001, 1]]);
  const refusal = refusalOf(exchange(driver, { types: seats(101), areas: [[9001, 2]] }, { types: seats(104) }));
  expect(refusal.conflicts).toEqual({ seats: [101], groupOfSeats: [9001] });
  expect(outcomeOf(exchange(driver, { types: seats(102), areas: [[9001, 1]] }, { types: seats(104) }))).toBe(
    'CONFIRMED',
  );
});

test('of lines that were reverted in part, only the places that are left are given', () => {
  const driver = opened();
  buy(driver, [], [[9001, 1, 'child']]);
  exchange(
    driver,
    { areas: [[9001, 1]] },
    {
      areas: [
        [9001, 1, 'child'],
        [9001, 1],
      ],
    },
  );
  priced(driver, [child, senior], [{ id: 'child', name: 'Child', amount: 7 }]);
  exchange(driver, { areas: [[9001, 1, null]] }, { areas: [[9001, 1, 'child']] });
  expect(cart(driver)).toEqual(['9001×1 child 5', '9001×1 child 7']);
  // The newest goes first, also from the cart’s side.
  driver.book('revert-sales', [], [[9001, 1]]);
  expect(outcomeOf(exchange(driver, { areas: [[9001, 2]] }, { types: seats(101) }))).toBe('SEAT_CONFLICT');
  expect(outcomeOf(exchange(driver, { areas: [[9001, 1]] }, { types: seats(101) }))).toBe('CONFIRMED');
  expect([cart(driver), driver.state.areaAt(0).sold, counts(driver)]).toEqual([
    ['101 - 5000', '9001×1 child 7'],
    0,
    [0, 0, 0],
  ]);
});

test('snapshot and replay have the purchase as it is after its exchange', () => {
  const driver = opened();
  buy(driver, [[101, 'child']], [[9001, 2, 'child']]);
  exchange(driver, { types: seats(101), areas: [[9001, 1]] }, { types: [[103, 'senior']], areas: [[9001, 3]] });
  const replayed = new EventState(driver.state.seatMap);
  for (const record of driver.records) replay(replayed, record);
  expect(imageOf(replayed)).toEqual(driver.image());
  expect(imageOf(stateOf(driver.image(), driver.state.seatMap))).toEqual(driver.image());
});

test('a seat that was reverted and is taken again is one line', () => {
  const driver = opened();
  buy(driver, [...seats(101, 102)]);
  driver.book('revert-sales', [101]);
  expect(outcomeOf(exchange(driver, { types: seats(102) }, { types: seats(101) }))).toBe('CONFIRMED');
  expect(cart(driver)).toEqual(['101 - 5000']);
  expect(driver.session('s1').exchanged).toEqual({
    ...{ total: '0', amount: 0, currency: 'EUR' },
    released: { seats: [expect.objectContaining({ id: 102 })], areas: [] },
    taken: { seats: driver.session('s1').seats, areas: [] },
  });
});
