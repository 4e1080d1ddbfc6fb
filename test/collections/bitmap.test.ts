/** The bitmap compared with a plain set, for sizes around its word boundaries. */
import fc from 'fast-check';
import { Bitmap } from '#collections/bitmap.ts';

function members(bitmap: Bitmap): number[] {
  const found: number[] = [];
  bitmap.forEach((index) => {
    found.push(index);
  });
  return found;
}

const upTo = (size: number): number[] => Array.from({ length: size }, (_, index) => index);

describe('a bitmap', () => {
  test.each([0, 1, 31, 32, 33, 63, 64, 65, 1000])('of %d: filled it has every integer below, and no other', (size) => {
    const bitmap = new Bitmap(size);
    bitmap.fill();
    expect(members(bitmap)).toEqual(upTo(size));
    expect(bitmap.count()).toBe(size);
    expect([size, size + 1, size + 31].filter((index) => bitmap.has(index))).toEqual([]);
    bitmap.clear();
    expect([bitmap.count(), members(bitmap)]).toEqual([0, []]);
  });

  test('removes all members of another one, and tells the first that it did not have', () => {
    const some = fc.uniqueArray(fc.nat(99), { maxLength: 100 });
    fc.assert(
      fc.property(some, some, (own, others) => {
        const [bitmap, other] = [new Bitmap(100), new Bitmap(100)];
        for (const index of own) bitmap.add(index);
        for (const index of others) other.add(index);
        const missing = others.filter((index) => !own.includes(index)).sort((a, b) => a - b);
        expect(bitmap.removeAll(other)).toBe(missing[0] ?? -1);
        expect(members(bitmap)).toEqual(own.filter((index) => !others.includes(index)).sort((a, b) => a - b));
        expect(members(other)).toEqual(others.toSorted((a, b) => a - b));
      }),
    );
  });

  test('behaves like a set', () => {
    const step = fc.tuple(fc.boolean(), fc.nat(99));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const bitmap = new Bitmap(100);
        const set = new Set<number>();
        for (const [isAdded, index] of steps) {
          if (isAdded) bitmap.add(index);
          else bitmap.remove(index);
          if (isAdded) set.add(index);
          else set.delete(index);
          expect(bitmap.has(index)).toBe(isAdded);
        }
        expect(members(bitmap)).toEqual([...set].sort((a, b) => a - b));
        expect(bitmap.count()).toBe(set.size);
      }),
    );
  });

  test('has copies that are independent of it', () => {
    const bitmap = new Bitmap(40);
    bitmap.add(31);
    const copy = bitmap.copy();
    bitmap.add(39);
    copy.remove(31);
    expect([members(bitmap), members(copy)]).toEqual([[31, 39], []]);
  });
});
