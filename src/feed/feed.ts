/**
 * An organization's feed: every change of its events, once, in an order that agrees with each event's own sequence.
 * Promises that a reader who follows `next` misses nothing, and is answered `expired` when changes that it has not read
 * were deleted for their age, and `lost` when changes that it has read are undone. Wakes its readers when an organization has new changes; readers never poll. Never writes
 * changes.
 */
import type { ReadChange } from '#codec/answers/change.ts';
import type { ChangeType } from '#domain/feed/change.ts';
import type { Notifications } from '#storage/database/notifications.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import { maskOf } from '#storage/feed/feed-batches.ts';
import { afterRow, compareToRow, type FeedPosition, type RowKey } from '#storage/feed/feed-position.ts';
import { type FeedRow, oldestKept, presentEnd, readFeedRows, standingOf } from '#storage/feed/feed-rows.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { HeldBack } from './held-back.ts';

/** Rows that one read fetches at most; a row has up to 250 changes. */
const rowsPerRead = 200;

export interface FeedRequest {
  readonly organizationId: number;
  /** A cursor; `start`: from the oldest kept change; null: from now on. */
  readonly after: string | null;
  readonly limit: number;
  /** Null: all. */
  readonly types?: readonly ChangeType[] | null;
  readonly eventId?: string | null;
}

export interface FeedChange extends ReadChange {
  /** Continues after this change. */
  readonly cursor: string;
  /** The W3C `traceparent` of the call that made it; null: none. */
  readonly trace: string | null;
}

export interface FeedPage {
  readonly changes: readonly FeedChange[];
  /** Continues after every row that the read has seen, also those that the filter leaves out. */
  readonly next: string;
  /** Whether another read would find more rows now. They may contain no change that the filter lets through. */
  readonly hasMore: boolean;
}

/**
 * `invalid`: not a cursor of this organization. `expired`: changes after the cursor were deleted for their age. `lost`:
 * the database was restored to a moment before the cursor.
 */
export type FeedRead = FeedPage | 'invalid' | 'expired' | 'lost';

/** Null: any organization may have new changes. */
export type FeedListener = (organizationId: number | null) => void;

export class Feed {
  readonly #pool: DatabasePool;
  readonly #listeners = new Set<FeedListener>();
  readonly #heldBack: HeldBack;

  constructor(pool: DatabasePool, notifications: Pick<Notifications, 'on'>) {
    this.#pool = pool;
    this.#heldBack = new HeldBack(pool, (organizationId) => this.#announce(organizationId));
    notifications.on('feed', {
      changed: (id) => this.#announce(Number(id)),
      reset: () => this.#announce(null),
    });
  }

  /** Calls the listener whenever an organization may have new changes; the returned function ends that. */
  onChanges(listener: FeedListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async read({ organizationId, after, limit, types = null, eventId = null }: FeedRequest): Promise<FeedRead> {
    const isFromStart = after === 'start';
    const from = await this.#positionOf(organizationId, after);
    if (from === null) return 'invalid';
    const filter = { types: types === null ? null : maskOf(types), eventId };
    const found = await readFeedRows(this.#pool, organizationId, from, filter, Math.min(limit, rowsPerRead));
    // After the rows, so that a row which was deleted before they were read is noticed.
    const standing = isFromStart ? 'kept' : await standingOf(this.#pool, organizationId, from);
    if (standing !== 'kept') return standing;
    if (found.heldBack !== null) this.#heldBack.add(organizationId, found.heldBack);
    const picked = pickChanges(organizationId, found.rows, { from, limit, types });
    const isCut = picked.end !== null;
    const end = picked.end ?? found.end;
    return {
      changes: picked.changes,
      next: encodeCursor(organizationId, end),
      hasMore: isCut || found.hasMore,
    };
  }

  /** How long the oldest of the changes held back has waited. */
  get heldBackSeconds(): number {
    return this.#heldBack.seconds;
  }

  close(): void {
    this.#heldBack.close();
    this.#listeners.clear();
  }

  #positionOf(organizationId: number, after: string | null): FeedPosition | null | Promise<FeedPosition> {
    if (after === null) return presentEnd(this.#pool, organizationId);
    return after === 'start' ? oldestKept(this.#pool, organizationId) : decodeCursor(organizationId, after);
  }

  #announce(organizationId: number | null): void {
    for (const listener of this.#listeners) listener(organizationId);
  }
}

interface Choice {
  readonly from: FeedPosition;
  readonly limit: number;
  readonly types: readonly ChangeType[] | null;
}

/** The wanted changes of the rows. `end`: where the limit has cut them; null: nowhere. */
function pickChanges(
  organizationId: number,
  rows: readonly FeedRow[],
  { from, limit, types }: Choice,
): { readonly changes: readonly FeedChange[]; readonly end: FeedPosition | null } {
  const wanted = types === null ? null : new Set(types);
  const changes: FeedChange[] = [];
  let before: RowKey | null = null;
  for (const { changes: packed, ...key } of rows) {
    const first = compareToRow(from, key) === 0 ? from.index : 0;
    for (const [index, change] of packed.entries()) {
      if (index < first || wanted?.has(change.type) === false) continue;
      // A position names the row that has led to it: before the first change of a row, that is the row before.
      if (changes.length === limit)
        return { changes, end: index === 0 && before ? afterRow(before) : { ...key, index } };
      const end = index === packed.length - 1 ? afterRow(key) : { ...key, index: index + 1 };
      changes.push({ ...change, cursor: encodeCursor(organizationId, end) });
    }
    before = key;
  }
  return { changes, end: null };
}
