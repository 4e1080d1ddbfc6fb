/** The names that a thread caches: read once, in bounded memory, and never cached after a failed read. */
import { SeatHeads } from '#codec/answers/seat-heads.ts';
import type { SeatRecord } from '#codec/layout-records.ts';

const measures = { x: null, y: null, width: null, height: null, angle: null };
const labels = { name: 'Stalls', prefix: null, seatPrefix: null, guid: '0d6f7a0e-4c1b-4a55-9a4e-0a4f1d9b2c11' };
const section = { id: 2, ga: false, capacity: 1, shapes: null, ...labels, ...measures };

/** Layouts of one seat each, at the end of `size` places; notes what is read. */
function layoutsOf(sizes: Readonly<Record<number, number>>) {
  const read: number[] = [];
  return {
    read,
    sections: async () => [section],
    async *seats(schemaId: number): AsyncGenerator<readonly SeatRecord[]> {
      read.push(schemaId);
      const size = sizes[schemaId];
      if (size === undefined) throw new Error('the database went away');
      const where = { x: 0, y: 0, rowId: 3, rowName: 'A', rowX: 0, rowY: 0, sectionId: 2 };
      yield [{ id: 4, index: size - 1, name: '1', accessible: false, marked: false, features: 0, ...where }];
    },
  };
}

test('a schema is read once, also by concurrent readers', async () => {
  const layouts = layoutsOf({ 1: 2 });
  const heads = new SeatHeads(layouts);
  const [first, second] = await Promise.all([heads.get(1, 0), heads.get(1, 0)]);
  expect(await heads.get(1, 0)).toBe(first);
  expect(second).toBe(first);
  expect(layouts.read).toEqual([1]);
  expect(JSON.parse(`${first[1]?.slice(0, -1)}}`)).toEqual({
    id: 4,
    sectionId: 2,
    rowId: 3,
    name: '1',
    key: 'Stalls;;A;;1',
  });
});

test('the least recently used schema is evicted when there are too many seats', async () => {
  const layouts = layoutsOf({ 1: 200_000, 2: 200_000, 3: 200_000 });
  const heads = new SeatHeads(layouts);
  for (const schemaId of [1, 2, 1, 3, 1, 3, 2]) await heads.get(schemaId, 0);
  expect(layouts.read).toEqual([1, 2, 3, 2]);
});

test('a newer version of a layout is read again, and also serves readers of an older one', async () => {
  const layouts = layoutsOf({ 1: 2 });
  const heads = new SeatHeads(layouts);
  const first = await heads.get(1, 0);
  const second = await heads.get(1, 3);
  expect(second).not.toBe(first);
  expect(await heads.get(1, 2)).toBe(second);
  expect(await heads.get(1, 3)).toBe(second);
  expect(layouts.read).toEqual([1, 1]);
});

test('a failed read is repeated', async () => {
  const sizes: Record<number, number> = {};
  const layouts = layoutsOf(sizes);
  const heads = new SeatHeads(layouts);
  await expect(heads.get(1, 0)).rejects.toThrow('the database went away');
  sizes[1] = 1;
  expect(await heads.get(1, 0)).toHaveLength(1);
});
