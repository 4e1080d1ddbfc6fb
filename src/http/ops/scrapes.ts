/**
 * Collects the metrics for any number of scrapers. Promises that a text is collected after it was requested, that
 * waiting scrapers share one collection, and that collecting takes at most a twentieth of the loop's time, as long as
 * one collection takes less than 50 ms: 260 scrapes a second used to take all of it.
 */
import { setTimeout as pause } from 'node:timers/promises';

/** After a collection the loop has this many times its duration for other work. */
const restRatio = 20;
/** The next collection is delayed by at most this, so that no scraper times out. */
const restMsMax = 1000;

export interface ScrapeTime {
  /** A monotonic clock, in milliseconds. */
  now(): number;
  pause(ms: number): Promise<unknown>;
}

const realTime: ScrapeTime = { now: () => performance.now(), pause: (ms) => pause(ms) };

export class Scrapes {
  readonly #collect: () => Promise<string>;
  readonly #time: ScrapeTime;
  /** The collection that answers new scrapes; null: none is waiting. */
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
    // Scrapes up to here get the text that is collected now; later ones need another collection.
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
