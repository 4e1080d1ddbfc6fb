/** Generated layouts: every place has its own name and room, and the service takes them. */
import { newLayout } from '#codec/bodies/new-layout.ts';
import { check } from '#codec/check.ts';
import {
  type Figures,
  type GeneratorName,
  generators,
  usualFigures,
  usualNames,
} from '../../../src/pages/console/editor/generators.ts';
import { countsOf, type Sketch, seatPitch } from '../../../src/pages/console/editor/sketch.ts';
import { sketchedDrawing } from '../../../src/pages/console/editor/sketched.ts';

const names = Object.keys(generators) as GeneratorName[];
const make = (name: GeneratorName, figures: Figures = {}): Sketch => generators[name].make(figures, usualNames);
const seatsOf = ({ sections }: Sketch) =>
  sections.flatMap((section) => ('rows' in section ? section.rows.flatMap(({ seats }) => seats) : []));

/** The smallest distance between two seats, by a grid. */
function nearest(sketch: Sketch): number {
  const cells = new Map<string, { x: number; y: number }[]>();
  let least = Infinity;
  for (const { x, y } of seatsOf(sketch)) {
    const [column, line] = [Math.floor(x / seatPitch), Math.floor(y / seatPitch)];
    for (const near of [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => `${column + dx} ${line + dy}`))) {
      for (const other of cells.get(near) ?? []) least = Math.min(least, Math.hypot(other.x - x, other.y - y));
    }
    const own = cells.get(`${column} ${line}`) ?? [];
    cells.set(`${column} ${line}`, [...own, { x, y }]);
  }
  return least;
}

const most = (name: GeneratorName): Figures =>
  Object.fromEntries(generators[name].fields.map(({ name, max }) => [name, max]));
const least = (name: GeneratorName): Figures =>
  Object.fromEntries(generators[name].fields.map(({ name, min }) => [name, min]));

describe.each(names)('%s', (name) => {
  test.each([
    ['as it is at first', usualFigures(generators[name])],
    ['with the smallest numbers', least(name)],
    [
      'with numbers that are none',
      Object.fromEntries(generators[name].fields.map((field) => [field.name, Number.NaN])),
    ],
    ['with numbers out of bounds', Object.fromEntries(generators[name].fields.map((field) => [field.name, -1e9]))],
  ])('%s is a layout that the service takes', (_, figures) => {
    expect(check(newLayout, { name: 'Hall', ...make(name, figures) })).toMatchObject({ ok: true });
  });

  test('gives each seat room', () => {
    expect(nearest(make(name))).toBeGreaterThan(0.7 * seatPitch);
  });
});

test('a theatre has its rows, more seats behind, and aisles', () => {
  const sketch = make('theatre', { rows: 3, seats: 10, growth: 2, curve: 0, aisles: 1, balcony: 1 });
  const lengths = sketch.sections.map((section) =>
    'rows' in section ? section.rows.map(({ seats }) => seats.length) : [],
  );
  expect(lengths).toEqual([[10, 12, 14], [16]]);
  const [first] = sketch.sections;
  const xs = first !== undefined && 'rows' in first ? (first.rows[0]?.seats.map(({ x }) => x) ?? []) : [];
  const gaps = xs.slice(1).map((x, at) => x - (xs[at] as number));
  expect(gaps.map((step) => step > 2 * seatPitch).indexOf(true)).toBe(4);
  expect((xs[0] as number) + (xs.at(-1) as number)).toBeCloseTo(0);
});

test('curved rows bend towards the stage', () => {
  const [section] = make('theatre', { rows: 1, seats: 20, curve: 90, balcony: 0 }).sections;
  const seats = section !== undefined && 'rows' in section ? (section.rows[0]?.seats ?? []) : [];
  expect(seats[0]?.y).toBeLessThan(seats[10]?.y as number);
});

test.each(['theatre', 'arena', 'club'] as const)(
  'a %s of the largest numbers has no more seats than a layout may',
  (name) => {
    const { seats } = countsOf(make(name, most(name)));
    expect(seats).toBeGreaterThan(20_000);
    expect(seats).toBeLessThan(500_000);
  },
);

test('a club has its chairs around tables', () => {
  const sketch = make('club', { columns: 2, lines: 2, chairs: 4, standing: 10 });
  expect(countsOf(sketch)).toEqual({ seats: 16, places: 10 });
  const { units, seats } = sketchedDrawing(sketch, () => crypto.randomUUID());
  expect([...units.values()].map(({ name, booking, seats }) => [name, booking, seats.length])).toEqual(
    ['Table 1', 'Table 2', 'Table 3', 'Table 4'].map((name) => [name, 'WHOLE', 4]),
  );
  expect(new Set([...units.values()].flatMap(({ seats }) => seats))).toEqual(new Set(seats.keys()));
  expect(sketch.shapes.filter(({ type }) => type === 'table').length).toBe(4);
});
