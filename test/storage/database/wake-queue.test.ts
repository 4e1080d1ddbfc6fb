/** The wake queue calls waiters once, in order, not before their time, and never after they cancelled. */
import fc from 'fast-check';
import { WakeQueue } from '#storage/database/wake-queue.ts';

const queues: WakeQueue[] = [];

function open(now: () => number) {
  const queue = new WakeQueue(now, 5);
  queues.push(queue);
  return queue;
}

afterEach(() => {
  for (const queue of queues.splice(0)) queue.clear();
});

function woken(queue: WakeQueue, time: number): Promise<void> {
  return new Promise((resolve) => queue.add(time, resolve));
}

describe('a waiter of the wake queue', () => {
  test('is called at or after its time', async () => {
    let now = 0;
    await woken(
      // Each look at this clock finds it one further.
      open(() => ++now),
      12,
    );
    expect(now).toBeGreaterThanOrEqual(12);
  });

  test('is called asynchronously if its time has already passed', async () => {
    let called = false;
    const waiting = woken(
      open(() => 10),
      9,
    ).then(() => {
      called = true;
    });
    expect(called).toBe(false);
    await waiting;
  });

  test('is called soon after the clock has jumped past its time', async () => {
    let now = 0;
    const waiting = woken(
      open(() => now),
      3_600_000,
    );
    now = 3_600_000;
    await waiting;
  });

  test('that another waiter of the same sweep has cancelled is not called', async () => {
    const queue = open(() => 10);
    const called: string[] = [];
    const cancelEarly = queue.add(1, () => called.push('early'));
    queue.add(2, () => {
      called.push('canceller');
      cancelLate();
    });
    const cancelLate = queue.add(3, () => called.push('late'));
    cancelEarly();
    await woken(queue, 4);
    expect(called).toEqual(['canceller']);
  });
});

describe('random waiters of the wake queue', () => {
  test('are called in the order of their times, except cancelled ones', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ time: fc.integer({ min: 0, max: 50 }), cancels: fc.boolean() }), { maxLength: 300 }),
        async (waiters) => {
          let now = -1;
          const queue = open(() => now);
          const called: number[] = [];
          const cancels = waiters.map(({ time }) => queue.add(time, () => called.push(time)));
          waiters.forEach((waiter, place) => {
            if (waiter.cancels) cancels[place]!();
          });
          now = 50;
          await woken(queue, 50);
          const expected = waiters.filter((waiter) => !waiter.cancels).map(({ time }) => time);
          expect(called).toEqual(expected.toSorted((a, b) => a - b));
        },
      ),
      { numRuns: 60 },
    );
  });
});
