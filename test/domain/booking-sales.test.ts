/** Sales of locked seats, reverted sales and blocked seats: their effect in every state, and on records of sessions. */
import { describe, expect, test } from '@jest/globals';
import type { Answer } from '#domain/reply.ts';
import { brokenRules } from '../support/invariants.ts';
import { organizationId, outcomeOf, Rehearsal, refusalOf } from '../support/rehearsal.ts';
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

function confirmed(play: Rehearsal, seats: number[], places: [number, number][] = []): string {
  const id = play.create();
  play.lock(id, seats, places);
  play.checkout(id);
  play.confirm(id);
  return id;
}

const counters = (play: Rehearsal, at = 0): Record<string, number> => {
  const { available, held, locked, blocked, sold, soldPrivately } = play.state.areaAt(at);
  return { available, held, locked, blocked, sold, soldPrivately };
};

const stateOf = (play: Rehearsal, ...seats: number[]): string => seats.map((seat) => play.seat(seat)).join(' ');

describe('one seat', () => {
  test.each(cases)('$name, $kind: $answer', ({ name, kind, answer }) => {
    const play = new Rehearsal();
    seatIn[name](play);
    const answered = play.book(kind, [101]);
    expect(`${outcomeOf(answered)} ${play.seat(101)}`).toBe(answer);
    expect(brokenRules(play.state, 10)).toEqual([]);
  });

  test.each(cases.filter(({ answer }) => !answer.startsWith('true')))(
    '$name, $kind among others that could: nothing is changed',
    ({ name, kind }) => {
      const play = new Rehearsal();
      seatIn[name](play);
      if (kind !== 'block-seats') play.book(fits[kind], [103], [[9001, 2]]);
      const before = play.image();
      expect(outcomeOf(play.book(kind, [103, 101], [[9001, 1]]))).not.toBe('true');
      expect(play.image()).toEqual(before);
      expect(outcomeOf(play.book(kind, [103], [[9001, 1]]))).toBe('true');
    },
  );

  test('a blocked seat never becomes available by itself; an expiring blocking type does', () => {
    const holdTypes = { DAY: { ttlMs: 60_000, validState: 'BLOCKED' } } as const;
    const play = new Rehearsal({ policy: { holdTypes } });
    play.book('block-seats', [101], [[9001, 2]], { holdType: 'DAY' });
    play.book('lock-seats', [102], [[9001, 3]], { holdType: 'DAY' });
    play.now += 366 * 24 * 3600 * 1000;
    play.sweep();
    expect(stateOf(play, 101, 102)).toBe('BLOCKED ACTIVE');
    expect(counters(play)).toMatchObject({ available: 18, blocked: 2 });
  });

  test('a lock of which some seats were sold expires with its other seats', () => {
    const play = new Rehearsal();
    play.book('lock-seats', [101, 102, 103]);
    expect(outcomeOf(play.book('sell-locks', [103, 101, 103]))).toBe('true');
    play.now += play.policy.lockMs + 1000;
    play.sweep();
    expect(stateOf(play, 101, 102, 103)).toBe('SOLD ACTIVE SOLD');
    expect(play.state.locks.size).toBe(0);
  });
});

describe('the order of checks of booking calls', () => {
  const off = { salesControlEnabled: false };

  test('without sales control, sale and revertsale are refused and the other calls work', () => {
    const play = new Rehearsal({ policy: off });
    play.book('lock-seats', [101]);
    expect(outcomeOf(play.book('sell-locks', [101]))).toBe('SALES_CONTROL_DISABLED');
    expect(outcomeOf(play.book('revert-sales', []))).toBe('SALES_CONTROL_DISABLED');
    const others = ['sell-seats', 'lock-seats', 'block-seats'] as const;
    expect(others.map((kind, at) => outcomeOf(play.book(kind, [102 + at])))).toEqual(['true', 'true', 'true']);
    expect(stateOf(play, 101, 102)).toBe('LOCKED SOLD');
  });

  test('is: invalid lines, sales control, status of the event, states of the lines', () => {
    const play = new Rehearsal({ status: 'DRAFT', policy: off });
    for (const kind of ['sell-locks', 'revert-sales'] as const) {
      expect(outcomeOf(play.book(kind, [999]))).toBe('VALIDATION_FAILED');
      expect(outcomeOf(play.book(kind, [101], [], { holdType: 'NONE' }))).toBe('VALIDATION_FAILED');
      expect(outcomeOf(play.book(kind, [101]))).toBe('SALES_CONTROL_DISABLED');
    }
    play.policy = { ...play.policy, salesControlEnabled: true };
    expect(kinds.map((kind) => outcomeOf(play.book(kind, [101])))).toEqual(kinds.map(() => 'EVENT_NOT_PUBLISHED'));
    play.state.status = 'ARCHIVED';
    expect(kinds.map((kind) => outcomeOf(play.book(kind, [])))).toEqual(kinds.map(() => 'EVENT_ARCHIVED'));
  });

  test('a sale names what sessions hold, then answers false, then refuses orphans', () => {
    const play = new Rehearsal({ policy: { orphanSeatPrevention: true } });
    play.lock(play.create(), [101, 102]);
    play.book('lock-seats', [103, 104, 105]);
    play.book('unlock-seats', [104]);
    const held = refusalOf(play.book('sell-locks', [105, 102, 110, 101]));
    expect(held).toMatchObject({ code: 'SESSION_HELD', conflicts: { seats: [102, 101], groupOfSeats: [] } });
    expect(outcomeOf(play.book('sell-locks', [105, 110]))).toBe('false');
    const before = play.image();
    const alone = refusalOf(play.book('sell-locks', [105, 103]));
    expect(alone).toMatchObject({ code: 'ORPHAN_SEATS', conflicts: { seats: [105, 103] }, orphanSeats: [104] });
    expect(play.image()).toEqual(before);
    play.book('lock-seats', [104]);
    expect(outcomeOf(play.book('sell-locks', [105, 104, 103]))).toBe('true');
  });

  test('calls that free or block seats are never refused for orphans', () => {
    const play = new Rehearsal({ policy: { orphanSeatPrevention: true } });
    expect(outcomeOf(play.book('block-seats', [102, 104]))).toBe('true');
    expect(outcomeOf(play.book('unblock-seats', [104]))).toBe('true');
    play.book('sell-seats', [201, 202, 203, 204]);
    expect(outcomeOf(play.book('revert-sales', [202]))).toBe('true');
  });

  test('an empty selection is done', () => {
    const play = new Rehearsal();
    const before = play.image();
    expect(kinds.map((kind) => outcomeOf(play.book(kind, [], [[9001, 0]])))).toEqual(['true', 'true', 'true', 'true']);
    expect(play.image()).toEqual(before);
  });
});

describe('places', () => {
  test('are sold from private locks only, with the earliest deadline first', () => {
    const play = new Rehearsal();
    play.lock(play.create(), [], [[9001, 3]]);
    play.book('lock-seats', [], [[9001, 4]], { holdType: 'HOUSE' });
    play.book('lock-seats', [], [[9001, 2]], { holdType: 'RESERVED' });
    play.book('lock-seats', [], [[9001, 3]]);
    expect(outcomeOf(play.book('sell-locks', [], [[9001, 6]]))).toBe('false');
    expect(outcomeOf(play.book('sell-locks', [], [[9001, 4]]))).toBe('true');
    expect(counters(play)).toEqual({ available: 8, held: 3, locked: 1, blocked: 4, sold: 4, soldPrivately: 4 });
    play.now += play.policy.lockMs + 1000;
    play.sweep();
    expect(counters(play)).toMatchObject({ locked: 1, available: 11 });
  });

  test('can only be blocked if they are available, and only be unblocked if they are blocked', () => {
    const play = new Rehearsal();
    play.book('lock-seats', [], [[9001, 5]], { holdType: 'HOUSE' });
    const ask = (kind: 'block-seats' | 'unblock-seats', amount: number) =>
      outcomeOf(play.book(kind, [], [[9001, amount]]));
    expect([ask('block-seats', 16), ask('block-seats', 15)]).toEqual(['false', 'true']);
    expect(counters(play)).toMatchObject({ available: 0, blocked: 20 });
    expect([ask('unblock-seats', 21), ask('unblock-seats', 20), ask('unblock-seats', 1)]).toEqual([
      'false',
      'true',
      'false',
    ]);
    expect(play.state.locks.size).toBe(0);
  });

  test('are reverted from private sales first, then from the latest confirmed sessions', () => {
    const play = new Rehearsal();
    const early = play.create();
    const late = confirmed(play, [], [[9001, 4]]);
    play.lock(early, [], [[9001, 3]]);
    play.checkout(early);
    play.confirm(early);
    play.book('sell-seats', [], [[9001, 2]]);
    const owned = () => [late, early].map((id) => play.state.areaAt(0).purchases.placesOf(play.session(id).ordinal));
    const revert = (amount: number): string => outcomeOf(play.book('revert-sales', [], [[9001, amount]]));
    expect([revert(10), revert(1), owned()]).toEqual(['false', 'true', [4, 3]]);
    expect([revert(2), owned()]).toEqual(['true', [4, 2]]);
    expect(counters(play)).toMatchObject({ sold: 6, soldPrivately: 0, available: 14 });
    expect([revert(3), owned()]).toEqual(['true', [3, 0]]);
    expect(counters(play)).toMatchObject({ sold: 3, available: 17 });
    expect([revert(4), revert(3), owned()]).toEqual(['false', 'true', [0, 0]]);
    expect(brokenRules(play.state, 10)).toEqual([]);
  });

  test('of two areas are reverted together or not at all', () => {
    const play = new Rehearsal();
    confirmed(
      play,
      [],
      [
        [9001, 3],
        [9002, 2],
      ],
    );
    const both = (first: number, second: number): Answer =>
      play.book(
        'revert-sales',
        [],
        [
          [9001, first],
          [9002, second],
        ],
      );
    expect(outcomeOf(both(1, 3))).toBe('false');
    expect(counters(play).sold).toBe(3);
    expect(outcomeOf(both(1, 2))).toBe('true');
    expect([counters(play).sold, counters(play, 1).sold]).toEqual([2, 0]);
  });
});

describe('a session whose sale was reverted', () => {
  test('keeps its cart, reference and total as a record', () => {
    const play = new Rehearsal();
    const id = confirmed(play, [101, 102], [[9001, 4]]);
    const before = play.session(id);
    play.book('revert-sales', [101], [[9001, 1]]);
    expect(play.session(id)).toBe(before);
    expect(outcomeOf(play.confirm(id))).toBe('CONFIRMED');
    expect(outcomeOf(play.cancel(id))).toBe('SESSION_DEAD');
  });

  test('frees on release only the seats and places that it still owns', () => {
    const play = new Rehearsal();
    const id = confirmed(play, [101, 102], [[9001, 4]]);
    play.book('revert-sales', [101], [[9001, 3]]);
    const next = confirmed(play, [101], [[9001, 5]]);
    expect(counters(play)).toMatchObject({ available: 14, sold: 6 });
    expect(outcomeOf(play.release(id))).toBe('CANCELLED');
    expect(stateOf(play, 101, 102)).toBe('SOLD ACTIVE');
    expect(counters(play)).toMatchObject({ available: 15, sold: 5 });
    expect(play.session(id)).toMatchObject({ seats: [], areas: [] });
    expect(outcomeOf(play.release(next))).toBe('CANCELLED');
    expect(counters(play)).toMatchObject({ available: 20, sold: 0 });
  });

  test('frees nothing on release if it owns nothing any more', () => {
    const play = new Rehearsal();
    const id = confirmed(play, [101], [[9002, 5]]);
    play.book('revert-sales', [101], [[9002, 5]]);
    play.book('sell-seats', [101], [[9002, 5]]);
    expect(outcomeOf(play.release(id))).toBe('CANCELLED');
    expect([play.seat(101), counters(play, 1).sold]).toEqual(['SOLD', 5]);
  });

  test('loses places even if it is not in memory, and frees the others on a later release', () => {
    const play = new Rehearsal();
    const id = confirmed(play, [101], [[9001, 4]]);
    const session = play.session(id);
    play.state.evictSession(session);
    expect(outcomeOf(play.book('revert-sales', [101], [[9001, 3]]))).toBe('true');
    expect(counters(play)).toMatchObject({ available: 19, sold: 1 });
    play.state.putSession(session);
    play.ask({ kind: 'release-session', organizationId, sessionId: id });
    expect(counters(play)).toMatchObject({ available: 20, sold: 0 });
  });
});

test('facts keep the hold type and the label of a sale for the record', () => {
  const play = new Rehearsal();
  play.book('lock-seats', [101], [[9001, 1]]);
  play.book('sell-locks', [101], [[9001, 1]], { holdType: 'HOUSE' });
  expect(play.records.at(-1)?.facts).toEqual([
    { type: 'locks-sold', seats: [0, 1], areas: [[0, 1, 2]], holdType: 'HOUSE' },
  ]);
});

test('a repeated booking call with the same Idempotency-Key gets the first answer', () => {
  const play = new Rehearsal();
  const once = (kind: (typeof kinds)[number]) =>
    outcomeOf(play.book(kind, [101], [], { key: { keyHash: kind, bodyHash: kind } }));
  play.book('lock-seats', [101]);
  const answers = (['sell-locks', 'revert-sales', 'block-seats', 'unblock-seats'] as const).flatMap((kind) => [
    once(kind),
    once(kind),
  ]);
  expect(answers).toEqual(Array.from({ length: 8 }, () => 'true'));
  expect(play.seat(101)).toBe('ACTIVE');
});
