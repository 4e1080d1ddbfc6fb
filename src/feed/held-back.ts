/**
 * Organizations whose newest changes are committed but cannot be shown yet, because an older transaction is still
 * running. One query for all of them, repeated while there are any, says when they can be.
 */
import type { DatabasePool } from '#storage/database/pool.ts';
import { oldestRunning } from '#storage/feed/feed-rows.ts';

const lookEveryMs = 50;

export class HeldBack {
  readonly #pool: DatabasePool;
  readonly #released: (organizationId: number) => void;
  /** By organization: the transaction that must be over. */
  readonly #waiting = new Map<number, bigint>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(pool: DatabasePool, released: (organizationId: number) => void) {
    this.#pool = pool;
    this.#released = released;
  }

  /** Changes of transaction `xid` cannot be shown yet. */
  add(organizationId: number, xid: bigint): void {
    this.#waiting.set(organizationId, xid);
    this.#schedule();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#isClosed || this.#timer !== undefined || this.#waiting.size === 0) return;
    this.#timer = setTimeout(() => void this.#look(), lookEveryMs).unref();
  }

  /** A database that does not answer is asked again. */
  async #look(): Promise<void> {
    const oldest = await oldestRunning(this.#pool).catch(() => 0n);
    this.#timer = undefined;
    for (const [organizationId, xid] of this.#waiting) {
      if (xid >= oldest) continue;
      this.#waiting.delete(organizationId);
      this.#released(organizationId);
    }
    this.#schedule();
  }
}
