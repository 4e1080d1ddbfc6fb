/** The labels of rows on the public map: their positions and angles, and that they contain only text. */
import type { MapSeat, MapSection } from '#codec/map/map-layout.ts';
import { RowLabels } from '#codec/map/row-labels.ts';
import { mapOfBody } from '../../support/map-picture.ts';

interface Label {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

function labelsIn(svg: string): readonly Label[] {
  const [, group = ''] = /<g id="sm-row-labels"[^>]*>(.*)<\/g>/.exec(svg) ?? [];
  return [
    ...group.matchAll(/<text x="([-\d.]+)" y="([-\d.]+)"(?: transform="rotate\(([-\d.]+) [-\d. ]+\)")?>([^<]*)</g),
  ].map(([, x, y, angle = '0', text = '']) => ({ text, x: Number(x), y: Number(y), angle: Number(angle) }));
}

/** One row in a section, by the places of its seats. */
function draw(places: readonly (readonly [number, number])[], more: Partial<MapSection> = {}, name = 'A'): string {
  const labels = new RowLabels();
  for (const [index, [x, y]] of places.entries()) {
    const flags = { accessible: false, marked: false, features: 0 };
    labels.add({ id: index, index, rowId: 1, name: '1', x, y, ...flags } satisfies MapSeat);
  }
  const nothing = { type: null, shapes: null, x: null, y: null, width: null, height: null, angle: null };
  const section = { id: 1, guid: 'g', name: 'S', ga: false, capacity: 2, rest: {}, ...nothing, ...more };
  return labels.draw({
    sections: [section],
    rows: [{ id: 1, sectionId: 1, name, rowNoun: 'Row', seatNoun: 'Seat' }],
  });
}

const straight = [
  [100, 50],
  [125, 50],
  [150, 50],
] as const;

describe('a row', () => {
  test('has its label left and right of its seats', () => {
    expect(labelsIn(draw(straight))).toEqual([
      { text: 'A', x: 78, y: 50, angle: 0 },
      { text: 'A', x: 172, y: 50, angle: 0 },
    ]);
  });

  test('has them in line with its ends if it is curved', () => {
    const [left, right] = labelsIn(
      draw([
        [0, 0],
        [20, 15],
        [40, 15],
        [60, 0],
      ]),
    ) as [Label, Label];
    expect([left.x < 0, left.y < 0, right.x > 60, right.y < 0]).toEqual([true, true, true, true]);
  });

  test.each([
    [30, 30],
    [-60, -60],
    [90, -90],
    [120, -60],
    [180, 0],
    [300, -60],
    [-450, -90],
  ])('of a section that is turned by %d degrees has labels turned by %d, never upside down', (angle, expected) => {
    expect(labelsIn(draw(straight, { angle })).map((label) => label.angle)).toEqual([expected, expected]);
  });

  test.each<[string, object, readonly number[]]>([
    ['on both sides unless somebody says so', {}, [78, 172]],
    ['on the left alone', { rlLeft: true, rlRight: false, rlCenter: false }, [78]],
    ['on the right alone', { rlRight: true }, [172]],
    ['nowhere', { rlLeft: false, rlRight: false }, []],
    ['on both sides for the middle', { rlCenter: true }, [78, 172]],
  ])('has them %s', (_, rest, expected) => {
    expect(labelsIn(draw(straight, { rest: { ...rest } })).map(({ x }) => x)).toEqual(expected);
  });

  test('has its left label on the left when its seats are counted from the right', () => {
    const backwards = straight.toReversed();
    expect(labelsIn(draw(backwards, { rest: { rlLeft: true } })).map(({ x }) => x)).toEqual([78]);
  });

  test('of one seat, or of seats at the same position, has a label too', () => {
    expect(labelsIn(draw([[5, 5]]))).toEqual([{ text: 'A', x: -17, y: 5, angle: 0 }]);
    expect(
      labelsIn(
        draw([
          [5, 5],
          [5, 5],
        ]),
      ),
    ).toHaveLength(2);
  });

  test('has a label that is always text', () => {
    const svg = draw(straight, {}, '"><script>alert(1)</script>&');
    expect(svg).not.toContain('<script');
    expect(labelsIn(svg)[0]?.text).toBe('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;');
  });
});

test('the labels are the topmost group of the map’s background, inside its view box', () => {
  const rows = ['A', 'B', 'C'].map((name) => ({ name, seatCount: 5 }));
  const { background } = mapOfBody({ name: 'Hall', sections: [{ name: 'S', curve: 30, angle: 40, rows }] });
  expect(background.svg).toMatch(/<\/g><\/svg>$/);
  const labels = labelsIn(background.svg);
  expect(labels.map(({ text, angle }) => [text, angle])).toEqual(
    ['A', 'A', 'B', 'B', 'C', 'C'].map((text) => [text, 40]),
  );
  const { x, y, width, height } = background.viewBox;
  for (const label of labels) {
    expect(label.x > x && label.x < x + width && label.y > y && label.y < y + height).toBe(true);
  }
});

test('a map without rows has no labels', () => {
  const { background } = mapOfBody({ name: 'Field', sections: [{ name: 'F', ga: true, capacity: 9 }] });
  expect(background.svg).not.toContain('sm-row-labels');
});
