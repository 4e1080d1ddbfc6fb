/** Idempotency keys of the private booking calls: the same key gets the same answer, refusals included. */
import { describe, expect, test } from '@jest/globals';
import { outcomeOf, Rehearsal, refusalOf } from '../support/rehearsal.ts';

const day = 24 * 3600 * 1000;
const key = { keyHash: 'key', bodyHash: 'lock 101' };

describe('an idempotency key', () => {
  test('gets the recorded answer, and the call takes effect once', () => {
    const play = new Rehearsal();
    expect(outcomeOf(play.book('sell-seats', [], [[9001, 2]], { key }))).toBe('true');
    expect(outcomeOf(play.book('sell-seats', [], [[9001, 2]], { key }))).toBe('true');
    expect(play.state.areaAt(0).sold).toBe(2);
  });

  test('remembers false: a retry does not take effect when the seat has become free', () => {
    const play = new Rehearsal();
    play.book('lock-seats', [101]);
    expect(outcomeOf(play.book('sell-seats', [101], [], { key }))).toBe('false');
    play.book('unlock-seats', [101]);
    expect(outcomeOf(play.book('sell-seats', [101], [], { key }))).toBe('false');
    expect(play.seat(101)).toBe('ACTIVE');
  });

  test('remembers a refusal with all its members', () => {
    const play = new Rehearsal();
    play.lock(play.create(), [101]);
    const refusal = refusalOf(play.book('lock-seats', [101], [], { key }));
    expect(refusal).toMatchObject({ code: 'SESSION_HELD', conflicts: { seats: [101] } });
    play.cancel('s1');
    expect(refusalOf(play.book('lock-seats', [101], [], { key }))).toEqual(refusal);
    expect(play.seat(101)).toBe('ACTIVE');
  });

  test('with another body is refused, and this refusal is not remembered', () => {
    const play = new Rehearsal();
    play.book('lock-seats', [101], [], { key });
    const other = { ...key, bodyHash: 'lock 102' };
    expect(outcomeOf(play.book('lock-seats', [102], [], { key: other }))).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(play.seat(102)).toBe('ACTIVE');
    expect(outcomeOf(play.book('lock-seats', [101], [], { key }))).toBe('true');
  });

  test('is kept for 24 hours', () => {
    const play = new Rehearsal();
    play.book('lock-seats', [101], [], { key });
    play.book('unlock-seats', [101]);
    play.now += day - 1;
    play.create();
    expect(outcomeOf(play.book('lock-seats', [101], [], { key }))).toBe('true');
    expect(play.seat(101)).toBe('ACTIVE');
    play.now += 1;
    play.create();
    expect(outcomeOf(play.book('lock-seats', [101], [], { key }))).toBe('true');
    expect(play.seat(101)).toBe('LOCKED');
  });

  test('is optional; without it each call takes effect', () => {
    const play = new Rehearsal();
    play.book('sell-seats', [], [[9001, 2]]);
    play.book('sell-seats', [], [[9001, 2]]);
    expect(play.state.areaAt(0).sold).toBe(4);
    expect(play.state.keys.answers.size).toBe(0);
  });
});
