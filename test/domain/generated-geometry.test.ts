/** Generated coordinates for a layout without them: sections around a stage, without overlaps. */
import fc from 'fast-check';
import { mapOfBody, pictureOf } from '../support/map-picture.ts';
import {
  type Corners,
  cornersOf,
  isInside,
  leastDistance,
  overlaps,
  type PlannedSeat,
  seatsOf,
} from '../support/plan-geometry.ts';
import { layoutOf } from '../support/valid-layout.ts';

const seatPitch = 25;
/** Coordinates are rounded to a quarter of a unit. */
const nearest = seatPitch - 0.5;

interface Counted {
  readonly name: string;
  readonly rows: readonly { readonly name: string; readonly seatCount: number }[];
  readonly curve?: number;
  readonly angle?: number;
}

function stand(name: string, counts: readonly number[], more: object = {}): Counted {
  return { name, rows: counts.map((seatCount, row) => ({ name: `R${row + 1}`, seatCount })), ...more };
}

const hall = (sections: readonly object[], more: object = {}) => ({ name: 'Hall', sections, ...more });
const counts = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 12 });
const curve = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 180 }));
const stands = fc
  .array(fc.record({ counts, curve }), { minLength: 1, maxLength: 14 })
  .map((list) => list.map(({ counts, curve }, at) => stand(`S${at}`, counts, { curve })));
const areas = fc
  .array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 4 })
  .map((list) => list.map((capacity, at) => ({ name: `GA${at}`, ga: true, capacity })));

describe('a layout without coordinates', () => {
  test('has no overlapping seats or sections, and every seat in its section', () => {
    fc.assert(
      fc.property(stands, areas, fc.boolean(), (stands, areas, hasStage) => {
        const layout = layoutOf(hall([...stands, ...areas], hasStage ? { shapes: [{ type: 'stage' }] } : {}));
        const seats = seatsOf(layout);
        expect(leastDistance(seats, seatPitch)).toBeGreaterThanOrEqual(nearest);
        expect(overlaps(layout)).toEqual([]);
        const frames = layout.sections.map(cornersOf);
        expect(seats.filter(({ x, y, section }) => !isInside(frames[section] as Corners, x, y))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('gets the same coordinates each time', () => {
    fc.assert(
      fc.property(stands, areas, (stands, areas) => {
        const body = hall([...stands, ...areas]);
        expect(layoutOf(body)).toEqual(layoutOf(structuredClone(body)));
      }),
      { numRuns: 20 },
    );
  });

  test.each<[string, readonly object[]]>([
    ['40 sections of 1,000', Array.from({ length: 40 }, (_, at) => stand(`S${at}`, Array(20).fill(50)))],
    ['one section', [stand('A', Array(12).fill(20))]],
    ['three rows of two', [stand('A', [2, 2, 2])]],
    ['areas alone', [1, 2, 3].map((at) => ({ name: `GA${at}`, ga: true, capacity: at * 1000 }))],
    [
      'seats around a floor',
      [
        ...Array.from({ length: 18 }, (_, at) => stand(`S${at}`, Array(20).fill(25))),
        { name: 'F', ga: true, capacity: 3000 },
      ],
    ],
  ])('is about as wide as high: %s', (_, sections) => {
    const { viewBox } = mapOfBody(hall(sections, { shapes: [{ type: 'stage', text: 'Stage' }] })).background;
    expect(viewBox.width / viewBox.height).toBeGreaterThan(0.6);
    expect(viewBox.width / viewBox.height).toBeLessThan(1.7);
  });

  test('has its sections in front of the stage, the first ones nearest, and has a focal point', () => {
    const layout = layoutOf(hall(Array.from({ length: 12 }, (_, at) => stand(`S${at}`, [10, 10, 10]))));
    expect(layout.focalPoint).toEqual({ x: 0, y: 0 });
    const away = layout.sections.map(({ x, y, width, height }) =>
      Math.hypot((x ?? 0) + (width ?? 0) / 2, (y ?? 0) + (height ?? 0) / 2),
    );
    expect(Math.min(...away)).toBeGreaterThan(100);
    expect(away[0]).toBeLessThan(away[11] as number);
  });

  test('of 200,000 seats is placed', () => {
    const body = hall(Array.from({ length: 80 }, (_, at) => stand(`S${at}`, Array(50).fill(50), { curve: 20 })));
    const layout = layoutOf(body);
    expect(layout.seats.count).toBe(200_000);
    expect(layout.seats.xs.every(Number.isFinite) && layout.seats.ys.every(Number.isFinite)).toBe(true);
  });
});

describe('a counted row', () => {
  const placesOf = (section: object) => seatsOf(layoutOf(hall([section])));

  test('is straight, or bends by as many degrees as its section says', () => {
    const straight = placesOf(stand('A', [11, 11]));
    expect(new Set(straight.slice(0, 11).map(({ y }) => y)).size).toBe(1);
    const bent = placesOf(stand('A', [11, 11], { curve: 90 })).slice(0, 11);
    const [first, second, last, before] = [bent[0], bent[1], bent[10], bent[9]] as [
      PlannedSeat,
      PlannedSeat,
      PlannedSeat,
      PlannedSeat,
    ];
    const direction = (from: PlannedSeat, to: PlannedSeat) =>
      (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    // Ten chords of nine degrees: from the first to the last they turn by nine of them.
    expect(Math.abs(direction(first, second) - direction(before, last) - 81)).toBeLessThan(2);
    expect(first.y).toBeLessThan((bent[5] as PlannedSeat).y);
  });

  test.each([
    ['curve', -1, 'MIN'],
    ['curve', 181, 'MAX'],
    ['curve', 'a lot', 'TYPE'],
  ])('cannot have %s %s', (member, value, code) => {
    expect(() => placesOf(stand('A', [2], { [member]: value }))).toThrow(`"code":"${code}"`);
  });

  test('is turned by its section’s angle', () => {
    const seats = placesOf(stand('A', [5], { angle: 90 }));
    expect(seats.map(({ x }) => x - (seats[0] as PlannedSeat).x)).toEqual([0, 0, 0, 0, 0]);
    expect(seats.map(({ y }) => y - (seats[0] as PlannedSeat).y)).toEqual([0, 25, 50, 75, 100]);
  });
});

describe('an object with given coordinates', () => {
  const coordinate = fc.double({ min: -1e5, max: 1e5, noNaN: true });
  const given = fc
    .uniqueArray(fc.record({ x: coordinate, y: coordinate }), {
      minLength: 1,
      maxLength: 20,
      selector: ({ x, y }) => `${x} ${y}`,
    })
    .map((places) => ({
      name: 'Given',
      rows: [{ name: 'A', seats: places.map((place, at) => ({ name: `${at}`, ...place })) }],
    }));

  test('keeps them, and objects with generated coordinates do not overlap it', () => {
    fc.assert(
      fc.property(given, stands, fc.boolean(), (given, stands, isMixed) => {
        const own = isMixed ? { ...given, rows: [...given.rows, { name: 'B', seatCount: 7 }] } : given;
        const layout = layoutOf(hall([own, ...stands]));
        const seats = seatsOf(layout);
        const listed = given.rows[0]?.seats ?? [];
        expect(seats.slice(0, listed.length).map(({ x, y }) => ({ x, y }))).toEqual(
          listed.map(({ x, y }) => ({ x, y })),
        );
        const placed = seats.slice(listed.length);
        expect(leastDistance(placed, seatPitch)).toBeGreaterThanOrEqual(nearest);
        for (const { x, y } of listed) {
          expect(placed.some((seat) => Math.hypot(seat.x - x, seat.y - y) < seatPitch / 2)).toBe(false);
        }
      }),
      { numRuns: 50 },
    );
  });

  test('is where its section, its row or its area begins', () => {
    const layout = layoutOf(
      hall([
        { ...stand('A', [3, 3]), x: 700, y: 40 },
        { name: 'B', rows: [{ name: '1', x: -5.3, y: 7.7, seatCount: 2 }] },
        { name: 'C', ga: true, capacity: 100, x: 1.1, y: 2.2, width: 33.3, height: 44.4 },
        { name: 'D', ga: true, capacity: 1000, x: 900, y: 900 },
      ]),
    );
    const [first, , , fourth, , , row, next] = seatsOf(layout);
    expect([first, fourth]).toMatchObject([
      { x: 700, y: 40 },
      { x: 700, y: 70 },
    ]);
    expect([row, next]).toMatchObject([
      { x: -5.3, y: 7.7 },
      { x: 19.75, y: 7.75 },
    ]);
    expect(layout.sections[0]).toMatchObject({ x: 700, y: 40, width: null, angle: null });
    expect(layout.sections[2]).toMatchObject({ x: 1.1, y: 2.2, width: 33.3, height: 44.4 });
    expect(layout.sections[3]).toMatchObject({ x: 900, y: 900 });
  });

  test('may have any coordinates that are numbers', () => {
    for (const far of [1e12, -1e300, Number.MAX_VALUE]) {
      const layout = layoutOf(
        hall(
          [
            {
              name: 'G',
              rows: [
                { name: 'A', seats: [{ name: '1', x: far, y: -far }] },
                { name: 'B', seatCount: 3 },
              ],
            },
            { ...stand('A', [3], { curve: 9 }), x: far, y: far },
            stand('B', [3]),
            { name: 'F', ga: true, capacity: 9 },
          ],
          { shapes: [{ type: 'stage' }], focalPoint: { x: far, y: far } },
        ),
      );
      expect([...layout.seats.xs, ...layout.seats.ys].every(Number.isFinite)).toBe(true);
      expect(layout.decorations.every(({ left, top }) => Number.isFinite(left + top))).toBe(true);
    }
  });
});

test('the size of an area is proportional to its capacity', () => {
  const sizes = [100, 1_000, 10_000].map((capacity) => {
    const [area] = layoutOf(hall([{ name: 'F', ga: true, capacity }])).sections;
    return (area?.width ?? 0) * (area?.height ?? 0);
  });
  expect((sizes[1] as number) / (sizes[0] as number)).toBeCloseTo(10, 0);
  expect((sizes[2] as number) / (sizes[1] as number)).toBeCloseTo(10, 0);
});

test('a picture of a map shows every seat inside its view', () => {
  const map = mapOfBody(hall([stand('A', [5, 6, 7], { curve: 60 })], { shapes: [{ type: 'stage', text: 'Stage' }] }));
  const { x, y, width, height } = map.background.viewBox;
  const circles = [...pictureOf(map).matchAll(/<circle cx="([-\d.]+)" cy="([-\d.]+)"/g)];
  expect(circles).toHaveLength(18);
  for (const [, cx, cy] of circles) {
    expect(Number(cx) > x && Number(cx) < x + width && Number(cy) > y && Number(cy) < y + height).toBe(true);
  }
});
