/**
 * Samples of an event's activity as a table of numbers: one row for five seconds, an hour of rows at most. Rows of
 * several nodes are merged by time. Promises that a ring's memory never grows: 37 KB.
 */

/** The time that a row covers. */
export const stepMs = 5_000;
/** Rows of an hour. */
export const rowsMax = 720;

/** Counts of the step: added up when nodes are merged. `appendMicros`: the sum over all appends. */
export const flows = ['created', 'holds', 'checkouts', 'confirmations', 'expiries', 'appends', 'appendMicros'] as const;
/** The slowest append of the step, and values at its end: the greatest is kept when nodes are merged. */
export const levels = ['slowestAppendMicros', 'active', 'pending', 'waiting', 'admitted'] as const;

export type Flow = (typeof flows)[number];
export type Level = (typeof levels)[number];
/** Whole numbers from 0. */
export type Sample = Record<Flow | Level, number>;

/** A sample and its time: the end of the step, in steps since 1970. */
export interface TimedSample {
  readonly slot: number;
  readonly sample: Sample;
}

const columns = [...flows, ...levels];
const width = columns.length + 1;
const largest = 2 ** 32 - 1;

/** The samples of one event on one node. A new row takes the place of the row an hour before. */
export class SampleRing {
  readonly #numbers = new Uint32Array(rowsMax * width);
  #newest = 0;

  /** Slot of the newest row; 0: there is none. */
  get newest(): number {
    return this.#newest;
  }

  write(slot: number, sample: Readonly<Sample>): void {
    const start = (slot % rowsMax) * width;
    this.#numbers[start] = slot;
    for (const [at, name] of columns.entries()) this.#numbers[start + 1 + at] = Math.min(largest, sample[name]);
    this.#newest = Math.max(this.#newest, slot);
  }

  /** A copy of the rows of the hour that ends with this slot. */
  table(slot: number): Uint32Array<ArrayBuffer> {
    const starts: number[] = [];
    for (let start = 0; start < this.#numbers.length; start += width) {
      const written = this.#numbers[start] as number;
      if (written > 0 && written > slot - rowsMax && written <= slot) starts.push(start);
    }
    const table = new Uint32Array(starts.length * width);
    for (const [row, start] of starts.entries()) table.set(this.#numbers.subarray(start, start + width), row * width);
    return table;
  }
}

/** The samples of all nodes in the order of time. Steps that no node sampled are left out. */
export function mergeTables(tables: readonly Uint32Array[]): readonly TimedSample[] {
  const bySlot = new Map<number, Sample>();
  for (const table of tables) {
    for (let start = 0; start + width <= table.length; start += width) {
      const slot = table[start] as number;
      const sample = bySlot.get(slot) ?? emptySample();
      for (const [at, name] of columns.entries()) {
        const value = table[start + 1 + at] as number;
        sample[name] = at < flows.length ? sample[name] + value : Math.max(sample[name], value);
      }
      bySlot.set(slot, sample);
    }
  }
  return [...bySlot].map(([slot, sample]) => ({ slot, sample })).sort((a, b) => a.slot - b.slot);
}

export function emptySample(): Sample {
  return Object.fromEntries(columns.map((name) => [name, 0])) as Sample;
}
