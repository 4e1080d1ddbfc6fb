/**
 * Measures how long it takes until the feed shows a change that has happened: a sample each second while there are any.
 * A row is readable once no transaction is running that is older than its own, so the sample waits until every
 * transaction that had begun by its commit has ended. Costs two short queries a second, and nothing while it is quiet.
 */
import type { Clock } from '#actors/ports.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import { oldestRunning, presentHorizon } from '#storage/feed/feed-rows.ts';

export interface FeedLagParts {
  readonly pool: DatabasePool;
  readonly clock: Clock;
  /** A change has become readable after this time. */
  readonly observe: (seconds: number) => void;
}

const everyMs = 1_000;
const lookEveryMs = 50;

export class FeedLag {
  readonly #parts: FeedLagParts;
  /** No sample is taken before this time of the monotonic clock. */
  #nextAt = 0;
  #isSampling = false;
  #isClosed = false;
  #sample: Promise<void> = Promise.resolve();

  constructor(parts: FeedLagParts) {
    this.#parts = parts;
  }

  /** Changes have been committed. `at`: when the oldest of them happened. */
  written(at: number): void {
    if (this.#isClosed || this.#isSampling || performance.now() < this.#nextAt) return;
    this.#isSampling = true;
    this.#nextAt = performance.now() + everyMs;
    this.#sample = this.#measure(at).finally(() => {
      this.#isSampling = false;
    });
  }

  /** Resolves when no query is running. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#sample;
  }

  /** Never rejects: a sample that fails is left out. */
  async #measure(at: number): Promise<void> {
    const { pool, clock, observe } = this.#parts;
    try {
      const { oldest, next } = await presentHorizon(pool);
      for (let running = oldest; running < next; running = await oldestRunning(pool)) {
        if (this.#isClosed) return;
        await new Promise((resolve) => setTimeout(resolve, lookEveryMs).unref());
      }
      observe(Math.max(0, clock.now() - at) / 1000);
    } catch {
      // The database does not answer, which other metrics show.
    }
  }
}
