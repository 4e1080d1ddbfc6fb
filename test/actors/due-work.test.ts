/** The work that time brings to an event: what waits, what one turn takes of it, and what stays. */
import { DeadlineQueue } from '#actors/deadlines.ts';
import { DueWork } from '#actors/due-work.ts';
import { ManualClock } from '../support/manual-clock.ts';

function timed() {
  const unprojected = { sessions: 0 };
  let woken = 0;
  const work = new DueWork(new DeadlineQueue(new ManualClock(), 100), {
    due: () => void woken++,
    unprojectedSessions: () => unprojected.sessions,
  });
  return { work, unprojected, woken: () => woken };
}

describe('the work that time brings to an event', () => {
  test('is nothing before a deadline has passed, and nothing after it was taken', () => {
    const { work, woken } = timed();
    expect([work.count, work.take(), woken()]).toEqual([0, null, 0]);
    work.expiries.sessionDue(3);
    work.expiries.lockDue(4);
    work.stepTimer.due();
    expect([work.count, woken()]).toEqual([3, 3]);
    expect(work.take()).toEqual({ kind: 'expire', sessions: [3], locks: [4], queue: true });
    expect([work.count, work.take()]).toEqual([0, null]);
  });

  test('waits on when a turn takes only a part of it', () => {
    const { work } = timed();
    for (let ordinal = 1; ordinal <= 1_000; ordinal++) work.expiries.sessionDue(ordinal);
    const taken: number[] = [];
    while (work.count > 0) taken.push(...(work.take()?.sessions ?? []));
    expect(taken).toEqual(Array.from({ length: 1_000 }, (_, place) => place + 1));
  });

  test('is not lost while expiries are held back', () => {
    const { work, unprojected } = timed();
    unprojected.sessions = 1_000_000;
    work.expiries.sessionDue(7);
    expect([work.count, work.take()]).toEqual([0, null]);
    work.stepTimer.due();
    expect(work.take()).toEqual({ kind: 'expire', sessions: [], locks: [], queue: true });
    unprojected.sessions = 0;
    expect(work.take()).toEqual({ kind: 'expire', sessions: [7], locks: [] });
  });
});
