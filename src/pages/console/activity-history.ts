/** Keeps the last hour of an event's activity from the samples as they arrive. A step without a sample is a gap. */
import type { Client } from './service.ts';

export type Activity = NonNullable<Awaited<ReturnType<typeof readActivity>>['data']>;
export type Column = Exclude<keyof Activity['samples'], 'at'>;

const historySeconds = 3_600;

/** `after`: in seconds since 1970. */
export function readActivity(client: Client, id: string, after: number) {
  const params = { path: { id }, query: { after } };
  return client.GET('/api/private/v2.0/events/{id}/activity/', { params });
}

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

  /** The last `seconds` of a column. */
  line(column: Column, seconds: number): Line {
    const at: number[] = [];
    for (let time = this.#now - seconds + this.#stepSeconds; time <= this.#now; time += this.#stepSeconds)
      at.push(time);
    return { at, values: at.map((time) => this.#rows.get(time)?.[column] ?? null) };
  }
}
