/** Random layouts as bodies of the schema call: odd coordinates and names, areas with and without (hostile) shapes. */
import fc from 'fast-check';

const coordinate = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -2000, max: 2000 }) },
  { weight: 3, arbitrary: fc.integer({ min: -200_000, max: 200_000 }).map((value) => value / 100) },
  { weight: 2, arbitrary: fc.double({ min: -1e6, max: 1e6, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(1e-7, -1e-7, 0.1 + 0.2, 1 / 3, 123_456.789_012_3) },
);
const name = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
    fc.constantFrom('<b>"&\'', 'Größe 😀', ']]>', 'A'),
  )
  .filter((text) => !text.includes(';;') && !text.includes('\u0000'));

const seat = fc.record({ name, x: coordinate, y: coordinate, accessible: fc.boolean(), marked: fc.boolean() });
const byName = { selector: ({ name }: { name: string }) => name };
const row = fc.oneof(
  { weight: 2, arbitrary: fc.record({ name, seats: fc.uniqueArray(seat, { ...byName, minLength: 1, maxLength: 6 }) }) },
  { weight: 1, arbitrary: fc.record({ name, seatCount: fc.integer({ min: 1, max: 5 }) }) },
);

/** Shapes with attempts of script and attribute injection, invalid numbers and foreign URLs. */
export const hostileShapes: readonly Readonly<Record<string, unknown>>[] = [
  { type: 'rect', left: 0, top: 0, width: 9, height: 9, fill: 'red"/><script>alert(1)</script>' },
  { type: '<script>alert(1)</script>', shapeType: 'rect onload="alert(1)"', left: 1, top: 1, width: 2, height: 2 },
  { type: 'text', left: 0, top: 0, text: '</text><script>alert(1)</script><text>' },
  { type: 'rect', left: '0" onclick="alert(1)', top: 0, width: 9, height: 9 },
  { type: 'rect', left: 0, top: 0, width: 9, height: 9, angle: '0)" onload="alert(1)' },
  {
    type: 'polygon',
    points: [
      { x: '0,0" onload="alert(1)', y: 0 },
      { x: 1, y: 1 },
    ],
  },
  { type: 'polygon', points: 'M0 0" onload="alert(1)', left: 0, top: 0, width: 1, height: 1 },
  { type: 'rect', left: 0, top: 0, width: 9, height: 9, fill: 'url(https://evil.example/x.svg#a)' },
  { type: 'rect', left: 0, top: 0, width: 9, height: 9, stroke: 'url(javascript:alert(1))', style: 'x:expression(1)' },
  { type: 'image', href: 'javascript:alert(1)', 'xlink:href': 'https://evil.example/', left: 0, top: 0 },
  { type: 'foreignObject', left: 0, top: 0, width: 9, height: 9, html: '<iframe src="//evil.example">' },
  { type: 'rect', left: 0, top: 0, width: 9, height: 9, onload: 'alert(1)', onclick: 'alert(1)', id: 'x', class: 'y' },
  { __proto__: null, type: 'constructor', left: 1e308, top: -1e308, width: 1e308, height: 1e308 },
  { type: 'rect', left: 0, top: 0, width: 9, height: 9, 'data-gos-id': '"><script>' },
  { type: 'rect', left: 0, top: 0, width: 9, height: 9, opacity: '1" x="', strokeWidth: '1"/><a href="//evil"/>' },
];

const box = {
  left: coordinate,
  top: coordinate,
  width: fc.integer({ min: 1, max: 500 }),
  height: fc.integer({ min: 1, max: 500 }),
};
const shape = fc.oneof(
  fc.record({ type: fc.constantFrom('rect', 'Ellipse', 'circle'), ...box, angle: fc.integer({ min: -360, max: 360 }) }),
  fc.record({
    shapeType: fc.constantFrom('polygon', 'polyline'),
    points: fc.array(fc.record({ x: coordinate, y: coordinate }), { minLength: 2, maxLength: 6 }),
  }),
  fc.record({ type: fc.constant('text'), text: name, left: coordinate, top: coordinate }),
  fc.constantFrom(...hostileShapes),
  fc.dictionary(fc.constantFrom('type', 'left', 'top', 'width', 'height', 'points', 'text', 'fill'), fc.jsonValue()),
);

const stand = fc.record({ name, rows: fc.uniqueArray(row, { ...byName, minLength: 1, maxLength: 4 }) });
const area = fc.record(
  {
    name,
    ga: fc.constant(true as const),
    capacity: fc.integer({ min: 0, max: 50 }),
    shapes: fc.array(shape, { maxLength: 3 }),
    x: coordinate,
    y: coordinate,
    width: fc.integer({ min: -1, max: 300 }),
    height: fc.integer({ min: 0, max: 300 }),
    angle: fc.integer({ min: -360, max: 360 }),
  },
  { requiredKeys: ['name', 'ga', 'capacity'] },
);

/** At least one seat and one area. */
export const layoutBody = fc
  .tuple(fc.uniqueArray(fc.oneof(stand, area), { ...byName, maxLength: 5 }), stand, area)
  .map(([more, one, other]) => {
    const sections = [...more, { ...one, name: `${one.name} 1` }, { ...other, name: `${other.name} 2` }];
    const names = new Set<string>();
    return {
      name: 'Hall',
      sections: sections.filter((section) => !names.has(section.name) && names.add(section.name)),
    };
  });
