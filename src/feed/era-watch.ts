/**
 * Notices that the database was restored, or that its standby was promoted, and begins a new era of the feed: at the
 * start, after each gap of the connection, and every few seconds. The database itself shows another server or another
 * timeline. A copy of its files that runs on as if nothing had happened shows neither; a node that lived through it
 * remembers a change that is gone. Tells its listeners, because other things in memory may be of a lost future too.
 */
import type { StorageLog } from '#storage/database/log.ts';
import type { Notifications } from '#storage/database/notifications.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import { beginEra, type EraState, eraState, type FeedRowName } from '#storage/feed/eras.ts';

const everyMs = 5_000;
/** The feed is not written until the era has begun. */
const retryMs = 250;

export class EraWatch {
  readonly #pool: DatabasePool;
  readonly #log: StorageLog;
  readonly #listeners: (() => void)[] = [];
  #era: number | null = null;
  /** The newest row of the feed when this node looked last. */
  #newest: FeedRowName | null = null;
  /** One line for each outage. */
  #isFailing = false;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(pool: DatabasePool, notifications: Pick<Notifications, 'on'>, log: StorageLog) {
    this.#pool = pool;
    this.#log = log;
    notifications.on('feed', { changed: () => undefined, reset: () => this.#lookSoon(0) });
  }

  /** Calls the listener after each new era that begins while this node runs, whichever node has begun it. */
  onNew(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Rejects when the database does not answer. */
  async start(): Promise<void> {
    await this.#look();
    this.#lookSoon(everyMs);
  }

  /** Resolves when no query is running. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  #lookSoon(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#looking
        .then(() => this.#look())
        .then(
          () => this.#lookSoon(everyMs),
          (error: unknown) => {
            if (!this.#isFailing)
              this.#log.warn({ reason: String(error) }, 'the era of the feed could not be read; trying again');
            this.#isFailing = true;
            this.#lookSoon(retryMs);
          },
        );
    }, ms).unref();
  }

  async #look(): Promise<void> {
    const found = await eraState(this.#pool, this.#newest);
    this.#isFailing = false;
    const reason = this.#reasonFor(found);
    const begun = reason === null ? null : await beginEra(this.#pool, found.era);
    if (begun !== null)
      this.#log.warn({ era: begun, reason }, 'the database was restored or promoted: a new era begins');
    // Null although there is a reason: another node was faster.
    const era = reason === null ? found.era : (begun ?? (await eraState(this.#pool)).era);
    const isNew = this.#era !== null && this.#era !== era;
    this.#era = era;
    this.#newest = found.newest;
    if (isNew) for (const listener of this.#listeners) listener();
  }

  #reasonFor({ isOtherServer, isOtherTimeline, isAhead, isGone, era }: EraState): string | null {
    if (isOtherServer) return 'the database comes from another server';
    if (isOtherTimeline) return 'the server is on another timeline';
    if (isAhead) return 'the feed has transactions that the server has not begun yet';
    if (this.#era === null) return null;
    // Of a new era that another node has begun this node knows nothing yet.
    const isBack = era < this.#era || (era === this.#era && isGone);
    return isBack ? 'changes that this node has seen are gone' : null;
  }
}
