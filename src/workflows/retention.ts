/**
 * Deletes, every hour, what is kept no longer and that nobody else deletes: old records and given up sessions of events, and
 * finished clones of schemas. Works on the one node that does the common jobs.
 */
import type { Log } from '#actors/ports.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import { trimEvents } from '#storage/journal/retention.ts';
import { trimClones } from '#storage/layouts/schema-clone-requests.ts';

const everyMs = 3_600_000;

export interface RetentionWorld {
  readonly pool: DatabasePool;
  /** Age at which what an event no longer needs is deleted. */
  readonly keepMs: number;
  /** Actor time. */
  readonly now: () => number;
  /** Whether this node does the common jobs now. */
  readonly isMine: () => boolean;
  readonly log: Log;
}

export class Retention {
  readonly #world: RetentionWorld;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(world: RetentionWorld) {
    this.#world = world;
  }

  start(): void {
    this.#running = this.#round();
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(() => this.#round());
    }, everyMs).unref();
  }

  /** Resolves when the round in progress is over. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Never rejects: the next round tries again. */
  async #round(): Promise<void> {
    const { pool, keepMs, now, isMine, log } = this.#world;
    if (!isMine()) return;
    try {
      await trimEvents(pool, now(), keepMs);
      await trimClones(pool);
    } catch (error) {
      log.warn({ err: error }, 'what is kept no longer could not be deleted');
    }
  }
}
