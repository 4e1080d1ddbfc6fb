/** The table of fingerprints compared with a map, before and after it was restored from its pages. */
import fc from 'fast-check';
import { FingerprintTable, type Words } from '#collections/fingerprint-table.ts';

const pageBits = 3;

/** Fingerprints that share words, so that they meet in one place of the index. */
const crowded = fc
  .tuple(fc.constantFrom(0, 1, 0xffff_ffff), fc.constantFrom(0, 7, 0xffff_ffff), fc.nat(60))
  .map((words) => Uint32Array.from(words));

function restored(pages: readonly Words[]): FingerprintTable {
  const table = new FingerprintTable(3, pageBits, 9);
  table.reserve(pages.length - 1);
  for (const page of pages) table.addPage(page);
  return table;
}

test('fingerprints are found at their places, before and after a restoration', () => {
  fc.assert(
    fc.property(fc.array(crowded, { maxLength: 150 }), crowded, (added, other) => {
      const table = new FingerprintTable(3, pageBits, 9);
      const places = new Map<string, number>();
      for (const words of added) {
        expect(table.find(words)).toBe(places.get(words.join()) ?? -1);
        if (places.has(words.join())) continue;
        places.set(words.join(), table.size);
        table.add(words);
      }
      for (const one of [table, restored(table.pages())]) {
        expect(one.size).toBe(places.size);
        for (const words of [...added, other]) expect(one.find(words)).toBe(places.get(words.join()) ?? -1);
      }
    }),
  );
});

test('pages that were taken do not change, and full ones are shared', () => {
  const table = new FingerprintTable(2, pageBits, 0);
  for (let number = 0; number < 11; number++) table.add(Uint32Array.of(number, number));
  const taken = table.pages();
  for (let number = 11; number < 30; number++) table.add(Uint32Array.of(number, number));
  expect(taken.map(({ length }) => length)).toEqual([16, 6]);
  expect([...(taken[1] as Words)]).toEqual([8, 8, 9, 9, 10, 10]);
  expect(table.pages()[0]).toBe(taken[0]);
});

test('a page that is incomplete, or room for a table that is in use, is refused', () => {
  const table = new FingerprintTable(2, pageBits, 0);
  expect(() => table.addPage(new Uint32Array(3))).toThrow('incomplete');
  table.addPage(new Uint32Array(2));
  expect(() => table.addPage(new Uint32Array(2))).toThrow('incomplete');
  expect(() => table.reserve(1)).toThrow('already');
});
