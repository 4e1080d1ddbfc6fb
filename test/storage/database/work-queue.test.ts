/** A work queue: bounded concurrency, FIFO order, and a bounded number of waiting tasks. */
import { WorkQueue } from '#storage/database/work-queue.ts';

const queueOf = (atOnce: number, waitingMax: number) => new WorkQueue({ atOnce, waitingMax, refusal: 'Too many.' });

describe('a work queue', () => {
  test('runs two tasks at a time, the others in order', async () => {
    const queue = queueOf(2, 10);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const works = [0, 1, 2, 3].map((at) =>
      queue.run(() => {
        begun.push(at);
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    );
    expect([begun, queue.waiting, queue.isIdle]).toEqual([[0, 1], 2, false]);
    ends[1]?.();
    await works[1];
    expect(begun).toEqual([0, 1, 2]);
    ends[0]?.();
    await works[0];
    expect(begun).toEqual([0, 1, 2, 3]);
    ends[2]?.();
    ends[3]?.();
    await Promise.all(works);
    expect([queue.waiting, queue.isIdle]).toEqual([0, true]);
  });

  test('goes on after a task that failed', async () => {
    const queue = queueOf(2, 10);
    await expect(Promise.all([1, 2, 3].map(() => queue.run(() => Promise.reject(new Error('no')))))).rejects.toThrow(
      'no',
    );
    expect(await queue.run(async () => 'fine')).toBe('fine');
  });

  test('refuses a task when too many wait, and accepts tasks again when there is room', async () => {
    const queue = queueOf(1, 1);
    const gate = Promise.withResolvers<void>();
    const accepted = [queue.run(() => gate.promise), queue.run(() => gate.promise)];
    const refusal = { name: 'Fault', code: 'UNAVAILABLE', message: expect.stringContaining('Too many.') };
    await expect(queue.run(() => gate.promise)).rejects.toMatchObject(refusal);
    gate.resolve();
    await Promise.all(accepted);
    expect(await queue.run(async () => 'fine')).toBe('fine');
  });
});
