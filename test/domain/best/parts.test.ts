/** Where the parts of a row begin: behind an aisle and behind removed seats, as far as the coordinates say it. */
import { Seating } from '#domain/best/seating.ts';

/** The first seats of the parts of a row with seats at these places. */
function partsOf(xs: readonly number[], others: readonly number[] = []): number[] {
  const all = [...xs, ...others];
  const order = Int32Array.from(all.keys());
  const starts = Int32Array.from(others.length === 0 ? [0, xs.length] : [0, xs.length, all.length]);
  const columns = { ys: new Float64Array(all.length), sections: new Float64Array(all.length).fill(1) };
  const geometry = { xs: Float64Array.from(all), ...columns, kinds: new Uint8Array(all.length), focalPoint: null };
  const { partStarts } = new Seating(all.length, { order, starts }, geometry);
  return [...partStarts.subarray(0, xs.length).entries()].flatMap(([at, starts]) => (starts === 1 ? [at] : []));
}

test.each([
  ['an even row', [0, 25, 50, 75], [0]],
  ['an aisle', [0, 25, 50, 110, 135], [0, 3]],
  ['two aisles', [0, 25, 75, 100, 150, 175, 200], [0, 2, 4]],
  ['a removed seat', [0, 25, 75, 100], [0, 2]],
  ['seats that stand a little apart', [0, 25, 55, 92, 117], [0]],
  ['a row from right to left', [100, 75, 25, 0], [0, 2]],
  ['seats that nobody has placed', [0, 0, 0, 0], [0]],
  ['some of which somebody has placed', [0, 0, 0, 500], [0]],
  ['two seats, whose only gap is the usual one', [0, 400], [0]],
  ['one seat', [0], [0]],
])('%s', (_, xs, parts) => {
  expect(partsOf(xs)).toEqual(parts);
});

test('one seat far away makes no aisles in other rows', () => {
  const row = Array.from({ length: 12 }, (_, at) => at * 25);
  expect(partsOf(row, [0, 1e12])).toEqual([0]);
  expect(partsOf(row, [0, 1e300])).toEqual([0]);
});
