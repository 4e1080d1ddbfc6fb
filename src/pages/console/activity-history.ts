/** Keeps the last hour of an event's activity from the samples as they arrive. A step without a sample is a gap. */
import type { components } from '../../client/index.ts';

export type Activity = components['schemas']['EventActivity'];
export type Column = Exclude<keyof Activity['samples'], 'at'>;

const historySeconds = 3_600;
/** A sale that has just begun is not drawn across the whole plot. */
const leastShownSeconds = 60;

type Row = Readonly<Partial<Record<Column, number | null>>>;

/** Times, and a value or a gap for each. */
export interface Line {
  readonly at: readonly number[];
  readonly values: readonly (number | null)[];
}

export class ActivityHistory {
  readonly #rows = new Map<number, Row>();
  #stepSeconds = 5;
  #now = 0;

  get stepSeconds(): number {
    return this.#stepSeconds;
  }

  /** Where the next read begins. The last samples are read again, because another node may have been late with them. */
  get after(): number {
    return Math.max(0, this.#now - 3 * this.#stepSeconds);
  }

  add({ samples, serverTime, stepSeconds }: Activity): void {
    this.#stepSeconds = stepSeconds;
    this.#now = Math.floor(Date.parse(serverTime) / 1_000 / stepSeconds) * stepSeconds;
    const { at, ...columns } = samples;
    const entries = Object.entries(columns) as [Column, readonly (number | null)[]][];
    for (const [place, time] of at.entries()) {
      this.#rows.set(time, Object.fromEntries(entries.map(([name, values]) => [name, values[place] ?? null])));
    }
    for (const time of this.#rows.keys()) if (time <= this.#now - historySeconds) this.#rows.delete(time);
  }

  /** The last `seconds` of a column, but nothing before the sale began. */
  line(column: Column, seconds: number): Line {
    const at: number[] = [];
    for (let time = this.#beginOf(seconds); time <= this.#now; time += this.#stepSeconds) at.push(time);
    return { at, values: at.map((time) => this.#rows.get(time)?.[column] ?? null) };
  }

  #beginOf(seconds: number): number {
    const earliest = this.#now - seconds + this.#stepSeconds;
    const first = Math.min(...this.#rows.keys());
    return Math.max(earliest, Math.min(first, this.#now - leastShownSeconds));
  }
}
