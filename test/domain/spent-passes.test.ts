/** The memory of spent passes: compared with a set, taken and restored, and its size in bytes. */
import { hash } from 'node:crypto';
import fc from 'fast-check';
import { type PassChunk, passesPerChunk, SpentPasses } from '#domain/passes/spent-passes.ts';

const hashOf = (id: number): string => hash('sha256', `pass ${id}`).slice(0, 24);

/** Hashes that share words, so that they meet in one place of the index. */
const crowded = fc
  .tuple(fc.constantFrom(0, 1, 0xffff_ffff), fc.constantFrom(0, 7, 0xffff_ffff), fc.nat(40))
  .map((words) => words.map((word) => word.toString(16).padStart(8, '0')).join(''));

function restored(chunks: readonly PassChunk[]): SpentPasses {
  const copy = new SpentPasses();
  for (const steps = copy.restoring(chunks); steps.next().done !== true; );
  return copy;
}

test('behaves like a set, before and after it was restored', () => {
  fc.assert(
    fc.property(fc.array(crowded, { maxLength: 200 }), crowded, (hashes, other) => {
      const passes = new SpentPasses();
      const naive = new Set<string>();
      for (const one of hashes) {
        expect(passes.has(one)).toBe(naive.has(one));
        if (!naive.has(one)) passes.add(one);
        naive.add(one);
      }
      for (const memory of [passes, restored(passes.chunks())]) {
        expect(memory.size).toBe(naive.size);
        for (const one of [...naive, other]) expect(memory.has(one)).toBe(naive.has(one));
      }
    }),
  );
});

test('a pass is never recorded twice', () => {
  const passes = new SpentPasses();
  passes.add(hashOf(1));
  expect(() => passes.add(hashOf(1))).toThrow('a pass is spent once');
  expect(() => passes.add('short')).toThrow('no hash of a pass');
});

test('what was taken does not change when more passes are spent', () => {
  const passes = new SpentPasses();
  const count = passesPerChunk + 5;
  for (let id = 0; id < count; id++) passes.add(hashOf(id));
  const taken = passes.chunks();
  for (let id = count; id < 2 * count; id++) passes.add(hashOf(id));
  const before = restored(taken);
  expect([before.size, before.has(hashOf(count - 1)), before.has(hashOf(count))]).toEqual([count, true, false]);
});

test('a quarter of a million passes take less than 32 bytes each', () => {
  const count = 250_000;
  const hashes = Array.from({ length: count }, (_, id) => hashOf(id));
  const before = process.memoryUsage().arrayBuffers;
  const passes = new SpentPasses();
  for (const one of hashes) passes.add(one);
  // Parts of the index that were outgrown count until they are collected.
  expect((process.memoryUsage().arrayBuffers - before) / count).toBeLessThan(32);
  expect(passes.has(hashOf(count - 1)) && !passes.has(hashOf(count))).toBe(true);
});
