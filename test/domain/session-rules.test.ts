/** The rules of sessions beyond the table: the order of checks, carts, prices, references, keys. */
import { describe, expect, test } from '@jest/globals';
import type { InvalidBody, Selection } from '#domain/command.ts';
import type { Answer } from '#domain/reply.ts';
import { totalCents } from '#domain/session/session.ts';
import { organizationId, outcomeOf, Rehearsal, refusalOf, selectionOf } from '../support/rehearsal.ts';

const invalid: InvalidBody = { invalid: 'VALIDATION_FAILED', detail: 'wrong', errors: [] };

describe('the order of checks on lock and checkout', () => {
  /** Each makes the call fail for one reason, in the order of the contract. */
  const reasons: readonly [code: string, fail: (play: Rehearsal, call: Ask) => void][] = [
    ['ENTITY_NOT_FOUND', (_, call) => Object.assign(call, { sessionId: 'nobody' })],
    ['NOT_ENABLED', (play) => Object.assign(play, { policy: { ...play.policy, publicSessionsEnabled: false } })],
    ['EVENT_NOT_PUBLISHED', (play) => Object.assign(play.state, { status: 'DRAFT' })],
    ['SESSION_DEAD', (play) => Object.assign(play, { now: play.now + play.policy.holdMs })],
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
      const play = new Rehearsal({ policy: { orphanSeatPrevention: true } });
      const call: Ask = { kind, sessionId: play.create(), selection: selectionOf([]) };
      // The later reason first, so that it does not undo what the earlier one did to the selection.
      second[1](play, call);
      first[1](play, call);
      expect(outcomeOf(play.ask(call as never))).toBe(first[0]);
    },
  );

  test.each(kinds.flatMap((kind) => reasons.map(([code, fail]) => ({ kind, code, fail }))))(
    '$kind: $code alone is found and changes nothing',
    ({ kind, code, fail }) => {
      const play = new Rehearsal({ policy: { orphanSeatPrevention: true } });
      const call: Ask = { kind, sessionId: play.create(), selection: selectionOf([]) };
      fail(play, call);
      const before = play.image();
      expect(outcomeOf(play.ask(call as never))).toBe(code);
      expect(play.image()).toEqual(before);
    },
  );

  test('an archived event takes no more, but gives back', () => {
    const play = new Rehearsal();
    play.lock(play.create(), [101]);
    play.state.status = 'ARCHIVED';
    expect(outcomeOf(play.lock('s1', [102]))).toBe('EVENT_ARCHIVED');
    expect(outcomeOf(play.checkout('s1'))).toBe('EVENT_ARCHIVED');
    expect(outcomeOf(play.ask({ kind: 'create-session', sessionId: 's2', keyHash: 'k2' }))).toBe('EVENT_ARCHIVED');
    expect(outcomeOf(play.unlock('s1', [101]))).toBe('ACTIVE');
    expect(outcomeOf(play.cancel('s1'))).toBe('CANCELLED');
  });

  test('public calls need the switch, private calls do not', () => {
    const play = new Rehearsal();
    play.lock(play.create(), [101]);
    play.checkout('s1');
    play.policy = { ...play.policy, publicSessionsEnabled: false };
    expect(outcomeOf(play.ask({ kind: 'get-session', sessionId: 's1' }))).toBe('NOT_ENABLED');
    expect(outcomeOf(play.cancel('s1', true))).toBe('NOT_ENABLED');
    expect(outcomeOf(play.unlock('s1', [101]))).toBe('NOT_ENABLED');
    expect(outcomeOf(play.ask({ kind: 'create-session', sessionId: 's2', keyHash: 'key of s1' }))).toBe('NOT_ENABLED');
    expect(outcomeOf(play.ask({ kind: 'get-session', sessionId: 'nobody' }))).toBe('ENTITY_NOT_FOUND');
    expect(outcomeOf(play.confirm('s1'))).toBe('CONFIRMED');
  });

  test("another organization's session is an unknown one", () => {
    const play = new Rehearsal();
    const sessionId = play.create();
    const foreign = { organizationId: organizationId + 1, sessionId };
    const asked: Answer[] = [
      play.ask({ kind: 'read-session', ...foreign }),
      play.ask({ kind: 'withdraw-session', ...foreign }),
      play.ask({ kind: 'release-session', ...foreign }),
      play.ask({ kind: 'confirm-session', ...foreign, body: invalid }),
      play.ask({ kind: 'replace-properties', ...foreign, body: invalid }),
    ];
    expect(asked.map(outcomeOf)).toEqual(Array(5).fill('ENTITY_NOT_FOUND'));
  });
});

describe('a cart', () => {
  test('takes seats in addition and tolerates those it has', () => {
    const play = new Rehearsal();
    play.lock(play.create(), [101, 102]);
    expect(outcomeOf(play.lock('s1', [102, 103, 103]))).toBe('ACTIVE');
    expect(play.session('s1').seats.map((line) => line.id)).toEqual([101, 102, 103]);
  });

  test('takes a desired total of an area and gives back amounts of it', () => {
    const play = new Rehearsal();
    const places = (): number => play.session('s1').areas.find((line) => line.id === 9001)?.capacity ?? 0;
    const after = [
      play.lock(play.create(), [], [[9001, 4]]) && places(),
      play.lock('s1', [], [[9001, 6]]) && places(),
      play.lock('s1', [], [[9001, 3]]) && places(),
      play.unlock('s1', [], [[9001, 1]]) && places(),
      play.unlock('s1', [], [[9001, 99]]) && places(),
      play.lock('s1', [], [[9001, 2]]) && places(),
      play.lock('s1', [], [[9001, 0]]) && places(),
    ];
    expect(after).toEqual([4, 6, 3, 2, 0, 2, 0]);
    expect(play.state.areaAt(0).available).toBe(20);
  });

  test('gives back only what it holds, as often as it is asked', () => {
    const play = new Rehearsal();
    play.lock(play.create(), [101]);
    play.lock(play.create(), [102], [[9001, 2]]);
    expect(
      outcomeOf(
        play.unlock(
          's1',
          [102, 999],
          [
            [9001, 1],
            [9999, 1],
          ],
        ),
      ),
    ).toBe('ACTIVE');
    expect([play.seat(102), play.state.areaAt(0).held]).toEqual(['LOCKED', 2]);
    play.unlock('s1', [101]);
    expect(outcomeOf(play.unlock('s1', [101]))).toBe('ACTIVE');
    expect(play.session('s1').seats).toEqual([]);
  });

  test('holds at most the maximum, and says which', () => {
    const play = new Rehearsal({ policy: { maxSeats: 4 } });
    expect(outcomeOf(play.lock(play.create(), [101, 102], [[9001, 2]]))).toBe('ACTIVE');
    expect(refusalOf(play.lock('s1', [103]))).toMatchObject({ code: 'CAP_SEATS', maxSeats: 4 });
    expect(refusalOf(play.checkout('s1', [103]))).toMatchObject({ code: 'CAP_SEATS', maxSeats: 4 });
    expect(outcomeOf(play.lock('s1', [103], [[9001, 1]]))).toBe('ACTIVE');
    expect(play.session('s1').seats).toHaveLength(3);
  });

  test('is all or nothing, and every line that cannot be had is named', () => {
    const play = new Rehearsal();
    play.lock(play.create(), [101], [[9002, 4]]);
    play.book('sell-seats', [102]);
    play.book('lock-seats', [103]);
    const before = play.image();
    const refusal = refusalOf(
      play.lock(
        play.create(),
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
    expect(play.seat(104)).toBe('ACTIVE');
    expect(play.image().columns).toEqual(before.columns);
  });

  test('cannot hold what has no price', () => {
    const play = new Rehearsal({ prices: [] });
    const refusal = refusalOf(play.lock(play.create(), [101], [[9001, 1]]));
    expect(refusal).toMatchObject({ code: 'SEAT_CONFLICT', conflicts: { seats: [101], groupOfSeats: [9001] } });
  });

  test('is not checked out empty, not even when the selection empties it', () => {
    const play = new Rehearsal();
    expect(outcomeOf(play.checkout(play.create()))).toBe('EMPTY_CART');
    play.lock('s1', [], [[9001, 2]]);
    const emptying = play.ask({
      kind: 'checkout-session',
      sessionId: 's1',
      selection: selectionOf([], [[9001, 0]]),
    });
    expect(outcomeOf(emptying)).toBe('EMPTY_CART');
    expect(play.session('s1').areas[0]?.capacity).toBe(2);
  });

  test('frozen by a checkout with a selection holds all of it; a repeat with another body changes nothing', () => {
    const play = new Rehearsal();
    play.lock(play.create(), [101]);
    play.now += 5000;
    play.checkout('s1', [102]);
    const frozen = play.session('s1');
    expect(frozen).toMatchObject({ state: 'PENDING_PAYMENT', deadline: play.now + play.policy.graceMs });
    play.now += 5000;
    play.ask({ kind: 'checkout-session', sessionId: 's1', selection: invalid });
    expect(play.checkout('s1', [103]).ok).toBe(true);
    expect(play.session('s1')).toBe(frozen);
  });

  test('adds up exactly', () => {
    const play = new Rehearsal({ areas: [1000], prices: ['0.10', '0.20', '0.7'], policy: { maxSeats: 1000 } });
    play.lock(play.create(), [101, 201], [[9001, 300]]);
    expect(totalCents(play.session('s1'))).toBe(10 + 20 + 300 * 70);
  });

  test('locking does not prolong the hold', () => {
    const play = new Rehearsal();
    const { deadline } = play.session(play.create());
    play.now += 60_000;
    play.lock('s1', [101]);
    expect(play.session('s1').deadline).toBe(deadline);
  });
});

describe('a bound on sessions that hold nothing', () => {
  const bounded = () => new Rehearsal({ policy: { emptySessionsMax: 3 } });
  const statesOf = (play: Rehearsal, ids: readonly string[]) => ids.map((id) => play.session(id).state);

  test('ends the oldest of them for a new one, and none that holds something', () => {
    const play = bounded();
    const [first, second, third] = [play.create(), play.create(), play.create()];
    play.lock(first, [101]);
    const fourth = play.create();
    expect(statesOf(play, [first, second, third, fourth])).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE']);
    const fifth = play.create();
    expect(statesOf(play, [first, second, third, fourth, fifth])).toEqual([
      'ACTIVE',
      'CANCELLED',
      'ACTIVE',
      'ACTIVE',
      'ACTIVE',
    ]);
    expect(refusalOf(play.lock(second, [102]))).toMatchObject({ code: 'SESSION_DEAD', state: 'CANCELLED' });
    expect(play.records.at(-1)?.facts).toEqual([
      { type: 'cancelled', session: 2, evicted: true },
      expect.objectContaining({ type: 'session-created', session: 5 }),
    ]);
  });

  test('counts a session again that has given everything back, by its age', () => {
    const play = bounded();
    const [first, second] = [play.create(), play.create()];
    play.lock(first, [101], [[9001, 2]]);
    for (const _ of [3, 4]) play.create();
    play.unlock(first, [101]);
    play.unlock(first, [], [[9001, 2]]);
    play.create();
    // Four held nothing already: two make room.
    expect(statesOf(play, [first, second])).toEqual(['CANCELLED', 'CANCELLED']);
  });

  test('does not count those that pay or are over, and ends nothing for a repetition or a refusal', () => {
    const play = bounded();
    const [first, second, third] = [play.create(), play.create(), play.create()];
    play.checkout(first, [101]);
    play.cancel(second);
    const others = [play.create(), play.create()];
    const before = play.image();
    play.ask({ kind: 'create-session', sessionId: 'again', keyHash: `key of ${third}` });
    play.state.status = 'ARCHIVED';
    expect(outcomeOf(play.ask({ kind: 'create-session', sessionId: 'late', keyHash: 'late' }))).toBe('EVENT_ARCHIVED');
    play.state.status = 'PUBLISHED';
    expect(play.image()).toEqual(before);
    expect(statesOf(play, [third, ...others])).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
  });

  test('that has been lowered is reached two sessions at a time', () => {
    const play = new Rehearsal();
    for (let count = 0; count < 10; count++) play.create();
    play.policy = { ...play.policy, emptySessionsMax: 3 };
    const left = [9, 8, 7, 6, 5, 4, 3, 3].map(() => {
      play.create();
      return play.state.emptySessions.size;
    });
    expect(left).toEqual([9, 8, 7, 6, 5, 4, 3, 3]);
  });
});
