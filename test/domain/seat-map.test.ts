/** The seat map: ids and indices both ways, neighbours inside a row, areas, and impossible layouts. */
import { SeatMap, type SeatMapPlan } from '#domain/seats/seat-map.ts';

/** Three rows; the ids run against the layout order and have a gap. */
const plan: SeatMapPlan = {
  size: 9,
  idRuns: [
    [500, 4, 5],
    [10, 2, 2],
    [700, 0, 2],
  ],
  rowFirsts: [0, 4, 8],
  areas: [
    { id: 40, name: 'Floor', capacity: 10 },
    { id: 30, name: 'Pit', capacity: 5 },
  ],
};

describe('a seat map', () => {
  const map = SeatMap.from(plan);
  const ids = [700, 701, 10, 11, 500, 501, 502, 503, 504];

  test('finds every seat by id and by index', () => {
    expect(ids.map((id) => map.indexOf(id))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(ids.map((_, index) => map.idAt(index))).toEqual(ids);
  });

  test.each([0, -1, 9, 12, 499, 505, 699, 702, Number.MAX_SAFE_INTEGER])('has no seat %d', (id) => {
    expect(map.indexOf(id)).toBe(-1);
  });

  test('has no index beyond its size', () => {
    expect(() => map.idAt(9)).toThrow('no seat has index 9');
    expect(() => map.idAt(-1)).toThrow();
  });

  test('knows neighbours inside the row only', () => {
    expect(ids.map((_, index) => map.rows.previousOf(index))).toEqual([-1, 0, 1, 2, -1, 4, 5, 6, -1]);
    expect(ids.map((_, index) => map.rows.nextOf(index))).toEqual([1, 2, 3, -1, 5, 6, 7, -1, -1]);
  });

  test('knows areas by the id of their section', () => {
    expect([40, 30, 10, -1].map((id) => map.areaIndexOf(id))).toEqual([0, 1, -1, -1]);
  });

  test('may have areas only', () => {
    const floor = SeatMap.from({ size: 0, idRuns: [], rowFirsts: [], areas: plan.areas });
    expect([floor.indexOf(1), floor.areaIndexOf(30)]).toEqual([-1, 1]);
  });

  test.each<[string, Partial<SeatMapPlan>]>([
    ['a seat without an id', { size: 10 }],
    ['more ids than seats', { size: 8 }],
    ['an index with two ids', { idRuns: [...plan.idRuns, [900, 3, 1]] }],
    ['an empty run', { idRuns: [...plan.idRuns, [900, 9, 0]] }],
  ])('%s is refused', (_, change) => {
    expect(() => SeatMap.from({ ...plan, ...change })).toThrow(expect.objectContaining({ name: 'BrokenInvariant' }));
  });
});
