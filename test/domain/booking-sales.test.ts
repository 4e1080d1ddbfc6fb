/** Sales of locked seats, reverted sales and blocked seats: their effect in every state, and on records of sessions. */
import type { Answer } from '#domain/reply.ts';
import { EventDriver, organizationId, outcomeOf, refusalOf } from '../support/event-driver.ts';
import { brokenRules } from '../support/invariants.ts';
import { type SeatCase, seatIn } from '../support/seat-cases.ts';

const kinds = ['sell-locks', 'revert-sales', 'block-seats', 'unblock-seats'] as const;

/** The answers of sale, revertsale, block and unblock, and the seat's state afterwards. */
const table: Record<SeatCase, readonly [sale: string, revert: string, block: string, unblock: string]> = {
  available: ['false ACTIVE', 'false ACTIVE', 'true BLOCKED', 'false ACTIVE'],
  'held by an ACTIVE session': ['SESSION_HELD LOCKED', 'false LOCKED', 'false LOCKED', 'false LOCKED'],
  'held by a lapsed session': ['SESSION_HELD LOCKED', 'false LOCKED', 'false LOCKED', 'false LOCKED'],
  'held by a PENDING_PAYMENT session': ['SESSION_HELD LOCKED', 'false LOCKED', 'false LOCKED', 'false LOCKED'],
  'bought by a session': ['false SOLD', 'true ACTIVE', 'false SOLD', 'false SOLD'],
  'locked privately': ['true SOLD', 'false LOCKED', 'false LOCKED', 'false LOCKED'],
  'blocked by its hold type': ['false BLOCKED', 'false BLOCKED', 'false BLOCKED', 'true ACTIVE'],
  'sold privately': ['false SOLD', 'true ACTIVE', 'false SOLD', 'false SOLD'],
};
const cases = Object.entries(table).flatMap(([name, answers]) =>
  kinds.map((kind, at) => ({ name: name as SeatCase, kind, answer: answers[at] as string })),
);

/** Brings seat 103 into a state in which the call succeeds. */
const fits = { 'sell-locks': 'lock-seats', 'revert-sales': 'sell-seats', 'unblock-seats': 'block-seats' } as const;

function confirmed(driver: EventDriver, seats: number[], places: [number, number][] = []): string {
  const id = driver.create();
  driver.lock(id, seats, places);
  driver.checkout(id);
  driver.confirm(id);
  return id;
}

const counters = (driver: EventDriver, at = 0): Record<string, number> => {
  const { available, held, locked, blocked, sold, soldPrivately } = driver.state.areaAt(at);
  return { available, held, locked, blocked, sold, soldPrivately };
};

const stateOf = (driver: EventDriver, ...seats: number[]): string => seats.map((seat) => driver.seat(seat)).join(' ');

describe('one seat', () => {
  test.each(cases)('$name, $kind: $answer', ({ name, kind, answer }) => {
    const driver = new EventDriver();
    seatIn[name](driver);
    const answered = driver.book(kind, [101]);
    expect(`${outcomeOf(answered)} ${driver.seat(101)}`).toBe(answer);
    expect(brokenRules(driver.state, 10)).toEqual([]);
  });

  test.each(cases.filter(({ answer }) => !answer.startsWith('true')))(
    '$name, $kind among others that could: nothing is changed',
    ({ name, kind }) => {
      const driver = new EventDriver();
      seatIn[name](driver);
      if (kind !== 'block-seats') driver.book(fits[kind], [103], [[9001, 2]]);
      const before = driver.image();
      expect(outcomeOf(driver.book(kind, [103, 101], [[9001, 1]]))).not.toBe('true');
      expect(driver.image()).toEqual(before);
      expect(outcomeOf(driver.book(kind, [103], [[9001, 1]]))).toBe('true');
    },
  );

  test('a blocked seat never becomes available by itself; an expiring blocking type does', () => {
    const holdTypes = { DAY: { ttlMs: 60_000, validState: 'BLOCKED' } } as const;
    const driver = new EventDriver({ policy: { holdTypes } });
    driver.book('block-seats', [101], [[9001, 2]], { holdType: 'DAY' });
    driver.book('lock-seats', [102], [[9001, 3]], { holdType: 'DAY' });
    driver.now += 366 * 24 * 3600 * 1000;
    driver.sweep();
    expect(stateOf(driver, 101, 102)).toBe('BLOCKED ACTIVE');
    expect(counters(driver)).toMatchObject({ available: 18, blocked: 2 });
  });

  test('a lock of which some seats were sold expires with its other seats', () => {
    const driver = new EventDriver();
    driver.book('lock-seats', [101, 102, 103]);
    expect(outcomeOf(driver.book('sell-locks', [103, 101, 103]))).toBe('true');
    driver.now += driver.policy.lockMs + 1000;
    driver.sweep();
    expect(stateOf(driver, 101, 102, 103)).toBe('SOLD ACTIVE SOLD');
    expect(driver.state.locks.size).toBe(0);
  });
});

describe('the order of checks of booking calls', () => {
  const off = { salesControlEnabled: false };

  test('without sales control, sale and revertsale are refused and the other calls work', () => {
    const driver = new EventDriver({ policy: off });
    driver.book('lock-seats', [101]);
    expect(outcomeOf(driver.book('sell-locks', [101]))).toBe('SALES_CONTROL_DISABLED');
    expect(outcomeOf(driver.book('revert-sales', []))).toBe('SALES_CONTROL_DISABLED');
    const others = ['sell-seats', 'lock-seats', 'block-seats'] as const;
    expect(others.map((kind, at) => outcomeOf(driver.book(kind, [102 + at])))).toEqual(['true', 'true', 'true']);
    expect(stateOf(driver, 101, 102)).toBe('LOCKED SOLD');
  });

  test('is: invalid lines, sales control, status of the event, states of the lines', () => {
    const driver = new EventDriver({ status: 'DRAFT', policy: off });
    for (const kind of ['sell-locks', 'revert-sales'] as const) {
      expect(outcomeOf(driver.book(kind, [999]))).toBe('VALIDATION_FAILED');
      expect(outcomeOf(driver.book(kind, [101], [], { holdType: 'NONE' }))).toBe('VALIDATION_FAILED');
      expect(outcomeOf(driver.book(kind, [101]))).toBe('SALES_CONTROL_DISABLED');
    }
    driver.policy = { ...driver.policy, salesControlEnabled: true };
    expect(kinds.map((kind) => outcomeOf(driver.book(kind, [101])))).toEqual(kinds.map(() => 'EVENT_NOT_PUBLISHED'));
    driver.state.status = 'ARCHIVED';
    expect(kinds.map((kind) => outcomeOf(driver.book(kind, [])))).toEqual(kinds.map(() => 'EVENT_ARCHIVED'));
  });

  test('a sale names what sessions hold, then answers false, then refuses orphans', () => {
    const driver = new EventDriver({ policy: { orphanSeatPrevention: true } });
    driver.lock(driver.create(), [101, 102]);
    driver.book('lock-seats', [103, 104, 105]);
    driver.book('unlock-seats', [104]);
    const held = refusalOf(driver.book('sell-locks', [105, 102, 110, 101]));
    expect(held).toMatchObject({ code: 'SESSION_HELD', conflicts: { seats: [102, 101], groupOfSeats: [] } });
    expect(outcomeOf(driver.book('sell-locks', [105, 110]))).toBe('false');
    const before = driver.image();
    const alone = refusalOf(driver.book('sell-locks', [105, 103]));
    expect(alone).toMatchObject({ code: 'ORPHAN_SEATS', conflicts: { seats: [105, 103] }, orphanSeats: [104] });
    expect(driver.image()).toEqual(before);
    driver.book('lock-seats', [104]);
    expect(outcomeOf(driver.book('sell-locks', [105, 104, 103]))).toBe('true');
  });

  test('calls that free or block seats are never refused for orphans', () => {
    const driver = new EventDriver({ policy: { orphanSeatPrevention: true } });
    expect(outcomeOf(driver.book('block-seats', [102, 104]))).toBe('true');
    expect(outcomeOf(driver.book('unblock-seats', [104]))).toBe('true');
    driver.book('sell-seats', [201, 202, 203, 204]);
    expect(outcomeOf(driver.book('revert-sales', [202]))).toBe('true');
  });

  test('an empty selection is done', () => {
    const driver = new EventDriver();
    const before = driver.image();
    expect(kinds.map((kind) => outcomeOf(driver.book(kind, [], [[9001, 0]])))).toEqual([
      'true',
      'true',
      'true',
      'true',
    ]);
    expect(driver.image()).toEqual(before);
  });
});

describe('places', () => {
  test('are sold from private locks only, with the earliest deadline first', () => {
    const driver = new EventDriver();
    driver.lock(driver.create(), [], [[9001, 3]]);
    driver.book('lock-seats', [], [[9001, 4]], { holdType: 'HOUSE' });
    driver.book('lock-seats', [], [[9001, 2]], { holdType: 'RESERVED' });
    driver.book('lock-seats', [], [[9001, 3]]);
    expect(outcomeOf(driver.book('sell-locks', [], [[9001, 6]]))).toBe('false');
    expect(outcomeOf(driver.book('sell-locks', [], [[9001, 4]]))).toBe('true');
    expect(counters(driver)).toEqual({ available: 8, held: 3, locked: 1, blocked: 4, sold: 4, soldPrivately: 4 });
    driver.now += driver.policy.lockMs + 1000;
    driver.sweep();
    expect(counters(driver)).toMatchObject({ locked: 1, available: 11 });
  });

  test('can only be blocked if they are available, and only be unblocked if they are blocked', () => {
    const driver = new EventDriver();
    driver.book('lock-seats', [], [[9001, 5]], { holdType: 'HOUSE' });
    const ask = (kind: 'block-seats' | 'unblock-seats', amount: number) =>
      outcomeOf(driver.book(kind, [], [[9001, amount]]));
    expect([ask('block-seats', 16), ask('block-seats', 15)]).toEqual(['false', 'true']);
    expect(counters(driver)).toMatchObject({ available: 0, blocked: 20 });
    expect([ask('unblock-seats', 21), ask('unblock-seats', 20), ask('unblock-seats', 1)]).toEqual([
      'false',
      'true',
      'false',
    ]);
    expect(driver.state.locks.size).toBe(0);
  });

  test('are reverted from private sales first, then from the latest confirmed sessions', () => {
    const driver = new EventDriver();
    const early = driver.create();
    const late = confirmed(driver, [], [[9001, 4]]);
    driver.lock(early, [], [[9001, 3]]);
    driver.checkout(early);
    driver.confirm(early);
    driver.book('sell-seats', [], [[9001, 2]]);
    const owned = () =>
      [late, early].map((id) => driver.state.areaAt(0).purchases.placesOf(driver.session(id).ordinal));
    const revert = (amount: number): string => outcomeOf(driver.book('revert-sales', [], [[9001, amount]]));
    expect([revert(10), revert(1), owned()]).toEqual(['false', 'true', [4, 3]]);
    expect([revert(2), owned()]).toEqual(['true', [4, 2]]);
    expect(counters(driver)).toMatchObject({ sold: 6, soldPrivately: 0, available: 14 });
    expect([revert(3), owned()]).toEqual(['true', [3, 0]]);
    expect(counters(driver)).toMatchObject({ sold: 3, available: 17 });
    expect([revert(4), revert(3), owned()]).toEqual(['false', 'true', [0, 0]]);
    expect(brokenRules(driver.state, 10)).toEqual([]);
  });

  test('of two areas are reverted together or not at all', () => {
    const driver = new EventDriver();
    confirmed(
      driver,
      [],
      [
        [9001, 3],
        [9002, 2],
      ],
    );
    const both = (first: number, second: number): Answer =>
      driver.book(
        'revert-sales',
        [],
        [
          [9001, first],
          [9002, second],
        ],
      );
    expect(outcomeOf(both(1, 3))).toBe('false');
    expect(counters(driver).sold).toBe(3);
    expect(outcomeOf(both(1, 2))).toBe('true');
    expect([counters(driver).sold, counters(driver, 1).sold]).toEqual([2, 0]);
  });
});

describe('a session whose sale was reverted', () => {
  test('keeps its cart, reference and total as a record', () => {
    const driver = new EventDriver();
    const id = confirmed(driver, [101, 102], [[9001, 4]]);
    const before = driver.session(id);
    driver.book('revert-sales', [101], [[9001, 1]]);
    expect(driver.session(id)).toBe(before);
    expect(outcomeOf(driver.confirm(id))).toBe('CONFIRMED');
    expect(outcomeOf(driver.cancel(id))).toBe('SESSION_DEAD');
  });

  test('frees on release only the seats and places that it still owns', () => {
    const driver = new EventDriver();
    const id = confirmed(driver, [101, 102], [[9001, 4]]);
    driver.book('revert-sales', [101], [[9001, 3]]);
    const next = confirmed(driver, [101], [[9001, 5]]);
    expect(counters(driver)).toMatchObject({ available: 14, sold: 6 });
    expect(outcomeOf(driver.release(id))).toBe('CANCELLED');
    expect(stateOf(driver, 101, 102)).toBe('SOLD ACTIVE');
    expect(counters(driver)).toMatchObject({ available: 15, sold: 5 });
    expect(driver.session(id)).toMatchObject({ seats: [], areas: [] });
    expect(outcomeOf(driver.release(next))).toBe('CANCELLED');
    expect(counters(driver)).toMatchObject({ available: 20, sold: 0 });
  });

  test('frees nothing on release if it owns nothing any more', () => {
    const driver = new EventDriver();
    const id = confirmed(driver, [101], [[9002, 5]]);
    driver.book('revert-sales', [101], [[9002, 5]]);
    driver.book('sell-seats', [101], [[9002, 5]]);
    expect(outcomeOf(driver.release(id))).toBe('CANCELLED');
    expect([driver.seat(101), counters(driver, 1).sold]).toEqual(['SOLD', 5]);
  });

  test('loses places even if it is not in memory, and frees the others on a later release', () => {
    const driver = new EventDriver();
    const id = confirmed(driver, [101], [[9001, 4]]);
    const session = driver.session(id);
    driver.state.evictSession(session);
    expect(outcomeOf(driver.book('revert-sales', [101], [[9001, 3]]))).toBe('true');
    expect(counters(driver)).toMatchObject({ available: 19, sold: 1 });
    driver.state.putSession(session);
    driver.ask({ kind: 'release-session', organizationId, sessionId: id });
    expect(counters(driver)).toMatchObject({ available: 20, sold: 0 });
  });
});

test('facts keep the hold type and the label of a sale for the record', () => {
  const driver = new EventDriver();
  driver.book('lock-seats', [101], [[9001, 1]]);
  driver.book('sell-locks', [101], [[9001, 1]], { holdType: 'HOUSE' });
  expect(driver.records.at(-1)?.facts).toEqual([
    { type: 'locks-sold', seats: [0, 1], areas: [[0, 1, 2]], holdType: 'HOUSE' },
  ]);
});

test('a repeated booking call with the same Idempotency-Key gets the first answer', () => {
  const driver = new EventDriver();
  const once = (kind: (typeof kinds)[number]) =>
    outcomeOf(driver.book(kind, [101], [], { key: { keyHash: kind, bodyHash: kind } }));
  driver.book('lock-seats', [101]);
  const answers = (['sell-locks', 'revert-sales', 'block-seats', 'unblock-seats'] as const).flatMap((kind) => [
    once(kind),
    once(kind),
  ]);
  expect(answers).toEqual(Array.from({ length: 8 }, () => 'true'));
  expect(driver.seat(101)).toBe('ACTIVE');
});
