/**
 * The results of earlier searches of a kind, by row. An entry is valid while its stamp equals that of its row. A new
 * entry has stamp 0, which no row has.
 */
import { measureRow, newFinding, searchRow } from './row-search.ts';
import type { Takeable } from './takeable.ts';

/** How many seats of each row can be taken, and the longest run of them. */
export class RowMeasures {
  readonly seen: Uint32Array;
  readonly longest: Int32Array;
  readonly ordinary: Int32Array;
  readonly accessible: Int32Array;

  constructor(rowCount: number) {
    this.seen = new Uint32Array(rowCount);
    this.longest = new Int32Array(rowCount);
    this.ordinary = new Int32Array(rowCount);
    this.accessible = new Int32Array(rowCount);
  }

  read(takeable: Takeable, row: number, stamp: number): void {
    const { longest, ordinary, accessible } = measureRow(takeable, row);
    this.longest[row] = longest;
    this.ordinary[row] = ordinary;
    this.accessible[row] = accessible;
    this.seen[row] = stamp;
  }
}

/** The nearest group of each row: of those that leave no single seat alone, and of all. A place of -1: none. */
export class RowFindings {
  readonly seen: Uint32Array;
  readonly cleanAt: Int32Array;
  readonly cleanDistance: Float64Array;
  readonly anyAt: Int32Array;
  readonly anyDistance: Float64Array;

  constructor(rowCount: number) {
    this.seen = new Uint32Array(rowCount);
    this.cleanAt = new Int32Array(rowCount);
    this.cleanDistance = new Float64Array(rowCount);
    this.anyAt = new Int32Array(rowCount);
    this.anyDistance = new Float64Array(rowCount);
  }

  /** `size` null: the row has too few seats. */
  read(takeable: Takeable, row: number, stamp: number, size: { count: number; accessible: number } | null): void {
    this.seen[row] = stamp;
    if (size === null) {
      this.cleanAt[row] = -1;
      this.anyAt[row] = -1;
      return;
    }
    const { count, accessible } = size;
    const exactly = { accessibleMin: accessible, accessibleMax: accessible };
    searchRow(takeable, row, { count, ...exactly, crossesAisles: false }, found);
    this.cleanAt[row] = found.cleanAt;
    this.cleanDistance[row] = found.cleanDistance;
    this.anyAt[row] = found.anyAt;
    this.anyDistance[row] = found.anyDistance;
  }
}

const found = newFinding();
