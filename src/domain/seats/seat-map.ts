/**
 * The part of a layout that decisions need: seat id ↔ dense index, which seats are neighbours, and the
 * GA areas. Shared by all events on the schema; never changes. Names and coordinates stay in storage.
 */
import { assert } from '../assert.ts';
import { Bitmap } from './bitmap.ts';
import { SeatRows } from './seat-rows.ts';

export interface AreaPlan {
  readonly id: number;
  readonly name: string;
  readonly capacity: number;
}

export interface SeatMapPlan {
  readonly size: number;
  /** `[first id, first index, count]`: ids that follow each other together with their indices; any order. */
  readonly idRuns: readonly (readonly [firstId: number, firstIndex: number, count: number])[];
  /** Index of the first seat of every row, ascending; the seats of a row have consecutive indices. */
  readonly rowFirsts: readonly number[];
  /** In layout order; an area's id is its section's id. */
  readonly areas: readonly AreaPlan[];
}

export class SeatMap {
  readonly size: number;
  readonly areas: readonly AreaPlan[];
  readonly rows: SeatRows;
  readonly #runsById: readonly (readonly [number, number, number])[];
  readonly #runsByIndex: readonly (readonly [number, number, number])[];
  readonly #areaIndices: ReadonlyMap<number, number>;

  private constructor(plan: SeatMapPlan) {
    this.size = plan.size;
    this.areas = plan.areas;
    this.#runsById = plan.idRuns.toSorted((a, b) => a[0] - b[0]);
    this.#runsByIndex = plan.idRuns.toSorted((a, b) => a[1] - b[1]);
    const firsts = new Bitmap(plan.size);
    for (const first of plan.rowFirsts) firsts.add(first);
    this.rows = new SeatRows(firsts);
    this.#areaIndices = new Map(plan.areas.map((area, index) => [area.id, index]));
  }

  /** Builds the map; throws `BrokenInvariant` when the runs do not cover every index exactly once. */
  static from(plan: SeatMapPlan): SeatMap {
    const map = new SeatMap(plan);
    let next = 0;
    for (const [, firstIndex, count] of map.#runsByIndex) {
      assert(firstIndex === next && count > 0, `seat indices are not contiguous at ${next}`);
      next += count;
    }
    assert(next === plan.size, `seat ids cover ${next} of ${plan.size} seats`);
    return map;
  }

  /** Dense index of a seat id, or -1 when the layout has no such seat. */
  indexOf(seatId: number): number {
    const run = lastRunAtOrBefore(this.#runsById, 0, seatId);
    if (run === undefined) return -1;
    const offset = seatId - run[0];
    return offset < run[2] ? run[1] + offset : -1;
  }

  idAt(index: number): number {
    const run = lastRunAtOrBefore(this.#runsByIndex, 1, index);
    assert(run !== undefined && index < this.size, `no seat has index ${index}`);
    return run[0] + index - run[1];
  }

  /** Index of the area in `areas`, or -1. */
  areaIndexOf(areaId: number): number {
    return this.#areaIndices.get(areaId) ?? -1;
  }
}

type Run = readonly [number, number, number];

function lastRunAtOrBefore(runs: readonly Run[], column: 0 | 1, value: number): Run | undefined {
  let low = 0;
  let high = runs.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((runs[middle] as Run)[column] <= value) low = middle;
    else high = middle - 1;
  }
  const run = runs[low];
  return run !== undefined && run[column] <= value ? run : undefined;
}
