/** The body that creates a layout: what is parsed is what the schema documents, for valid and mutated JSON. */
import fc from 'fast-check';
import { parseBulk } from '#codec/bodies/bulk-bodies.ts';
import { newLayout, newLayoutExample } from '#codec/bodies/new-layout.ts';
import { type Layout, unpackText } from '#domain/layout/layout.ts';
import type { FieldError } from '#domain/refusal.ts';
import { agreement, type BodyUnderTest } from '../../support/body-agreement.ts';

const name = fc.oneof(fc.constantFrom('A', 'B', 'C', 'é'), fc.string({ minLength: 1, maxLength: 8 }));
const label = fc.option(fc.constantFrom('', 'left', 'right'));
const measure = fc.option(fc.double({ min: -1e6, max: 1e6, noNaN: true }));
const size = fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }));
const flag = fc.option(fc.boolean());
const colour = fc.option(fc.constantFrom('teal', '#4b5563', 'rgb(75, 85, 99)'));
const point = fc.record({ x: fc.integer(), y: fc.integer() });
const measures = { x: measure, y: measure, width: size, height: size, angle: measure };

const seat = fc.record(
  { name, x: fc.integer(), y: fc.integer(), accessible: flag, marked: flag },
  { requiredKeys: ['name', 'x', 'y'] },
);
const byName = { selector: (one: { readonly name: string }) => one.name };
const seats = fc.uniqueArray(seat, { minLength: 1, maxLength: 3, ...byName });
const row = fc.oneof(
  fc.record({ name, x: measure, y: measure, seats }, { requiredKeys: ['name', 'seats'] }),
  fc.record(
    { name, x: measure, y: measure, seatCount: fc.integer({ min: 1, max: 5 }) },
    { requiredKeys: ['name', 'seatCount'] },
  ),
);
const shapes = fc.option(fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 2 }));
const inSection = { name, prefix: label, seatPrefix: label, shapes, ...measures };
const section = fc.oneof(
  fc.record(
    {
      ...inSection,
      rows: fc.option(fc.uniqueArray(row, { maxLength: 3, ...byName })),
      curve: fc.option(fc.nat(180)),
      capacity: fc.option(fc.nat(100)),
    },
    { requiredKeys: ['name'] },
  ),
  fc.record(
    { ...inSection, ga: fc.constant(true), capacity: fc.nat(1_000_000), rows: fc.constantFrom(null, []) },
    { requiredKeys: ['name', 'ga', 'capacity'] },
  ),
);
const decoration = fc.record(
  {
    ...{
      type: fc.constantFrom('stage', 'bar', ''),
      shapeType: fc.constantFrom('RECT', 'POLYGON', 'LINE', 'TEXT', null),
    },
    ...{
      x: fc.integer({ min: -999, max: 999 }),
      y: fc.nat(999),
      width: fc.nat(999),
      height: fc.nat(999),
      angle: measure,
    },
    points: fc.array(fc.record({ x: fc.nat(999), y: fc.nat(999) }), { minLength: 3, maxLength: 4 }),
    ...{ text: fc.constantFrom('Stage', 'Bar'), fill: colour, stroke: colour, textColor: colour },
    strokeWidth: fc.option(fc.nat(1000)),
    fontSize: fc.option(fc.integer({ min: 1, max: 10_000 })),
    opacity: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  },
  { requiredKeys: ['x', 'y', 'width', 'height', 'points', 'text'] },
);

/** Names inside a parent, rows without or with two ways of naming seats, what a shape needs. */
const acrossFields: readonly (readonly [field: RegExp, code: string])[] = [
  [/\.name$/, 'DUPLICATE'],
  [/\.rows\[\d+\]\.seats$/, 'NOT_NULL'],
  [/\.seatCount$/, 'NULL'],
  [/^shapes\[\d+\]\.(x|y|width|height|points|text)$/, 'NOT_NULL'],
  [/^shapes\[\d+\]\.(points|text)$/, 'SIZE'],
];

interface SeatBody {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly accessible?: boolean | null;
  readonly marked?: boolean | null;
}
interface RowBody {
  readonly name: string;
  readonly seats?: readonly SeatBody[] | null;
  readonly seatCount?: number | null;
}
interface SectionBody extends Record<string, unknown> {
  readonly rows?: readonly RowBody[] | null;
}
interface LayoutBody extends Record<string, unknown> {
  readonly sections: readonly SectionBody[];
}

function shownRows({ rows, seats: columns }: Layout) {
  const seatNames = unpackText(columns.names, 0, columns.count);
  return unpackText(rows.names, 0, rows.count).map((rowName, at) => {
    const first = rows.firstSeats[at] as number;
    const own = Array.from({ length: rows.seatCounts[at] as number }, (_, offset) => first + offset);
    return {
      name: rowName,
      section: rows.sections[at],
      seats: own.map((index) => ({
        name: seatNames[index],
        ...{ x: columns.xs[index], y: columns.ys[index] },
        ...{ accessible: columns.accessible[index] === 1, marked: columns.marked[index] === 1 },
      })),
    };
  });
}

function expectedSeats({ seats: named, seatCount }: RowBody): readonly object[] {
  if (named === undefined || named === null) {
    return Array.from({ length: seatCount as number }, (_, at) => ({ name: String(at + 1), accessible: false }));
  }
  return named.map((one) => ({ ...one, accessible: one.accessible ?? false, marked: one.marked ?? false }));
}

/** Members that were sent; the service chooses coordinates that were not. */
function given(body: Record<string, unknown>, names: readonly string[]): object {
  return Object.fromEntries(
    names.flatMap((one) => (body[one] === undefined || body[one] === null ? [] : [[one, body[one]]])),
  );
}

const layouts: BodyUnderTest<Layout> = {
  schema: newLayout,
  parse: (bytes) => parseBulk('layout', bytes),
  bodies: fc.record(
    {
      name,
      venueId: fc.option(fc.integer({ min: 1 })),
      sections: fc.uniqueArray(section, { minLength: 1, maxLength: 3, ...byName }),
      shapes: fc.option(fc.array(decoration, { maxLength: 2 })),
      focalPoint: fc.option(point),
    },
    { requiredKeys: ['name', 'sections'] },
  ),
  shown: (layout) => ({
    ...{ name: layout.name, venueId: layout.venueId },
    focalPoint: layout.focalPoint,
    sections: layout.sections.map((one) => ({ ...one, shapes: one.shapes === null ? null : JSON.parse(one.shapes) })),
    rows: shownRows(layout),
    shapes: layout.decorations.map(({ type, fill, angle, rest }) => ({ type, fill, angle, ...rest })),
  }),
  expected: (body: LayoutBody) => ({
    ...{ name: body.name, venueId: body.venueId ?? null, ...given(body, ['focalPoint']) },
    sections: body.sections.map((one) => ({
      ...{ name: one.name, ga: one.ga ?? false, shapes: one.shapes ?? null },
      ...{ prefix: one.prefix || null, seatPrefix: one.seatPrefix || null },
      ...given(one, one.ga === true ? ['x', 'y', 'angle', 'capacity'] : ['x', 'y', 'angle']),
    })),
    rows: body.sections.flatMap(({ rows }, at) =>
      (rows ?? []).map((one) => ({ name: one.name, section: at, seats: expectedSeats(one) })),
    ),
    shapes: ((body.shapes ?? []) as Record<string, unknown>[]).map((one) => ({
      ...{ type: one.type || 'shape', fill: one.fill ?? null, angle: one.angle ?? null },
      ...given(one, ['stroke', 'strokeWidth', 'textColor', 'fontSize', 'opacity']),
    })),
  }),
  isAcrossFields: ({ field, code }: FieldError) =>
    acrossFields.some(([shape, known]) => known === code && shape.test(field)),
};

test('a layout is parsed as its schema says', () => {
  const { accepted, refused } = agreement(layouts);
  expect(Math.min(accepted, refused)).toBeGreaterThan(200);
});

test('the example of a layout is accepted', () => {
  expect(layouts.parse(new TextEncoder().encode(JSON.stringify(newLayoutExample)))).not.toHaveProperty('invalid');
});
