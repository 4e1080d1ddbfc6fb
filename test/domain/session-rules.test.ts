/** The rules of sessions beyond the table: the order of checks, carts, prices, references, keys. */
import type { InvalidBody } from '#domain/command.ts';
import type { Answer } from '#domain/reply.ts';
import type { Selection } from '#domain/selection.ts';
import { totalCents } from '#domain/session/session.ts';
import { EventDriver, organizationId, outcomeOf, refusalOf, selectionOf } from '../support/event-driver.ts';

const invalid: InvalidBody = { invalid: 'VALIDATION_FAILED', detail: 'wrong', errors: [] };

describe('the order of checks on lock and checkout', () => {
  /** Each makes the call fail for one reason, in the order of the contract. */
  const reasons: readonly [code: string, fail: (driver: EventDriver, call: Ask) => void][] = [
    ['ENTITY_NOT_FOUND', (_, call) => Object.assign(call, { sessionId: 'nobody' })],
    ['NOT_ENABLED', (driver) => Object.assign(driver, { policy: { ...driver.policy, publicSessionsEnabled: false } })],
    ['EVENT_NOT_PUBLISHED', (driver) => Object.assign(driver.state, { status: 'DRAFT' })],
    ['SESSION_DEAD', (driver) => Object.assign(driver, { now: driver.now + driver.policy.holdMs })],
    ['VALIDATION_FAILED', (_, call) => Object.assign(call, { selection: invalid })],
    ['CAP_SEATS', (_, call) => add(call, [[9001, 11]])],
    ['SEAT_CONFLICT', (_, call) => add(call, [[9999, 1]])],
    ['ORPHAN_SEATS', (_, call) => Object.assign(call, { selection: selectionOf([102]) })],
  ];

  interface Ask {
    readonly kind: 'lock-session' | 'checkout-session';
    sessionId: string;
    selection: Selection | InvalidBody;
  }

  function add(call: Ask, areas: [number, number][]): void {
    if ('invalid' in call.selection) return;
    const { seats, groupOfSeats } = call.selection;
    call.selection = { seats, groupOfSeats: [...groupOfSeats, ...selectionOf([], areas).groupOfSeats] };
  }

  const pairs = reasons.flatMap((first, at) => reasons.slice(at + 1).map((second) => ({ first, second })));
  const kinds = ['lock-session', 'checkout-session'] as const;

  test.each(kinds.flatMap((kind) => pairs.map(({ first, second }) => ({ kind, first, second }))))(
    '$kind: $first.0 comes before $second.0',
    ({ kind, first, second }) => {
      const driver = new EventDriver({ policy: { orphanSeatPrevention: true } });
      const call: Ask = { kind, sessionId: driver.create(), selection: selectionOf([]) };
      // The later reason first, so that it does not undo what the earlier one did to the selection.
      second[1](driver, call);
      first[1](driver, call);
      expect(outcomeOf(driver.ask(call as never))).toBe(first[0]);
    },
  );

  test.each(kinds.flatMap((kind) => reasons.map(([code, fail]) => ({ kind, code, fail }))))(
    '$kind: $code alone is found and changes nothing',
    ({ kind, code, fail }) => {
      const driver = new EventDriver({ policy: { orphanSeatPrevention: true } });
      const call: Ask = { kind, sessionId: driver.create(), selection: selectionOf([]) };
      fail(driver, call);
      const before = driver.image();
      expect(outcomeOf(driver.ask(call as never))).toBe(code);
      expect(driver.image()).toEqual(before);
    },
  );

  test('an archived event accepts no bookings, but unlocks and releases', () => {
    const driver = new EventDriver();
    driver.lock(driver.create(), [101]);
    driver.state.status = 'ARCHIVED';
    expect(outcomeOf(driver.lock('s1', [102]))).toBe('EVENT_ARCHIVED');
    expect(outcomeOf(driver.checkout('s1'))).toBe('EVENT_ARCHIVED');
    expect(outcomeOf(driver.ask({ kind: 'create-session', sessionId: 's2', keyHash: 'k2' }))).toBe('EVENT_ARCHIVED');
    expect(outcomeOf(driver.unlock('s1', [101]))).toBe('ACTIVE');
    expect(outcomeOf(driver.cancel('s1'))).toBe('CANCELLED');
  });

  test('public calls need the switch, private calls do not', () => {
    const driver = new EventDriver();
    driver.lock(driver.create(), [101]);
    driver.checkout('s1');
    driver.policy = { ...driver.policy, publicSessionsEnabled: false };
    expect(outcomeOf(driver.ask({ kind: 'get-session', sessionId: 's1' }))).toBe('NOT_ENABLED');
    expect(outcomeOf(driver.cancel('s1', true))).toBe('NOT_ENABLED');
    expect(outcomeOf(driver.unlock('s1', [101]))).toBe('NOT_ENABLED');
    expect(outcomeOf(driver.ask({ kind: 'create-session', sessionId: 's2', keyHash: 'key of s1' }))).toBe(
      'NOT_ENABLED',
    );
    expect(outcomeOf(driver.ask({ kind: 'get-session', sessionId: 'nobody' }))).toBe('ENTITY_NOT_FOUND');
    expect(outcomeOf(driver.confirm('s1'))).toBe('CONFIRMED');
  });

  test("another organization's session is an unknown one", () => {
    const driver = new EventDriver();
    const sessionId = driver.create();
    const foreign = { organizationId: organizationId + 1, sessionId };
    const asked: Answer[] = [
      driver.ask({ kind: 'read-session', ...foreign }),
      driver.ask({ kind: 'withdraw-session', ...foreign }),
      driver.ask({ kind: 'release-session', ...foreign }),
      driver.ask({ kind: 'confirm-session', ...foreign, body: invalid }),
      driver.ask({ kind: 'replace-properties', ...foreign, body: invalid }),
    ];
    expect(asked.map(outcomeOf)).toEqual(Array(5).fill('ENTITY_NOT_FOUND'));
  });
});

describe('a cart', () => {
  test('takes seats in addition and tolerates those it has', () => {
    const driver = new EventDriver();
    driver.lock(driver.create(), [101, 102]);
    expect(outcomeOf(driver.lock('s1', [102, 103, 103]))).toBe('ACTIVE');
    expect(driver.session('s1').seats.map((line) => line.id)).toEqual([101, 102, 103]);
  });

  test('takes a desired total of an area and gives back amounts of it', () => {
    const driver = new EventDriver();
    const places = (): number => driver.session('s1').areas.find((line) => line.id === 9001)?.capacity ?? 0;
    const after = [
      driver.lock(driver.create(), [], [[9001, 4]]) && places(),
      driver.lock('s1', [], [[9001, 6]]) && places(),
      driver.lock('s1', [], [[9001, 3]]) && places(),
      driver.unlock('s1', [], [[9001, 1]]) && places(),
      driver.unlock('s1', [], [[9001, 99]]) && places(),
      driver.lock('s1', [], [[9001, 2]]) && places(),
      driver.lock('s1', [], [[9001, 0]]) && places(),
    ];
    expect(after).toEqual([4, 6, 3, 2, 0, 2, 0]);
    expect(driver.state.areaAt(0).available).toBe(20);
  });

  test('gives back only the lines that it holds, however often an unlock is repeated', () => {
    const driver = new EventDriver();
    driver.lock(driver.create(), [101]);
    driver.lock(driver.create(), [102], [[9001, 2]]);
    expect(
      outcomeOf(
        driver.unlock(
          's1',
          [102, 999],
          [
            [9001, 1],
            [9999, 1],
          ],
        ),
      ),
    ).toBe('ACTIVE');
    expect([driver.seat(102), driver.state.areaAt(0).held]).toEqual(['LOCKED', 2]);
    driver.unlock('s1', [101]);
    expect(outcomeOf(driver.unlock('s1', [101]))).toBe('ACTIVE');
    expect(driver.session('s1').seats).toEqual([]);
  });

  test('holds at most the maximum, which the refusal names', () => {
    const driver = new EventDriver({ policy: { maxSeats: 4 } });
    expect(outcomeOf(driver.lock(driver.create(), [101, 102], [[9001, 2]]))).toBe('ACTIVE');
    expect(refusalOf(driver.lock('s1', [103]))).toMatchObject({ code: 'CAP_SEATS', maxSeats: 4 });
    expect(refusalOf(driver.checkout('s1', [103]))).toMatchObject({ code: 'CAP_SEATS', maxSeats: 4 });
    expect(outcomeOf(driver.lock('s1', [103], [[9001, 1]]))).toBe('ACTIVE');
    expect(driver.session('s1').seats).toHaveLength(3);
  });

  test('is all or nothing, and every line that cannot be had is named', () => {
    const driver = new EventDriver();
    driver.lock(driver.create(), [101], [[9002, 4]]);
    driver.book('sell-seats', [102]);
    driver.book('lock-seats', [103]);
    const before = driver.image();
    const refusal = refusalOf(
      driver.lock(
        driver.create(),
        [104, 101, 102, 103, 999],
        [
          [9001, 1],
          [9002, 2],
          [9999, 1],
        ],
      ),
    );
    expect(refusal.code).toBe('SEAT_CONFLICT');
    expect(refusal.conflicts).toEqual({ seats: [101, 102, 103, 999], groupOfSeats: [9002, 9999] });
    expect(driver.seat(104)).toBe('ACTIVE');
    expect(driver.image().columns).toEqual(before.columns);
  });

  test('cannot hold lines without a price', () => {
    const driver = new EventDriver({ prices: [] });
    const refusal = refusalOf(driver.lock(driver.create(), [101], [[9001, 1]]));
    expect(refusal).toMatchObject({ code: 'SEAT_CONFLICT', conflicts: { seats: [101], groupOfSeats: [9001] } });
  });

  test('is not checked out empty, not even when the selection empties it', () => {
    const driver = new EventDriver();
    expect(outcomeOf(driver.checkout(driver.create()))).toBe('EMPTY_CART');
    driver.lock('s1', [], [[9001, 2]]);
    const emptying = driver.ask({
      kind: 'checkout-session',
      sessionId: 's1',
      selection: selectionOf([], [[9001, 0]]),
    });
    expect(outcomeOf(emptying)).toBe('EMPTY_CART');
    expect(driver.session('s1').areas[0]?.capacity).toBe(2);
  });

  test('frozen by a checkout with a selection holds all of it; a repeat with another body changes nothing', () => {
    const driver = new EventDriver();
    driver.lock(driver.create(), [101]);
    driver.now += 5000;
    driver.checkout('s1', [102]);
    const frozen = driver.session('s1');
    expect(frozen).toMatchObject({ state: 'PENDING_PAYMENT', deadline: driver.now + driver.policy.graceMs });
    driver.now += 5000;
    driver.ask({ kind: 'checkout-session', sessionId: 's1', selection: invalid });
    expect(driver.checkout('s1', [103]).ok).toBe(true);
    expect(driver.session('s1')).toBe(frozen);
  });

  test('adds up exactly', () => {
    const driver = new EventDriver({ areas: [1000], prices: ['0.10', '0.20', '0.7'], policy: { maxSeats: 1000 } });
    driver.lock(driver.create(), [101, 201], [[9001, 300]]);
    expect(totalCents(driver.session('s1'))).toBe(10 + 20 + 300 * 70);
  });

  test('locking does not prolong the hold', () => {
    const driver = new EventDriver();
    const { deadline } = driver.session(driver.create());
    driver.now += 60_000;
    driver.lock('s1', [101]);
    expect(driver.session('s1').deadline).toBe(deadline);
  });
});

describe('the limit of sessions that hold nothing', () => {
  const bounded = () => new EventDriver({ policy: { emptySessionsMax: 3 } });
  const statesOf = (driver: EventDriver, ids: readonly string[]) =>
    ids.map((id) => driver.state.sessions.get(id)?.state ?? 'gone');

  test('ends the oldest of them when a new one is created, and never a session with holds', () => {
    const driver = bounded();
    const [first, second, third] = [driver.create(), driver.create(), driver.create()];
    driver.lock(first, [101]);
    const fourth = driver.create();
    expect(statesOf(driver, [first, second, third, fourth])).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE']);
    const fifth = driver.create();
    expect(statesOf(driver, [first, second, third, fourth, fifth])).toEqual([
      'ACTIVE',
      'gone',
      'ACTIVE',
      'ACTIVE',
      'ACTIVE',
    ]);
    expect(outcomeOf(driver.lock(second, [102]))).toBe('ENTITY_NOT_FOUND');
    expect(driver.records.at(-1)?.facts).toEqual([
      { type: 'cancelled', session: 2, evicted: true },
      expect.objectContaining({ type: 'session-created', session: 5 }),
    ]);
  });

  test('counts a session again that has given everything back, by its age', () => {
    const driver = bounded();
    const [first, second] = [driver.create(), driver.create()];
    driver.lock(first, [101], [[9001, 2]]);
    for (const _ of [3, 4]) driver.create();
    driver.unlock(first, [101]);
    driver.unlock(first, [], [[9001, 2]]);
    driver.create();
    // Four held nothing already: two make room.
    expect(statesOf(driver, [first, second])).toEqual(['gone', 'gone']);
  });

  test('does not count those that pay or are over, and ends nothing for a repetition or a refusal', () => {
    const driver = bounded();
    const [first, second, third] = [driver.create(), driver.create(), driver.create()];
    driver.checkout(first, [101]);
    driver.cancel(second);
    const others = [driver.create(), driver.create()];
    const before = driver.image();
    driver.ask({ kind: 'create-session', sessionId: 'again', keyHash: `key of ${third}` });
    driver.state.status = 'ARCHIVED';
    expect(outcomeOf(driver.ask({ kind: 'create-session', sessionId: 'late', keyHash: 'late' }))).toBe(
      'EVENT_ARCHIVED',
    );
    driver.state.status = 'PUBLISHED';
    expect(driver.image()).toEqual(before);
    expect(statesOf(driver, [third, ...others])).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
  });

  test('that has been lowered is reached two sessions at a time', () => {
    const driver = new EventDriver();
    for (let count = 0; count < 10; count++) driver.create();
    driver.policy = { ...driver.policy, emptySessionsMax: 3 };
    const left = [9, 8, 7, 6, 5, 4, 3, 3].map(() => {
      driver.create();
      return driver.state.emptySessions.size;
    });
    expect(left).toEqual([9, 8, 7, 6, 5, 4, 3, 3]);
  });
});
