/**
 * The part of a layout that decisions need: seat id ↔ dense index, neighbouring seats, and the GA areas. Immutable, and
 * shared by all events on the schema. A later version of the layout has a map of its own, in which every index keeps
 * its meaning: removed seats and areas keep their index. Names and coordinates stay in storage.
 */
import { assert } from '#collections/assert.ts';
import { Bitmap } from '#collections/bitmap.ts';
import { type RowSequence, type SeatGeometry, Seating } from '../best/seating.ts';
import { LayoutUnits } from '../units/layout-units.ts';
import type { PlannedUnit } from '../units/unit.ts';
import { SeatRows } from './seat-rows.ts';
import type { SeatRuns } from './seat-runs.ts';
import { forEachInRuns } from './seat-runs.ts';

export interface AreaPlan {
  readonly id: number;
  readonly name: string;
  readonly capacity: number;
}

/** An area, and its changes since the first version of the layout. */
export interface PlannedArea extends AreaPlan {
  /** The version that added it; absent: the first one. */
  readonly sinceVersion?: number;
  /** Its capacity in that version; absent: the same as now. */
  readonly firstCapacity?: number;
  /**
   * Set when the layout no longer has the area. `when-free`: taken places stay until they are free; `forced`: they go
   * at once.
   */
  readonly removed?: Removal;
}

export type Removal = 'when-free' | 'forced';

export interface SeatMapPlan {
  readonly size: number;
  /** `[first id, first index, count]`: runs in which ids and indices are both consecutive; any order. */
  readonly idRuns: readonly (readonly [firstId: number, firstIndex: number, count: number])[];
  /** Index of the first seat of every row, ascending, in a layout whose rows have consecutive indices. */
  readonly rowFirsts: readonly number[];
  /** By index; an area's id is its section's id. */
  readonly areas: readonly PlannedArea[];
  /** Only for a layout that has changed since its first version. */
  readonly changed?: ChangedLayout;
  readonly schemaId?: number;
  readonly units?: readonly PlannedUnit[];
}

export interface ChangedLayout {
  readonly version: number;
  /** How many seats the layout was made with. */
  readonly firstSize: number;
  /** The runs of every existing row, in layout order; used instead of `rowFirsts`. */
  readonly rows: readonly SeatRuns[];
  /** Seats that the layout no longer has. */
  readonly removed: SeatRuns;
  /** Those of `removed` that their holders and buyers lose at once. */
  readonly forced: SeatRuns;
}

export class SeatMap {
  readonly size: number;
  readonly areas: readonly PlannedArea[];
  readonly rows: SeatRows;
  /** 0 for a map without a schema. */
  readonly schemaId: number;
  /** Null for a layout without units. */
  readonly units: LayoutUnits | null;
  /** Null for the first version. */
  readonly changed: ChangedLayout | null;
  readonly #runsById: readonly (readonly [number, number, number])[];
  readonly #runsByIndex: readonly (readonly [number, number, number])[];
  readonly #areaIndices: ReadonlyMap<number, number>;
  readonly #removed: Bitmap;
  #seating: Seating | null = null;

  private constructor(plan: SeatMapPlan) {
    this.size = plan.size;
    this.areas = plan.areas;
    this.schemaId = plan.schemaId ?? 0;
    this.changed = plan.changed ?? null;
    this.#runsById = plan.idRuns.toSorted((a, b) => a[0] - b[0]);
    this.#runsByIndex = plan.idRuns.toSorted((a, b) => a[1] - b[1]);
    this.rows = rowsOf(plan);
    this.#areaIndices = new Map(plan.areas.map((area, index) => [area.id, index]));
    this.#removed = new Bitmap(plan.size);
    forEachInRuns(plan.changed?.removed ?? [], (seat) => this.#removed.add(seat));
    const { units = [] } = plan;
    this.units = units.length === 0 ? null : new LayoutUnits(units, plan.size, (seat) => this.isRemoved(seat));
  }

  /** Builds the map; throws `BrokenInvariant` when the runs do not cover every index exactly once. */
  static from(plan: SeatMapPlan): SeatMap {
    const map = new SeatMap(plan);
    let next = 0;
    for (const [, firstIndex, count] of map.#runsByIndex) {
      assert(firstIndex === next && count > 0, () => `seat indices are not contiguous at ${next}`);
      next += count;
    }
    assert(next === plan.size, () => `seat ids cover ${next} of ${plan.size} seats`);
    return map;
  }

  /** Version of the layout; 0 is the first one. */
  get version(): number {
    return this.changed?.version ?? 0;
  }

  /** How many seats the layout was made with. */
  get firstSize(): number {
    return this.changed?.firstSize ?? this.size;
  }

  /** The existing seats in layout order; null: all, in the order of their indices. */
  order(): Uint32Array<ArrayBuffer> | null {
    if (this.changed === null) return null;
    const order: number[] = [];
    for (const runs of this.changed.rows) forEachInRuns(runs, (seat) => void order.push(seat));
    return Uint32Array.from(order);
  }

  /** The geometry of this version, or null while nobody has needed it. */
  get seating(): Seating | null {
    return this.#seating;
  }

  /** Adds the geometry of this version, once; all events on the schema share it. */
  place(geometry: SeatGeometry): void {
    this.#seating ??= new Seating(this.size, this.#rowSequence(), geometry);
  }

  #rowSequence(): RowSequence {
    const order = Int32Array.from(this.order() ?? Array.from({ length: this.size }, (_, index) => index));
    const starts = [0];
    if (this.changed === null) {
      this.rows.firsts.forEach((first) => {
        if (first > 0) starts.push(first);
      });
      if (this.size > 0) starts.push(this.size);
      return { order, starts: Int32Array.from(starts) };
    }
    for (const runs of this.changed.rows) {
      let count = 0;
      for (let at = 1; at < runs.length; at += 2) count += runs[at] as number;
      if (count > 0) starts.push((starts.at(-1) as number) + count);
    }
    return { order, starts: Int32Array.from(starts) };
  }

  /** Whether the layout no longer has the seat. */
  isRemoved(index: number): boolean {
    return this.#removed.has(index);
  }

  /** Dense index of a seat id, also of a removed seat; -1 when the layout never had such a seat. */
  indexOf(seatId: number): number {
    const run = lastRunAtOrBefore(this.#runsById, 0, seatId);
    if (run === undefined) return -1;
    const offset = seatId - run[0];
    return offset < run[2] ? run[1] + offset : -1;
  }

  idAt(index: number): number {
    const run = lastRunAtOrBefore(this.#runsByIndex, 1, index);
    assert(run !== undefined && index < this.size, () => `no seat has index ${index}`);
    return run[0] + index - run[1];
  }

  /** Runs of consecutive ids and indices, ascending by index. */
  get idRuns(): SeatMapPlan['idRuns'] {
    return this.#runsByIndex;
  }

  /** Index of the area in `areas`, also of a removed one, or -1. */
  areaIndexOf(areaId: number): number {
    return this.#areaIndices.get(areaId) ?? -1;
  }
}

function rowsOf({ size, rowFirsts, changed }: SeatMapPlan): SeatRows {
  if (changed !== undefined) return SeatRows.ofRuns(size, changed.rows);
  const firsts = new Bitmap(size);
  for (const first of rowFirsts) firsts.add(first);
  return new SeatRows(firsts);
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
