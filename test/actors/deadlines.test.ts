/** The deadline queue compared with a sorted list: calls, their times and order, and the size of a sweep. */
import fc from 'fast-check';
import { DeadlineQueue } from '#actors/deadlines.ts';
import { ManualClock } from '../support/manual-clock.ts';

const sweepMs = 100;

function waiting(start = 0) {
  const clock = new ManualClock(start);
  const queue = new DeadlineQueue(clock, sweepMs);
  const called: { name: string; at: number }[] = [];
  const add = (name: string, time: number): number =>
    queue.add(time, { due: () => void called.push({ name, at: clock.now() }) }, 0);
  return { clock, queue, called, add };
}

const nextSweep = (time: number): number => Math.ceil(time / sweepMs) * sweepMs;

describe('the deadline queue', () => {
  test('calls nothing early, and everything at the first sweep after its deadline', () => {
    const { clock, called, add, queue } = waiting();
    for (const time of [250, 100, 101, 300]) add(`${time}`, time);
    clock.advance(99);
    expect(called).toEqual([]);
    clock.advance(1);
    expect(called).toEqual([{ name: '100', at: 100 }]);
    clock.advance(1000);
    expect(called.slice(1)).toEqual([
      { name: '101', at: 200 },
      { name: '250', at: 300 },
      { name: '300', at: 300 },
    ]);
    expect([queue.count, clock.pending]).toEqual([0, 0]);
  });

  test('has only one timer, for the earliest deadline', () => {
    const { clock, add, queue } = waiting();
    const slots = [500, 400, 300, 200].map((time) => add(`${time}`, time));
    expect(clock.pending).toBe(1);
    for (const slot of slots) queue.remove(slot);
    expect(queue.count).toBe(0);
    clock.advance(1000);
    expect(clock.pending).toBe(0);
  });

  test('calls a deadline that had passed when it was added as soon as the clock advances', () => {
    const { clock, called, add } = waiting(10_000);
    add('late', 500);
    clock.advance(0);
    expect(called).toEqual([{ name: 'late', at: 10_000 }]);
  });

  test('accepts new deadlines during a sweep, and does not call removed ones', () => {
    const { clock, queue, called, add } = waiting();
    let victim = -1;
    const restless = () => {
      queue.remove(victim);
      add('new', 150);
      add('overdue', 50);
    };
    queue.add(100, { due: restless }, 0);
    victim = add('victim', 100);
    clock.advance(100);
    expect(called.map(({ name }) => name)).toEqual(['overdue']);
    clock.advance(100);
    expect(called.map(({ name }) => name)).toEqual(['overdue', 'new']);
  });

  test('a slot that was called or removed may be removed again', () => {
    const { clock, queue, called, add } = waiting();
    const slot = add('once', 100);
    add('other', 5000);
    clock.advance(100);
    queue.remove(slot);
    queue.remove(slot);
    queue.remove(99_999);
    expect([called.length, queue.count]).toEqual([1, 1]);
  });

  test('calls nothing after it is closed', () => {
    const { clock, queue, called, add } = waiting();
    add('before', 100);
    queue.close();
    add('after', 100);
    clock.advance(1000);
    expect([called, clock.pending]).toEqual([[], 0]);
  });

  test('sweeps 10,000 deadlines of the same time in steps', () => {
    const { clock, queue, called, add } = waiting();
    for (let count = 0; count < 10_000; count++) add(`${count}`, 100);
    const sizes: number[] = [];
    // Simulates other work: scheduled for the same time, it runs between two steps of the sweep.
    const between = (): void => {
      sizes.push(called.length);
      if (called.length < 10_000) clock.wakeAt(100, between);
    };
    clock.wakeAt(100, between);
    clock.advance(100);
    expect([called.length, queue.count]).toEqual([10_000, 0]);
    expect(sizes.filter((size) => size > 0 && size < 10_000).length).toBeGreaterThanOrEqual(2);
  });

  test('behaves as a sorted list does', () => {
    const action = fc.oneof(
      { weight: 5, arbitrary: fc.record({ add: fc.nat(2000) }) },
      { weight: 3, arbitrary: fc.record({ remove: fc.nat(50) }) },
      { weight: 2, arbitrary: fc.record({ pass: fc.nat(400) }) },
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 100 }), (actions) => {
        const { clock, queue, called, add } = waiting();
        const naive = new Map<string, { time: number; slot: number; since: number }>();
        let expected: { name: string; at: number }[] = [];
        for (const [order, one] of actions.entries()) {
          const keys = [...naive.keys()];
          if ('add' in one) {
            const time = clock.now() + one.add;
            naive.set(`${order}`, { time, slot: add(`${order}`, time), since: clock.now() });
          } else if ('remove' in one && keys.length > 0) {
            const name = keys[one.remove % keys.length] as string;
            queue.remove(naive.get(name)?.slot as number);
            naive.delete(name);
          } else if ('pass' in one) {
            clock.advance(one.pass);
            const due = [...naive].filter(([, { time }]) => nextSweep(time) <= clock.now());
            for (const [name] of due) naive.delete(name);
            expected = expected.concat(due.map(([name, { time }]) => ({ name, at: nextSweep(time) })));
          }
        }
        const byName = (a: { name: string }, b: { name: string }): number => Number(a.name) - Number(b.name);
        expect(called.toSorted(byName)).toEqual(expected.toSorted(byName));
        expect(queue.count).toBe(naive.size);
      }),
      { numRuns: 300 },
    );
  });

  test('keeps 100,000 deadlines in order, with half of them removed', () => {
    const { clock, queue, called, add } = waiting();
    let seed = 12_345;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return seed % below;
    };
    const entries = Array.from({ length: 100_000 }, (_, name) => ({ name: `${name}`, time: 1 + random(1_000_000) }));
    const slots = entries.map(({ name, time }) => add(name, time));
    const kept = entries.filter((_, at) => at % 2 === 0);
    for (const [at, slot] of slots.entries()) if (at % 2 === 1) queue.remove(slot);
    expect(queue.count).toBe(50_000);
    clock.advance(1_000_000);
    const times = new Map(entries.map(({ name, time }) => [name, time]));
    expect(called).toHaveLength(50_000);
    expect(called.filter(({ name, at }) => at !== nextSweep(times.get(name) as number))).toEqual([]);
    const order = called.map(({ name }) => times.get(name) as number);
    expect(order).toEqual(kept.map(({ time }) => time).sort((a, b) => a - b));
  });
});
