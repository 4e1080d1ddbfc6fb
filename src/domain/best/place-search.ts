/**
 * One search for seats: the candidate rows, how many seats each of them has, and the nearest groups of the wanted size.
 * Uses the results of earlier searches of its kind for rows that have not changed since.
 */
import type { PlaceQuery } from './place-query.ts';
import type { RowFindings, RowMeasures } from './row-memory.ts';
import type { Group } from './row-search.ts';
import type { Seating } from './seating.ts';
import type { Takeable } from './takeable.ts';

interface Memory {
  readonly stamps: Uint32Array;
  readonly measures: RowMeasures;
  readonly findings: RowFindings;
}

/** The nearest groups: of those that leave no single seat alone, and of all that were looked at. */
export interface NearestGroups {
  readonly clean: Group | null;
  readonly any: Group | null;
}

export class PlaceSearch {
  readonly query: PlaceQuery;
  readonly takeable: Takeable;
  readonly seating: Seating;
  readonly #memory: Memory;

  constructor(query: PlaceQuery, takeable: Takeable, memory: Memory) {
    this.query = query;
    this.takeable = takeable;
    this.seating = takeable.seating;
    this.#memory = memory;
  }

  /** Whether the row is in a wanted section. */
  allows(row: number): boolean {
    const { sections } = this.query;
    return sections === null || sections.has(this.seating.sections[row] as number);
  }

  /** The longest run of seats in the row that can be taken; 0: none. */
  longestRun(row: number): number {
    return this.#measured(row).longest[row] as number;
  }

  ordinaryIn(row: number): number {
    return this.#measured(row).ordinary[row] as number;
  }

  accessibleIn(row: number): number {
    return this.#measured(row).accessible[row] as number;
  }

  /**
   * The nearest groups of the whole size, each in one row; of groups at the same distance the first in layout order.
   * Rows that are farther away than the clean group found so far are not looked at.
   */
  nearest(): NearestGroups {
    const { seating } = this;
    const { count, sections } = this.query;
    const { findings, stamps } = this.#memory;
    let clean: Group | null = null;
    let any: Group | null = null;
    for (const row of seating.nearest) {
      if (clean !== null && clean.distance < count * (seating.rowDistances[row] as number)) break;
      if (sections !== null && !this.allows(row)) continue;
      if (findings.seen[row] !== stamps[row]) this.#look(row);
      const cleanAt = findings.cleanAt[row] as number;
      if (cleanAt !== -1) clean = nearer(clean, cleanAt, findings.cleanDistance[row] as number, count);
      const anyAt = findings.anyAt[row] as number;
      if (anyAt !== -1) any = nearer(any, anyAt, findings.anyDistance[row] as number, count);
    }
    return { clean, any };
  }

  #look(row: number): void {
    const { findings, stamps } = this.#memory;
    const { count, accessible } = this.query;
    const isTooShort = this.longestRun(row) < count || this.accessibleIn(row) < accessible;
    findings.read(this.takeable, row, stamps[row] as number, isTooShort ? null : this.query);
  }

  #measured(row: number): RowMeasures {
    const { measures, stamps } = this.#memory;
    if (measures.seen[row] !== stamps[row]) measures.read(this.takeable, row, stamps[row] as number);
    return measures;
  }
}

function nearer(best: Group | null, place: number, distance: number, count: number): Group {
  if (best === null || distance < best.distance || (distance === best.distance && place < best.place)) {
    return { place, count, distance };
  }
  return best;
}
