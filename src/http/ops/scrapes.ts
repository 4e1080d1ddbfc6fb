/**
 * Collects the metrics for scrapers, however many ask. Promises that a text is collected after it was asked for, that those
 * who wait share one collection, and that collecting takes at most a twentieth of the loop's time: 260 scrapes a second
 * used to take all of it.
 */
import { setTimeout as pause } from 'node:timers/promises';

/** The time between two collections, in times of what one costs. */
const restRatio = 20;
/** However long a collection took, the next one is not put off longer. */
const restMsMax = 1000;

export interface ScrapeTime {
  /** Milliseconds of a clock that is never set. */
  now(): number;
  pause(ms: number): Promise<unknown>;
}

const realTime: ScrapeTime = { now: () => performance.now(), pause: (ms) => pause(ms) };

export class Scrapes {
  readonly #collect: () => Promise<string>;
  readonly #time: ScrapeTime;
  /** Of those that ask now. */
  #next: Promise<Buffer> | null = null;
  /** The collection before; never rejects. */
  #before: Promise<unknown> = Promise.resolve();
  #notBefore = Number.NEGATIVE_INFINITY;

  constructor(collect: () => Promise<string>, time: ScrapeTime = realTime) {
    this.#collect = collect;
    this.#time = time;
  }

  read(): Promise<Buffer> {
    if (this.#next === null) {
      this.#next = this.#collectWhenDue(this.#before);
      this.#before = this.#next.catch(() => undefined);
    }
    return this.#next;
  }

  async #collectWhenDue(before: Promise<unknown>): Promise<Buffer> {
    await before;
    const rest = this.#notBefore - this.#time.now();
    if (rest > 0) await this.#time.pause(rest);
    // What has been asked until here is answered with what is collected now.
    this.#next = null;
    const startedAt = this.#time.now();
    try {
      return Buffer.from(await this.#collect());
    } finally {
      const endedAt = this.#time.now();
      this.#notBefore = endedAt + Math.min((endedAt - startedAt) * restRatio, restMsMax);
    }
  }
}
