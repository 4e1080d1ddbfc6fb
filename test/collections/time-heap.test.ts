/** The heap of times compared with a sorted list. */
import fc from 'fast-check';
import { TimeHeap } from '#collections/time-heap.ts';

const steps = fc.array(fc.record({ time: fc.nat(50), removes: fc.boolean(), which: fc.nat(400) }), { maxLength: 400 });

test('the earliest time comes first, whatever is added and removed', () => {
  fc.assert(
    fc.property(steps, (list) => {
      const heap = new TimeHeap();
      const live = new Map<number, number>();
      for (const { time, removes, which } of list) {
        const slots = [...live.keys()];
        if (removes && slots.length > 0) {
          const slot = slots[which % slots.length] as number;
          expect([heap.remove(slot), heap.remove(slot)]).toEqual([true, false]);
          live.delete(slot);
        } else live.set(heap.add(time), time);
        expect([heap.size, heap.earliestTime]).toEqual([
          live.size,
          Math.min(Number.POSITIVE_INFINITY, ...live.values()),
        ]);
        for (const [slot, expected] of live) expect(heap.timeOf(slot)).toBe(expected);
      }
    }),
    { numRuns: 30 },
  );
});
