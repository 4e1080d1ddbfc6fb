/**
 * Deletes changes that are older than the feed keeps them, every ten minutes, on the one node that does the common
 * jobs. Every node estimates the number of rows for its metrics.
 */
import type { Log } from '#actors/ports.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import { Rounds } from '#storage/database/rounds.ts';
import { estimateRows, trimFeed } from '#storage/feed/feed-trim.ts';

const everyMs = 10 * 60_000;

export class FeedTrimmer {
  readonly #pool: DatabasePool;
  readonly #keepDays: number;
  readonly #log: Log;
  #rounds: Rounds | null = null;
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

  /** `isMine`: whether this node does the common jobs now. */
  start(isMine: () => boolean): void {
    this.#rounds = new Rounds(everyMs, () => this.#trim(isMine));
    this.#rounds.start();
    void this.#rounds.now();
  }

  /** Resolves when the deletion in progress is over. */
  async close(): Promise<void> {
    await this.#rounds?.close();
  }

  /** Never rejects: the next round tries again. */
  async #trim(isMine: () => boolean): Promise<void> {
    try {
      const rows = isMine() ? await trimFeed(this.#pool, this.#keepDays) : 0;
      this.#rows = await estimateRows(this.#pool);
      if (rows > 0) this.#log.info({ rows }, 'deleted old changes of the feed');
    } catch (error) {
      this.#log.warn({ err: error }, 'old changes of the feed could not be deleted');
    }
  }
}
