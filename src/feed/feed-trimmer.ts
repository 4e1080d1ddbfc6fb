/**
 * Deletes changes that are older than the feed keeps, again and again while the node runs. Every node does: one that
 * finds nothing to delete costs one query.
 */
import type { Log } from '#actors/ports.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import { estimateRows, trimFeed } from '#storage/feed/feed-trim.ts';

const everyMs = 10 * 60_000;

export class FeedTrimmer {
  readonly #pool: DatabasePool;
  readonly #keepDays: number;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #rows = 0;

  constructor(pool: DatabasePool, keepDays: number, log: Log) {
    this.#pool = pool;
    this.#keepDays = keepDays;
    this.#log = log;
  }

  /** How many rows the feed has, as estimated in the last round. */
  get rows(): number {
    return this.#rows;
  }

  start(): void {
    this.#running = this.#trim();
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(() => this.#trim());
    }, everyMs).unref();
  }

  /** Resolves when the deletion in progress is over. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Never rejects: the next round tries again. */
  async #trim(): Promise<void> {
    try {
      const rows = await trimFeed(this.#pool, this.#keepDays);
      this.#rows = await estimateRows(this.#pool);
      if (rows > 0) this.#log.info({ rows }, 'deleted old changes of the feed');
    } catch (error) {
      this.#log.warn({ err: error }, 'old changes of the feed could not be deleted');
    }
  }
}
