/**
 * Organizations whose newest changes are committed but cannot be shown yet, because an older transaction is still
 * running. One query for all of them, repeated while there are any, finds those that can be shown now.
 */
import type { DatabasePool } from '#storage/database/pool.ts';
import { oldestRunning } from '#storage/feed/feed-rows.ts';

const lookEveryMs = 50;

export class HeldBack {
  readonly #pool: DatabasePool;
  readonly #released: (organizationId: number) => void;
  /** By organization: the transaction that must end first, and since when the changes have waited for it. */
  readonly #waiting = new Map<number, { readonly xid: bigint; readonly since: number }>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(pool: DatabasePool, released: (organizationId: number) => void) {
    this.#pool = pool;
    this.#released = released;
  }

  /** Changes of transaction `xid` cannot be shown yet. */
  add(organizationId: number, xid: bigint): void {
    const since = this.#waiting.get(organizationId)?.since ?? performance.now();
    this.#waiting.set(organizationId, { xid, since });
    this.#schedule();
  }

  /** The longest wait. */
  get seconds(): number {
    let since = performance.now();
    const now = since;
    for (const waiting of this.#waiting.values()) since = Math.min(since, waiting.since);
    return (now - since) / 1000;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#isClosed || this.#timer !== undefined || this.#waiting.size === 0) return;
    this.#timer = setTimeout(() => void this.#look(), lookEveryMs).unref();
  }

  /** Never rejects: a database that does not answer is asked again. */
  async #look(): Promise<void> {
    const oldest = await oldestRunning(this.#pool).catch(() => 0n);
    this.#timer = undefined;
    for (const [organizationId, { xid }] of this.#waiting) {
      if (xid >= oldest) continue;
      this.#waiting.delete(organizationId);
      this.#released(organizationId);
    }
    this.#schedule();
  }
}
