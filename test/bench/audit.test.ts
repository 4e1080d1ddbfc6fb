/** The benchmark's audit detects errors: each test makes one error. */
import { apply, sealRecord } from '#domain/apply.ts';
import { EventState } from '#domain/event-state.ts';
import type { Fact } from '#domain/fact.ts';
import { Queue } from '#domain/queue/queue.ts';
import { keyLength } from '#domain/queue/ticket-keys.ts';
import { SeatMap } from '#domain/seats/seat-map.ts';
import { contradictions } from '#storage/audit/contradictions.ts';
import { compareBookings, compareHolds, comparePurchases, compareTickets } from '../../bench/audit/acknowledged.ts';
import type { HoldRecord, PurchaseRecord } from '../../bench/load/plan.ts';
import { type KnownSession, stateAfter } from '../soak/history.ts';
import { lock, opened } from '../support/ticket-scene.ts';

const now = 1_000;
const buyer = '00000001-0000-8000-8000-000000000001';
const holder = '00000001-0000-8000-8000-000000000002';
const eventId = 'the event';

/**
 * Seats 101 to 110, area 7. Session 1 bought seats 101 and 102 and two places; session 2 holds seat 103 and one place.
 */
const facts: readonly Fact[] = [
  { type: 'opened', event: eventId, status: 'PUBLISHED' },
  { type: 'prices-defined', prices: [{ id: 1, name: '50', externalId: null }] },
  { type: 'priced', price: 1, seats: [0, 10], areas: [[0, 20]] },
  { type: 'session-created', session: 1, id: buyer, key: 'a', deadline: 9_000 },
  { type: 'held', session: 1, seats: [0, 1], areas: [[0, 2]] },
  { type: 'checked-out', session: 1, deadline: 9_000 },
  { type: 'confirmed', session: 1, reference: 'order 1', properties: null },
  { type: 'session-created', session: 2, id: holder, key: 'b', deadline: 9_000 },
  { type: 'held', session: 2, seats: [2], areas: [[0, 1]] },
];

let state: EventState;

beforeEach(() => {
  const areas = [{ id: 7, name: 'Floor', capacity: 20 }];
  state = new EventState(SeatMap.from({ size: 10, idRuns: [[101, 0, 10]], rowFirsts: [0], areas }));
  facts.forEach((fact, index) => {
    apply(state, fact, now, index + 1);
    sealRecord(state, index + 1, 1, now);
  });
});

const bought: PurchaseRecord = {
  eventId,
  sessionId: buyer,
  seats: [101, 102],
  places: 2,
  reference: 'order 1',
  outcome: 'confirmed',
};
const held: HoldRecord = { eventId, sessionId: holder, seats: [103], pending: null };

describe('the audit of acknowledged calls', () => {
  test('accepts correct records', () => {
    expect(contradictions(state)).toEqual([]);
    expect(comparePurchases([bought], state)).toEqual([]);
    expect(compareHolds([held], state)).toEqual([]);
  });

  test('finds a purchase that was acknowledged and is missing', () => {
    const lost = { ...bought, sessionId: holder, reference: 'order 2' };
    expect(comparePurchases([bought, lost], state)).toEqual(['purchase order 2 was acknowledged and is missing']);
    expect(comparePurchases([bought, { ...lost, outcome: 'unknown' }], state)).toEqual([]);
  });

  test('accepts a purchase with an unknown outcome that took effect, or whose reference another session has', () => {
    expect(comparePurchases([{ ...bought, outcome: 'unknown' }], state)).toEqual([]);
    expect(comparePurchases([{ ...bought, sessionId: holder, outcome: 'unknown' }, bought], state)).toEqual([]);
    expect(comparePurchases([{ ...bought, seats: [101], outcome: 'unknown' }], state)).toEqual([
      'purchase order 1 is not what was bought',
    ]);
  });

  test('finds a purchase that was refused and is there', () => {
    const refused = { ...bought, outcome: 'refused' } as const;
    expect(comparePurchases([refused], state)).toEqual(['purchase order 1 was refused and is there']);
    expect(comparePurchases([bought, { ...refused, sessionId: holder, reference: 'order 2' }], state)).toEqual([]);
  });

  test('finds a purchase without a buyer, one with wrong seats and a duplicate one', () => {
    expect(comparePurchases([], state)).toEqual(['purchase order 1 was made by no buyer']);
    const other = { ...bought, seats: [101, 104] };
    expect(comparePurchases([other], state)).toEqual(['purchase order 1 is not what was bought']);
    state.putSession({ ...state.sessionAt(2), state: 'CONFIRMED', reference: 'order 1' });
    expect(comparePurchases([bought], state)).toEqual(['purchase order 1 is there twice']);
  });

  test('finds a wrong hold, except for seats of a call without an answer', () => {
    const more = { ...held, seats: [103, 104] };
    expect(compareHolds([more], state)).toEqual(['session 2 holds what it never asked for']);
    expect(compareHolds([{ ...more, pending: { step: 'unlock', seats: [104] } }], state)).toEqual([]);
    expect(compareHolds([{ ...more, doubtful: [104] }], state)).toEqual([]);
    expect(compareHolds([{ ...held, seats: [], doubtful: held.seats }], state)).toEqual([]);
    expect(compareHolds([{ ...more, doubtful: held.seats }], state)).toEqual([
      'session 2 holds what it never asked for',
    ]);
    expect(compareHolds([{ ...held, places: [0, 1] }], state)).toEqual([]);
    expect(compareHolds([{ ...held, places: [2] }], state)).toEqual(['session 2 holds what it never asked for']);
    const unknown = { ...held, sessionId: 'no such session' };
    expect(compareHolds([unknown], state)).toEqual(['a session was acknowledged and is missing']);
  });

  test('finds a seat with another state than the box office left it in', () => {
    apply(state, { type: 'sold', seats: [4, 1] }, now, facts.length + 1);
    const booked = { eventId, seats: [105], states: ['LOCKED', 'SOLD'] as const };
    expect(compareBookings([booked], state)).toEqual([]);
    expect(compareBookings([{ ...booked, states: ['ACTIVE'] }], state)).toEqual([
      'seat 105 is SOLD, the box office left it ACTIVE',
    ]);
    expect(compareBookings([{ ...booked, states: ['ACTIVE'] }, booked], state)).toEqual([]);
    expect(compareBookings([{ ...booked, seats: [101] }], state)).toEqual([
      'seat 101 is SOLD for a session, the box office left it LOCKED or SOLD',
    ]);
  });

  test('finds a ticket that is missing, double, or used before its turn', () => {
    const ticket = { eventId, ticket: 'one', position: 1, sessionId: null };
    expect(compareTickets([], state)).toEqual([]);
    expect(compareTickets([ticket], state)).toEqual(['1 tickets were acknowledged and the event has no queue']);
    const queue = new Queue('00'.repeat(32), '');
    queue.keys.add('a'.repeat(keyLength));
    state.queue = queue;
    expect(compareTickets([ticket], state)).toEqual([]);
    expect(compareTickets([ticket, ticket], state)).toEqual([
      'two joins got one ticket',
      'two tickets have one place',
      'the queue has 1 of 2 tickets',
    ]);
    const used = { ...ticket, sessionId: state.sessionAt(1).id };
    expect(compareTickets([used], state)).toEqual([
      '1 tickets opened a session, 0 are used',
      'place 1 opened a session before its turn',
    ]);
    queue.admitted = 1;
    queue.claim(0);
    expect(compareTickets([used], state)).toEqual([]);
    expect(compareTickets([{ ...used, sessionId: 'no such session' }], state)).toEqual([
      'a session of a ticket was acknowledged and is missing',
    ]);
  });
});

describe('the audit of the consistency of an event', () => {
  test('finds a seat with two owners', () => {
    state.putSession({ ...state.sessionAt(2), seats: state.sessionAt(1).seats.slice(0, 1) });
    expect(contradictions(state)).toContain('seat 0 has two owners');
    expect(contradictions(state)).toContain('seat 2 is owned and in no cart');
  });

  test('finds counters of areas that do not match the cart lines', () => {
    state.areaAt(0).held = 2;
    expect(contradictions(state)).toEqual(['area 7: 2 held, its lines say 1', 'area 7: counters make 21 of 20 places']);
  });
});

test('a purchase may own places of one area at several prices, and no more of them than its lines say', () => {
  const driver = opened();
  lock(
    driver,
    [],
    [
      [9001, 1],
      [9001, 2, 'child'],
    ],
  );
  driver.checkout('s1');
  driver.confirm('s1');
  expect(contradictions(driver.state)).toEqual([]);
  driver.state.areaAt(0).sold = 2;
  expect(contradictions(driver.state)).toContain('area 9001: 2 sold, its lines say 3');
});

describe('the state that a buyer of the soak test expects', () => {
  const known: KnownSession = { state: 'ACTIVE', seats: [1, 2], places: 3, reference: null };

  test.each([
    [
      { verb: 'lock', seats: [4, 2], places: 1 },
      { ...known, seats: [1, 2, 4], places: 1 },
    ],
    [
      { verb: 'unlock', seats: [2, 9], places: 5 },
      { ...known, seats: [1], places: 0 },
    ],
    [{ verb: 'checkout' }, { ...known, state: 'PENDING_PAYMENT' }],
    [
      { verb: 'confirm', reference: 'r' },
      { ...known, state: 'CONFIRMED', reference: 'r' },
    ],
    [{ verb: 'cancel' }, { state: 'CANCELLED', seats: [], places: 0, reference: null }],
  ] as const)('after %j', (write, expected) => {
    expect(stateAfter(known, write)).toEqual(expected);
  });
});
