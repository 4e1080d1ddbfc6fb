/** The texts of public maps: exact differences, a picture without active content, and a place for every area. */
import fc from 'fast-check';
import type { ShapeRecord } from '#codec/layout-records.ts';
import { drawBackground } from '#codec/map/background.ts';
import { DeltaColumn } from '#codec/map/delta-column.ts';
import type { Box } from '#codec/map/extent.ts';
import type { MapSection } from '#codec/map/map-layout.ts';
import { hostileShapes } from '../../support/random-layouts.ts';

function decoded(column: DeltaColumn): number[] {
  let sum = 0;
  return JSON.parse(String(column)).map((step: number) => {
    sum += step;
    return sum;
  });
}

function columnOf(values: readonly number[]): DeltaColumn {
  const column = new DeltaColumn();
  for (const value of values) column.add(value);
  return column;
}

describe('a column of differences', () => {
  test('has the first number and then the shortest differences', () => {
    expect(String(columnOf([1042, 1043, 1050, 1049]))).toBe('[1042,1,7,-1]');
    expect(String(columnOf([10.5, 20.75, 20.75]))).toBe('[10.5,10.25,0]');
    expect(String(columnOf([]))).toBe('[]');
  });

  test('decodes whole numbers exactly, up to the largest ids', () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeNat()), (ids) => {
        expect(decoded(columnOf(ids))).toEqual(ids);
      }),
    );
  });

  test('does not accumulate errors over 50,000 seats', () => {
    const values = Array.from({ length: 50_000 }, (_, at) => Math.sin(at) * 1000 + at / 7);
    const read = decoded(columnOf(values));
    expect(Math.max(...read.map((value, at) => Math.abs(value - (values[at] ?? 0))))).toBeLessThan(1e-11);
  });

  test('contains only numbers, for random input', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true })), (values) => {
        expect(decoded(columnOf(values)).every(Number.isFinite)).toBe(true);
      }),
      { examples: [[[Number.MAX_VALUE, -Number.MAX_VALUE, 1e-320, -0]]] },
    );
  });
});

function areaOf(id: number, more: Partial<MapSection> = {}): MapSection {
  const nothing = {
    capacity: 100,
    rest: {},
    type: null,
    shapes: null,
    x: null,
    y: null,
    width: null,
    height: null,
    angle: null,
  };
  return { id, guid: 'g', name: `Area ${id}`, ga: true, ...nothing, ...more };
}

function draw(sections: readonly MapSection[], shapes: readonly ShapeRecord[], box: Box | null) {
  return drawBackground(
    { sections, shapes, plan: { vectorBackground: null, clientViewBox: null, focalPoint: null } },
    box,
    '',
  );
}

const seats = { x: 0, y: 0, width: 300, height: 200 };

/** Elements with their attributes; throws on anything that is not the plainest SVG. */
function elementsOf(svg: string): { name: string; attributes: Map<string, string>; text: string }[] {
  const whole = /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="[-\d. ]+">(.*)<\/svg>$/s.exec(svg);
  if (whole === null) throw new Error(`no picture: ${svg}`);
  const found = [];
  let rest = whole[1] ?? '';
  while (rest !== '') {
    const element = /^<([a-z]+)((?: [a-z-]+="[^"<>]*")*)(?:\/>|>([^<>]*)<\/\1>)/.exec(rest);
    if (element === null) throw new Error(`no element: ${rest.slice(0, 200)}`);
    const attributes = [...(element[2] ?? '').matchAll(/ ([a-z-]+)="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value] as const,
    );
    found.push({ name: element[1] ?? '', attributes: new Map(attributes), text: element[3] ?? '' });
    rest = rest.slice(element[0].length);
  }
  return found;
}

const harmless = {
  elements: ['rect', 'ellipse', 'polygon', 'polyline', 'text'],
  numbers: ['data-gos-id', 'x', 'y', 'width', 'height', 'rx', 'ry', 'cx', 'cy', 'stroke-width', 'opacity', 'font-size'],
  colours: ['fill', 'stroke'],
  words: ['text-anchor', 'dominant-baseline', 'pointer-events'],
};
const number = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/;

function faultsOf(svg: string): string[] {
  return elementsOf(svg).flatMap(({ name, attributes }) => {
    const faults = harmless.elements.includes(name) ? [] : [`<${name}>`];
    for (const [attribute, value] of attributes) {
      const isFine =
        (harmless.numbers.includes(attribute) && number.test(value)) ||
        (harmless.colours.includes(attribute) &&
          /^(?:#[0-9a-f]{3,8}|[a-z]+|(?:rgb|hsl)a?\([\d\s.,%]+\))$/i.test(value)) ||
        (harmless.words.includes(attribute) && /^[a-z]+$/.test(value)) ||
        (attribute === 'points' && /^[-\d.e+]+,[-\d.e+]+(?: [-\d.e+]+,[-\d.e+]+)*$/.test(value)) ||
        (attribute === 'transform' && /^rotate\([-\d.e+]+ [-\d.e+]+ [-\d.e+]+\)$/.test(value));
      if (!isFine) faults.push(`${attribute}="${value}"`);
    }
    return faults;
  });
}

describe('the picture', () => {
  test.each(hostileShapes.map((shape) => [JSON.stringify(shape), shape] as const))(
    'is harmless with %s',
    (_, shape) => {
      const { svg } = draw([areaOf(1, { shapes: [{ ...shape }], name: '"><script>' })], [], seats);
      expect(faultsOf(svg)).toEqual([]);
      expect(svg).not.toMatch(/<script|javascript:|onload=|onclick=|href|url\(|iframe/i);
      expect(svg).toContain(' data-gos-id="1"');
    },
  );

  test('is harmless for shapes of random content', () => {
    const names = ['type', 'shapeType', 'left', 'top', 'x', 'y', 'width', 'height', 'angle', 'points', 'text', 'fill'];
    const nasty = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(
        'rect',
        'text',
        'polygon',
        'ellipse',
        5,
        -7.5,
        1e308,
        '"',
        '<a>',
        '&',
        'red',
        '#fff',
        '\ud800',
        '\u0001',
      ),
      fc.array(fc.record({ x: fc.double(), y: fc.double() })),
    );
    const shape = fc.dictionary(fc.constantFrom(...names, 'stroke', 'opacity', 'fontSize', 'rx'), nasty);
    fc.assert(
      fc.property(fc.array(shape), fc.string({ unit: 'binary' }), (shapes, name) => {
        const { svg, viewBox } = draw([areaOf(1, { shapes, name })], [], seats);
        expect(faultsOf(svg)).toEqual([]);
        expect(svg.isWellFormed()).toBe(true);
        expect(Object.values(viewBox).every(Number.isFinite)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test('shows the text of shapes and areas as text', () => {
    const { svg } = draw([areaOf(1, { name: 'A & <B> "C"' })], [], { ...seats, y: 1e300 });
    expect(elementsOf(svg).map(({ text }) => text)).toContain('A &amp; &lt;B&gt; &quot;C&quot;');
  });

  test('draws an area by its shapes, else by its measures, else in free space', () => {
    const shaped = areaOf(1, { shapes: [{ type: 'ellipse', left: 400, top: 0, width: 50, height: 60, fill: '#abc' }] });
    const measured = areaOf(2, { x: 400, y: 100, width: 70, height: 80, angle: 90 });
    const areas = [
      shaped,
      measured,
      areaOf(3),
      areaOf(4, { x: 10, y: 10 }),
      areaOf(5, { shapes: [{ text: 'Floor' }] }),
    ];
    const { svg, viewBox } = draw(areas, [], seats);
    const drawn = elementsOf(svg).filter(({ attributes }) => attributes.has('data-gos-id'));
    expect(drawn.map(({ attributes }) => attributes.get('data-gos-id'))).toEqual(['1', '2', '3', '4', '5']);
    const [ellipse, rectangle, ...generated] = drawn;
    expect([ellipse?.name, ellipse?.attributes.get('fill'), ellipse?.attributes.get('cx')]).toEqual([
      'ellipse',
      '#abc',
      '425',
    ]);
    expect(rectangle?.attributes.get('transform')).toBe('rotate(90 435 140)');
    const boxes = generated.map(({ attributes }) =>
      ['x', 'y', 'width', 'height'].map((name) => Number(attributes.get(name))),
    ) as [number, number, number, number][];
    for (const [at, [x, y, width, height]] of boxes.entries()) {
      expect(y).toBeGreaterThan(200);
      expect(x + width).toBeLessThanOrEqual(viewBox.x + viewBox.width);
      expect(y + height).toBeLessThanOrEqual(viewBox.y + viewBox.height);
      for (const [otherX, otherY] of boxes.slice(0, at)) {
        expect(Math.abs(x - otherX) >= width || Math.abs(y - otherY) >= height).toBe(true);
      }
    }
  });

  test('contains everything, and exists without seats and without areas', () => {
    expect(draw([], [], null).viewBox).toEqual({ x: -40, y: -40, width: 80, height: 80 });
    const far = areaOf(1, {
      shapes: [
        {
          type: 'polygon',
          points: [
            [-500, 0],
            [900, 0],
            [0, 700],
          ],
        },
      ],
    });
    expect(draw([far], [], seats).viewBox).toEqual({ x: -540, y: -40, width: 1480, height: 780 });
  });

  test('draws the shapes under the seats first, and marks shapes of areas with their area', () => {
    const shape = { id: 1, guid: 'g', type: 'rect', shapeType: null, left: 0, top: 0, width: 9, height: 9 };
    const rest = { angle: null, order: 1, text: null, fill: null, rest: { onload: 'alert(1)', href: '//evil' } };
    const area = areaOf(7);
    const { svg } = draw(
      [area],
      [
        { ...shape, ...rest, purpose: 'OBJECT', sectionId: null, fill: 'red' },
        { ...shape, ...rest, purpose: 'GA', sectionId: 7, fill: 'green' },
        { ...shape, ...rest, purpose: 'UNDERLAY', sectionId: null, fill: 'blue' },
      ],
      seats,
    );
    expect(faultsOf(svg)).toEqual([]);
    const seen = elementsOf(svg).map(({ attributes }) => [attributes.get('fill'), attributes.get('data-gos-id')]);
    expect(seen).toEqual([
      ['blue', undefined],
      ['red', undefined],
      ['green', '7'],
    ]);
  });
});
