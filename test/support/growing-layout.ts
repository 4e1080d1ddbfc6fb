/**
 * A layout that a test changes version by version; each row is a plain list of indices. The first version is the layout
 * of `EventDriver`: row A is 101…, row B 201…, areas are 9001…. The id of a new seat is 5000 plus its index.
 */
import type { Removal } from '#domain/seats/seat-map.ts';
import { type PlannedArea, SeatMap } from '#domain/seats/seat-map.ts';
import { runsOf } from '#domain/seats/seat-runs.ts';
import { seatMapOf } from './event-driver.ts';

export class GrowingLayout {
  readonly rows: number[][];
  readonly #first: SeatMap;
  readonly #removed = new Map<number, Removal>();
  readonly #areas: PlannedArea[];
  #size: number;
  #version = 0;

  constructor(rows: readonly number[], areas: readonly number[]) {
    this.#first = seatMapOf(rows, areas);
    this.#size = this.#first.size;
    let next = 0;
    this.rows = rows.map((count) => Array.from({ length: count }, () => next++));
    this.#areas = [...this.#first.areas];
  }

  get areas(): readonly PlannedArea[] {
    return this.#areas;
  }

  /** Returns the id of the new seat. */
  addSeat(row: number, place: number): number {
    this.rows[row]?.splice(place, 0, this.#size);
    return 5000 + this.#size++;
  }

  removeSeat(seat: number, how: Removal): void {
    for (const row of this.rows) if (row.includes(seat)) row.splice(row.indexOf(seat), 1);
    if (!this.#removed.has(seat)) this.#removed.set(seat, how);
  }

  resizeArea(index: number, capacity: number): void {
    const area = this.#areas[index];
    if (area === undefined || area.removed !== undefined) return;
    const isFirst = area.sinceVersion === undefined && area.firstCapacity === undefined;
    this.#areas[index] = { ...area, capacity, ...(isFirst ? { firstCapacity: area.capacity } : {}) };
  }

  addArea(capacity: number): void {
    const index = this.#areas.length;
    this.#areas.push({ id: 9001 + index, name: `Area ${index + 1}`, capacity, sinceVersion: this.#version + 1 });
  }

  removeArea(index: number, how: Removal): void {
    const area = this.#areas[index];
    if (area !== undefined && area.removed === undefined) this.#areas[index] = { ...area, removed: how };
  }

  /** The map of the next version. */
  next(): SeatMap {
    this.#version++;
    const added = Array.from({ length: this.#size - this.#first.size }, (_, at) => this.#first.size + at);
    const removed = [...this.#removed.keys()];
    return SeatMap.from({
      size: this.#size,
      idRuns: [...this.#first.idRuns, ...added.map((index) => [5000 + index, index, 1] as const)],
      rowFirsts: [],
      areas: [...this.#areas],
      changed: {
        version: this.#version,
        firstSize: this.#first.size,
        rows: this.rows.map((row) => row.flatMap((seat) => [seat, 1])),
        removed: runsOf(removed),
        forced: runsOf(removed.filter((seat) => this.#removed.get(seat) === 'forced')),
      },
    });
  }
}
