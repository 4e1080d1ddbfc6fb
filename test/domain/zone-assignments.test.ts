/** Zone lines fitted to a layout, and zones turned into price lines. */

import fc from 'fast-check';
import { zoneAssignments, zoneColumns } from '#codec/bodies/zone-assignments.ts';
import type { SeatLines } from '#domain/pricing/seat-lines.ts';
import {
  expandZones,
  placeZones,
  unknownZoneErrors,
  type ZoneAssignments,
  type ZoneContents,
} from '#domain/pricing/zone-assignments.ts';
import { SeatMap } from '#domain/seats/seat-map.ts';
import { seatLines } from '../support/seat-lines.ts';

/** Six seats whose ids do not ascend with their place, and two areas. */
const map = SeatMap.from({
  size: 6,
  idRuns: [
    [200, 0, 3],
    [100, 3, 3],
  ],
  rowFirsts: [0],
  areas: [
    { id: 8, name: 'Hill', capacity: 40 },
    { id: 7, name: 'Floor', capacity: 50 },
  ],
});

const line = (objectId: number, assignmentId: number, activeCount: number | null = null) => ({
  ...{ objectId, assignmentId },
  activeCount,
});

function checked(body: unknown): ZoneAssignments {
  return zoneColumns(zoneAssignments.parse(body));
}

describe('lines that fit', () => {
  test('come by place, the last one of each seat and area', () => {
    const body = {
      seats: [line(100, 1), line(202, 2), line(100, 3), line(201, 1)],
      groupOfSeats: [line(8, 1), line(7, 2, 5), line(8, 2)],
    };
    const placement = placeZones(map, checked(body));
    if (!placement.ok) throw new Error('refused');
    const { seatIndices, seatZones, areas } = placement.placed;
    expect([[...seatIndices], [...seatZones]]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
    expect(areas).toEqual([line(7, 2, 5), line(8, 2)]);
  });

  test('may be none', () => {
    const placement = placeZones(map, checked({ seats: null }));
    expect(placement).toMatchObject({ ok: true, placed: { areas: [] } });
    expect(placement.ok && placement.placed.seatIndices.length).toBe(0);
  });
});

describe('lines that do not fit', () => {
  test('are all named', () => {
    const body = { seats: [line(1, 1), line(100, 1), line(103, 1)], groupOfSeats: [line(9, 1), line(8, 1, 41)] };
    const placement = placeZones(map, checked(body));
    expect(placement.ok ? [] : placement.errors.map(({ field, code }) => `${field} ${code}`)).toEqual([
      'seats[0].objectId UNKNOWN_VALUE',
      'seats[2].objectId UNKNOWN_VALUE',
      'groupOfSeats[0].objectId UNKNOWN_VALUE',
      'groupOfSeats[1].activeCount MAX',
    ]);
  });

  test('are named a hundred at most', () => {
    const body = { seats: Array.from({ length: 5_000 }, () => line(1, 9)) };
    const placement = placeZones(map, checked(body));
    expect(placement.ok ? [] : placement.errors).toHaveLength(100);
    expect(unknownZoneErrors(checked(body), new Set([9]))).toHaveLength(100);
  });
});

describe('zones turned into price lines', () => {
  const contents = new Map<number, ZoneContents>([
    [
      1,
      {
        seats: [
          [200, 2],
          [100, 1],
        ],
        areas: [[7, 30]],
      },
    ],
    [2, { seats: [], areas: [[8, null]] }],
  ]);

  test('come after the explicit price lines, do not change them, and name their zone', () => {
    const own = { seats: seatLines([{ objectId: 201, assignmentId: 51 }]), groupOfSeats: [] };
    const { seats, groupOfSeats, zoneOf } = expandZones(own, [line(2, 53, 4), line(1, 52)], contents);
    expect(linesOf(seats)).toEqual([
      [201, 51],
      [200, 52],
      [100, 52],
    ]);
    expect(groupOfSeats).toEqual([line(8, 53, 4), line(7, 52, 30)]);
    expect([0, 1, 2].map((position) => zoneOf('seats', position))).toEqual([undefined, 1, 1]);
    expect([0, 1].map((position) => zoneOf('groupOfSeats', position))).toEqual([0, 1]);
  });
  test('that share a seat, in any order, give each line of its own once', () => {
    const own = { seats: seatLines([{ objectId: 100, assignmentId: 9, properties: '{"a":1}' }]), groupOfSeats: [] };
    const { seats } = expandZones(own, [line(1, 52), line(1, 53)], contents);
    expect(linesOf(seats)).toEqual([
      [100, 9],
      [200, 52],
      [201, 52],
      [200, 53],
      [201, 53],
    ]);
    expect([[...seats.described], seats.texts]).toEqual([[0], ['{"a":1}']]);
  });

  test('leave out exactly the seats that have a line of their own', () => {
    const many = new Map<number, ZoneContents>([
      [
        5,
        {
          seats: [
            [50, 30],
            [1, 20],
            [300, 7],
          ],
          areas: [],
        },
      ],
    ]);
    const ofZone = [...Array(30).keys()]
      .map((at) => 50 + at)
      .concat(
        [...Array(20).keys()].map((at) => 1 + at),
        [300, 301, 302, 303, 304, 305, 306],
      );
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...ofZone), fc.nat(400))), (ids) => {
        const own = seatLines(ids.map((objectId) => ({ objectId, assignmentId: 1 })));
        const { seats } = expandZones({ seats: own, groupOfSeats: [] }, [line(5, 2)], many);
        const added = ofZone.filter((id) => !ids.includes(id));
        expect([...seats.ids]).toEqual([...ids, ...added]);
      }),
    );
  });
});

function linesOf({ ids, priceAt, prices }: SeatLines): readonly (readonly [number, number])[] {
  return Array.from(ids, (id, at) => [id, prices[priceAt[at] as number] as number]);
}
