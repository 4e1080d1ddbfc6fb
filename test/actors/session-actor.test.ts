/** Session actors: each session or lock that can expire has exactly one deadline, which follows its facts. */
import { describe, expect, test } from '@jest/globals';
import { DeadlineQueue } from '#actors/deadlines.ts';
import { SessionActors } from '#actors/session-actor.ts';
import type { Answer } from '#domain/reply.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { Rehearsal } from '../support/rehearsal.ts';

/** Session actors that follow the facts of a rehearsal, on a clock with the rehearsal's time. */
function family() {
  const play = new Rehearsal();
  const clock = new ManualClock(play.now);
  const queue = new DeadlineQueue(clock, 1);
  const due: string[] = [];
  const actors = new SessionActors(queue, {
    sessionDue: (ordinal) => void due.push(`session ${ordinal}`),
    lockDue: (ordinal) => void due.push(`lock ${ordinal}`),
  });
  let heeded = play.records.length;
  const heed = (_: Answer | string): void => {
    for (const { facts } of play.records.slice(heeded)) for (const fact of facts) actors.heed(fact, play.state);
    heeded = play.records.length;
  };
  const pass = (ms: number): void => {
    play.now += ms;
    clock.advance(ms);
  };
  return { play, clock, queue, due, actors, heed, pass };
}

const minute = 60_000;

describe('session actors', () => {
  test('report the expiry of a hold once', () => {
    const { heed, play, pass, due } = family();
    heed(play.create());
    pass(15 * minute - 1);
    expect(due).toEqual([]);
    pass(1);
    expect(due).toEqual(['session 1']);
    pass(60 * minute);
    expect(due).toEqual(['session 1']);
  });

  test('use the deadline of the payment grace after a checkout', () => {
    const { heed, play, pass, due, queue } = family();
    heed(play.create());
    pass(14 * minute);
    heed(play.checkout('s1', [101]));
    expect(queue.count).toBe(1);
    pass(10 * minute - 1);
    expect(due).toEqual([]);
    pass(1);
    expect(due).toEqual(['session 1']);
  });

  test.each<[string, (play: Rehearsal) => Answer]>([
    ['confirmed', (play) => play.checkout('s1', [101]) && play.confirm('s1')],
    ['cancelled', (play) => play.cancel('s1')],
  ])('end with a session that is %s', (_, end) => {
    const { heed, play, pass, due, queue, actors } = family();
    heed(play.create());
    heed(end(play));
    expect([queue.count, actors.count, actors.nextDeadline(play.state)]).toEqual([0, 0, null]);
    pass(60 * minute);
    expect(due).toEqual([]);
  });

  test('follow private locks of seats and of areas, each with its own deadline', () => {
    const { heed, play, pass, due } = family();
    heed(play.book('lock-seats', [101, 102], [[9001, 3]], { holdType: 'BRIEF' }));
    heed(play.book('lock-seats', [103], [[9001, 1]]));
    heed(play.book('lock-seats', [104], [[9001, 1]], { holdType: 'RESERVED' }));
    pass(minute);
    expect(due.toSorted()).toEqual(['lock 1', 'lock 2']);
    pass(14 * minute);
    expect(due.toSorted()).toEqual(['lock 1', 'lock 2', 'lock 3', 'lock 4']);
  });

  test('adopt all sessions and locks with a deadline after recovery, overdue ones too, and no others', () => {
    const { play, clock, actors, due, queue } = family();
    play.create();
    play.create();
    play.cancel('s2');
    play.book('lock-seats', [101]);
    play.book('lock-seats', [102], [], { holdType: 'RESERVED' });
    play.checkout(play.create(), [103]);
    play.confirm('s3');
    clock.advance(20 * minute);
    actors.adopt(play.state);
    expect(queue.count).toBe(2);
    clock.advance(0);
    expect(due.toSorted()).toEqual(['lock 3', 'session 1']);
  });

  test('end all together', () => {
    const { heed, play, actors, queue, due, pass } = family();
    for (let count = 0; count < 5; count++) heed(play.create());
    actors.endAll();
    expect([queue.count, actors.count]).toEqual([0, 0]);
    pass(60 * minute);
    expect(due).toEqual([]);
  });
});

describe('the next deadline of an event', () => {
  test('is the earliest one, and null if nothing can expire', () => {
    const { heed, play, pass, actors } = family();
    expect(actors.nextDeadline(play.state)).toBeNull();
    heed(play.book('lock-seats', [105], [], { holdType: 'RESERVED' }));
    expect(actors.nextDeadline(play.state)).toBeNull();
    heed(play.create());
    pass(minute);
    heed(play.create());
    expect(actors.nextDeadline(play.state)).toBe(play.session('s1').deadline);
  });

  test('becomes the next one when the earliest is cancelled', () => {
    const { heed, play, pass, actors } = family();
    heed(play.create());
    pass(minute);
    heed(play.create());
    heed(play.cancel('s1'));
    expect(actors.nextDeadline(play.state)).toBe(play.session('s2').deadline);
    heed(play.book('lock-seats', [101], [[9001, 2]], { holdType: 'BRIEF' }));
    expect(actors.nextDeadline(play.state)).toBe(play.now + minute);
    heed(play.book('unlock-seats', [101]));
    expect(actors.nextDeadline(play.state)).toBe(play.now + minute);
    heed(play.book('unlock-seats', [], [[9001, 2]]));
    expect(actors.nextDeadline(play.state)).toBe(play.session('s2').deadline);
  });

  test('stays after it has passed until the expiry is decided', () => {
    const { heed, play, pass, actors, due } = family();
    heed(play.create());
    const { deadline } = play.session('s1');
    pass(15 * minute);
    expect(due).toEqual(['session 1']);
    expect(actors.nextDeadline(play.state)).toBe(deadline);
    heed(play.sweep());
    expect(actors.nextDeadline(play.state)).toBeNull();
  });
});
