/** The private booking calls lock, unlock and sell: their effect and answers for seats in every state and for areas. */
import type { Answer } from '#domain/reply.ts';
import { EventDriver, outcomeOf, refusalOf } from '../support/event-driver.ts';
import { brokenRules } from '../support/invariants.ts';
import { type SeatCase, seatIn } from '../support/seat-cases.ts';

const kinds = ['lock-seats', 'unlock-seats', 'sell-seats'] as const;

/** The answers of lock, unlock and sell, and the seat's state afterwards. */
const table: Record<SeatCase, readonly [lock: string, unlock: string, sell: string]> = {
  available: ['true LOCKED', 'true ACTIVE', 'true SOLD'],
  'held by an ACTIVE session': ['SESSION_HELD LOCKED', 'false LOCKED', 'SESSION_HELD LOCKED'],
  'held by a lapsed session': ['SESSION_HELD LOCKED', 'false LOCKED', 'SESSION_HELD LOCKED'],
  'held by a PENDING_PAYMENT session': ['SESSION_HELD LOCKED', 'false LOCKED', 'SESSION_HELD LOCKED'],
  'bought by a session': ['false SOLD', 'false SOLD', 'false SOLD'],
  'locked privately': ['false LOCKED', 'true ACTIVE', 'false LOCKED'],
  'blocked by its hold type': ['false BLOCKED', 'false BLOCKED', 'false BLOCKED'],
  'sold privately': ['false SOLD', 'false SOLD', 'false SOLD'],
};
const cases = Object.entries(table).flatMap(([name, answers]) =>
  kinds.map((kind, at) => ({ name: name as SeatCase, kind, answer: answers[at] as string })),
);

describe('one seat', () => {
  test.each(cases)('$name, $kind: $answer', ({ name, kind, answer }) => {
    const driver = new EventDriver();
    seatIn[name](driver);
    const answered = driver.book(kind, [101]);
    expect(`${outcomeOf(answered)} ${driver.seat(101)}`).toBe(answer);
    expect(brokenRules(driver.state, 10)).toEqual([]);
  });

  test.each(cases.filter(({ answer }) => !answer.startsWith('true')))(
    '$name, $kind among others: nothing is changed',
    ({ name, kind }) => {
      const driver = new EventDriver();
      seatIn[name](driver);
      driver.book('lock-seats', [102]);
      const before = driver.image();
      const others = kind === 'unlock-seats' ? [102, 101] : [103, 101];
      expect(outcomeOf(driver.book(kind, others, [[9001, kind === 'unlock-seats' ? 0 : 1]]))).not.toBe('true');
      expect(driver.image()).toEqual(before);
    },
  );
});

describe('the order of checks of booking calls', () => {
  test('is: invalid lines, seats held by sessions, `false`, orphans', () => {
    const driver = new EventDriver({ policy: { orphanSeatPrevention: true } });
    driver.lock(driver.create(), [101, 102]);
    driver.book('sell-seats', [110, 109]);
    expect(outcomeOf(driver.book('lock-seats', [999, 101, 110, 104]))).toBe('VALIDATION_FAILED');
    expect(outcomeOf(driver.book('lock-seats', [101, 110, 104], [], { holdType: 'NONE' }))).toBe('VALIDATION_FAILED');
    const held = refusalOf(driver.book('sell-seats', [104, 102, 110, 101]));
    expect(held).toMatchObject({ code: 'SESSION_HELD', conflicts: { seats: [102, 101], groupOfSeats: [] } });
    expect(outcomeOf(driver.book('lock-seats', [110, 104]))).toBe('false');
    const alone = refusalOf(driver.book('lock-seats', [104]));
    expect(alone).toMatchObject({ code: 'ORPHAN_SEATS', conflicts: { seats: [104] }, orphanSeats: [103] });
    expect(outcomeOf(driver.book('unlock-seats', [101]))).toBe('false');
  });

  test('unknown seats, areas and hold types are named one by one', () => {
    const driver = new EventDriver();
    const refusal = refusalOf(driver.book('sell-seats', [101, 999], [[9999, 1]], { holdType: 'NONE' }));
    expect(refusal.errors?.map(({ field, code, rejectedValue }) => [field, code, rejectedValue])).toEqual([
      ['seats[1].id', 'UNKNOWN_VALUE', 999],
      ['groupOfSeats[0].id', 'UNKNOWN_VALUE', 9999],
      ['holdType', 'UNKNOWN_VALUE', 'NONE'],
    ]);
  });

  test('names of inherited object members are not hold types', () => {
    const driver = new EventDriver();
    const outcomes = ['constructor', '__proto__'].map((holdType) => driver.book('lock-seats', [101], [], { holdType }));
    expect(outcomes.map(outcomeOf)).toEqual(['VALIDATION_FAILED', 'VALIDATION_FAILED']);
  });

  test('a draft and an archived event sell nothing', () => {
    const driver = new EventDriver({ status: 'DRAFT' });
    expect(outcomeOf(driver.book('sell-seats', [101]))).toBe('EVENT_NOT_PUBLISHED');
    driver.state.status = 'ARCHIVED';
    expect(outcomeOf(driver.book('lock-seats', [101]))).toBe('EVENT_ARCHIVED');
  });

  test('an empty selection is done', () => {
    const driver = new EventDriver();
    const before = driver.image();
    expect(kinds.map((kind) => outcomeOf(driver.book(kind, [])))).toEqual(['true', 'true', 'true']);
    expect(driver.image()).toEqual(before);
  });
});

describe('areas', () => {
  const counters = (driver: EventDriver, at = 0): Record<string, number> => {
    const { available, held, locked, blocked, sold } = driver.state.areaAt(at);
    return { available, held, locked, blocked, sold };
  };
  const nothing = { available: 20, held: 0, locked: 0, blocked: 0, sold: 0 };

  test('are sold and locked only if enough places are available', () => {
    const driver = new EventDriver();
    driver.lock(driver.create(), [], [[9001, 5]]);
    expect(outcomeOf(driver.book('sell-seats', [], [[9001, 16]]))).toBe('false');
    expect(outcomeOf(driver.book('sell-seats', [], [[9001, 6]]))).toBe('true');
    expect(outcomeOf(driver.book('lock-seats', [], [[9001, 9]]))).toBe('true');
    expect(counters(driver)).toEqual({ available: 0, held: 5, locked: 9, blocked: 0, sold: 6 });
    expect(outcomeOf(driver.book('lock-seats', [], [[9001, 1]]))).toBe('false');
  });

  test('the same seat twice counts once, the same area twice adds up', () => {
    const driver = new EventDriver();
    expect(
      outcomeOf(
        driver.book(
          'lock-seats',
          [101, 101],
          [
            [9002, 2],
            [9002, 3],
          ],
        ),
      ),
    ).toBe('true');
    expect(counters(driver, 1).locked).toBe(5);
    expect(
      outcomeOf(
        driver.book(
          'sell-seats',
          [],
          [
            [9001, 11],
            [9001, 10],
          ],
        ),
      ),
    ).toBe('false');
    expect(
      outcomeOf(
        driver.book(
          'unlock-seats',
          [101, 101],
          [
            [9002, 1],
            [9002, 4],
          ],
        ),
      ),
    ).toBe('true');
    expect([driver.seat(101), counters(driver, 1).available]).toEqual(['ACTIVE', 5]);
  });

  test('are unlocked only if enough places are locked; held and blocked places do not count', () => {
    const driver = new EventDriver();
    driver.lock(driver.create(), [], [[9001, 3]]);
    driver.book('lock-seats', [], [[9001, 2]]);
    driver.book('lock-seats', [], [[9001, 4]], { holdType: 'HOUSE' });
    expect(outcomeOf(driver.book('unlock-seats', [], [[9001, 3]]))).toBe('false');
    expect(outcomeOf(driver.book('unlock-seats', [], [[9001, 2]]))).toBe('true');
    expect(counters(driver)).toEqual({ available: 13, held: 3, locked: 0, blocked: 4, sold: 0 });
  });

  test('locks of one deadline second and hold type share a record; others do not', () => {
    const driver = new EventDriver();
    const lock = (holdType: string | null): Answer => driver.book('lock-seats', [], [[9001, 1]], { holdType });
    lock(null);
    driver.now += 0;
    lock(null);
    lock('BRIEF');
    lock('FOREVER');
    lock('FOREVER');
    driver.now += 1000;
    lock(null);
    expect([...driver.state.locks.values()].map(({ holdType, remaining }) => [holdType, remaining])).toEqual([
      [null, 2],
      ['BRIEF', 1],
      ['FOREVER', 2],
      [null, 1],
    ]);
  });

  test('unlock takes the earliest deadline first and locks that never expire last', () => {
    const driver = new EventDriver();
    driver.book('lock-seats', [], [[9001, 2]], { holdType: 'RESERVED' });
    driver.book('lock-seats', [], [[9001, 3]]);
    driver.book('lock-seats', [], [[9001, 4]], { holdType: 'BRIEF' });
    const left = (): unknown[] => driver.state.areaAt(0).locks.map((lock) => driver.state.lockAt(lock).remaining);
    const after = [5, 1, 1, 2].map((amount) => {
      driver.book('unlock-seats', [], [[9001, amount]]);
      return left();
    });
    expect(after).toEqual([[2, 2], [1, 2], [2], []]);
    expect(counters(driver)).toEqual(nothing);
  });

  test('a hold type that becomes a blocking one keeps earlier locks apart', () => {
    const driver = new EventDriver();
    driver.book('lock-seats', [], [[9001, 3]], { holdType: 'FOREVER' });
    driver.policy = { ...driver.policy, holdTypes: { FOREVER: { ttlMs: null, validState: 'BLOCKED' } } };
    driver.book('lock-seats', [], [[9001, 4]], { holdType: 'FOREVER' });
    expect(counters(driver)).toMatchObject({ locked: 3, blocked: 4 });
    expect(brokenRules(driver.state, 10)).toEqual([]);
    expect(outcomeOf(driver.book('unlock-seats', [], [[9001, 4]]))).toBe('false');
    expect(outcomeOf(driver.book('unlock-seats', [], [[9001, 3]]))).toBe('true');
  });
});

describe('time', () => {
  test.each([
    [null, 900_000, 'LOCKED'],
    ['BRIEF', 60_000, 'LOCKED'],
    ['RESERVED', null, 'LOCKED'],
    ['FOREVER', null, 'LOCKED'],
    ['HOUSE', null, 'BLOCKED'],
  ])('ends a lock of type %s after %s ms, until then the seat is %s', (holdType, ttlMs, state) => {
    const driver = new EventDriver();
    const place = state === 'LOCKED' ? 'locked' : 'blocked';
    driver.book('lock-seats', [101, 102], [[9001, 4]], { holdType });
    driver.book('unlock-seats', state === 'LOCKED' ? [102] : []);
    driver.now += (ttlMs ?? 10 * 365 * 24 * 3600 * 1000) - 1;
    driver.sweep();
    expect([driver.seat(101), driver.state.areaAt(0)[place]]).toEqual([state, 4]);
    driver.now += 1000;
    driver.sweep();
    expect([driver.seat(101), driver.state.areaAt(0)[place]]).toEqual(ttlMs === null ? [state, 4] : ['ACTIVE', 0]);
    expect(brokenRules(driver.state, 10)).toEqual([]);
  });

  test('does not free seats of an expired lock that were unlocked and taken again', () => {
    const driver = new EventDriver();
    driver.book('lock-seats', [101, 102, 103], [], { holdType: 'BRIEF' });
    driver.book('unlock-seats', [101, 102]);
    driver.lock(driver.create(), [101]);
    driver.book('lock-seats', [102]);
    driver.now += 60_000;
    driver.sweep();
    expect([101, 102, 103].map((seat) => driver.seat(seat))).toEqual(['LOCKED', 'LOCKED', 'ACTIVE']);
  });

  test('an early or repeated sweep does nothing', () => {
    const driver = new EventDriver();
    driver.book('lock-seats', [101], [], { holdType: 'BRIEF' });
    driver.lock(driver.create(), [102]);
    const before = driver.image();
    driver.ask({ kind: 'expire', sessions: [2, 2, 99], locks: [1, 1, 99] });
    expect(driver.image()).toEqual(before);
    driver.now += driver.policy.holdMs;
    expect(driver.ask({ kind: 'expire', sessions: [2, 2], locks: [1, 1] }).ok).toBe(true);
    expect([driver.seat(101), driver.seat(102), driver.session('s1').state]).toEqual(['ACTIVE', 'ACTIVE', 'EXPIRED']);
  });
});
