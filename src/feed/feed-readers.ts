/**
 * Readers that wait for changes: long polls and streams. Wakes them when their organization may have new changes, so
 * that no reader polls the database. Promises that a node and an organization have a bounded number of them, and that
 * all stop waiting when the node stops.
 */
import type { Feed } from './feed.ts';

export interface ReaderBounds {
  readonly perOrganizationMax: number;
  readonly perNodeMax: number;
}

/** Each waiting reader is a connection, and each change of its organization makes it read. */
const readerBounds: ReaderBounds = { perOrganizationMax: 100, perNodeMax: 2_000 };

/** The limit that is reached, or `closed`: the node stops. */
export type ReaderRefusal = 'organization-full' | 'node-full' | 'closed';

export class FeedReaders {
  readonly #bounds: ReaderBounds;
  readonly #byOrganization = new Map<number, Set<FeedReader>>();
  readonly #stop: () => void;
  #count = 0;
  #isClosed = false;

  constructor(feed: Pick<Feed, 'onChanges'>, bounds = readerBounds) {
    this.#bounds = bounds;
    this.#stop = feed.onChanges((organizationId) => {
      if (organizationId !== null) this.#wake(organizationId);
      else for (const each of this.#byOrganization.keys()) this.#wake(each);
    });
  }

  get count(): number {
    return this.#count;
  }

  /** Why a reader cannot be opened now; null: it can be opened. */
  refusalOf(organizationId: number): ReaderRefusal | null {
    if (this.#isClosed) return 'closed';
    const { perOrganizationMax, perNodeMax } = this.#bounds;
    if ((this.#byOrganization.get(organizationId)?.size ?? 0) >= perOrganizationMax) return 'organization-full';
    return this.#count >= perNodeMax ? 'node-full' : null;
  }

  /** Opens a reader, or says why not. The caller must release the reader in the end. */
  open(organizationId: number): FeedReader | ReaderRefusal {
    const refusal = this.refusalOf(organizationId);
    if (refusal !== null) return refusal;
    const readers = this.#byOrganization.get(organizationId) ?? new Set();
    const reader = new FeedReader(() => {
      if (!readers.delete(reader)) return;
      this.#count -= 1;
      if (readers.size === 0) this.#byOrganization.delete(organizationId);
    });
    readers.add(reader);
    this.#byOrganization.set(organizationId, readers);
    this.#count += 1;
    return reader;
  }

  /** All readers stop waiting, and no new one is opened. */
  close(): void {
    this.#isClosed = true;
    this.#stop();
    for (const readers of this.#byOrganization.values()) for (const reader of readers) reader.end();
  }

  #wake(organizationId: number): void {
    for (const reader of this.#byOrganization.get(organizationId) ?? []) reader.wake();
  }
}

export class FeedReader {
  /** Takes the reader off its node's list. */
  readonly release: () => void;
  #hasNews = false;
  #hasEnded = false;
  #resume: (() => void) | null = null;

  constructor(release: () => void) {
    this.release = release;
  }

  /** The node stops, or the client is gone. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  wake(): void {
    this.#hasNews = true;
    this.#resume?.();
  }

  end(): void {
    this.#hasEnded = true;
    this.#resume?.();
  }

  /**
   * Resolves with true when there may be changes that were not there at the last call; with false after `ms` without
   * any, or at the end.
   */
  async news(ms: number): Promise<boolean> {
    if (!this.#hasNews && !this.#hasEnded) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ms);
      this.#resume = resolve;
      await promise;
      clearTimeout(timer);
      this.#resume = null;
    }
    const hadNews = this.#hasNews;
    this.#hasNews = false;
    return hadNews;
  }
}
