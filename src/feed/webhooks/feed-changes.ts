/** The organization's feed as the senders of webhooks read it: the same changes, as bodies of requests. */
import { textOfChange } from '#codec/answers/change.ts';
import type { ChangeType } from '#domain/feed/change.ts';
import type { Feed } from '../feed.ts';

/** A change as a receiver gets it. */
export interface SentChange {
  readonly id: string;
  readonly type: string;
  /** When it happened: milliseconds since 1970. */
  readonly at: number;
  /** The body of its requests, the same bytes at each attempt. */
  readonly body: string;
  /** The W3C `traceparent` of the call that made the change; null: none. */
  readonly trace: string | null;
}

interface ChangePage {
  readonly changes: readonly SentChange[];
  /** The cursor after the page; the same as before when there is nothing new. */
  readonly next: string;
  /** Whether there is more to read now. */
  readonly hasMore: boolean;
}

/**
 * Changes that are read at once. A delivery keeps the cursor of its page: a retry finds its change among so many of its
 * type after that cursor.
 */
const changesPerPage = 100;

export class FeedChanges {
  readonly #feed: Feed;

  constructor(feed: Feed) {
    this.#feed = feed;
  }

  /** `cursor` null: from the oldest change that is kept. `types` empty: every type. `expired`: changes were missed. */
  async read(organizationId: number, cursor: string | null, types: readonly string[]): Promise<ChangePage | 'expired'> {
    // Stored types were checked when the webhook was made.
    const wanted = types.length === 0 ? null : (types as readonly ChangeType[]);
    const after = cursor ?? 'start';
    const page = await this.#feed.read({ organizationId, after, limit: changesPerPage, types: wanted });
    // The sender opens the webhook again: the stored cursor was restored with everything else.
    if (page === 'lost') throw new Error('the database was restored to a moment before the cursor');
    if (page === 'expired' || page === 'invalid') return 'expired';
    const { changes, next, hasMore } = page;
    return {
      changes: changes.map((change) => ({
        id: change.id,
        type: change.type,
        at: Date.parse(change.occurredAt),
        body: textOfChange(change, 'timestamp'),
        trace: change.trace,
      })),
      next,
      hasMore,
    };
  }

  /** The cursor after the newest change. */
  async end(organizationId: number): Promise<string> {
    const page = await this.#feed.read({ organizationId, after: null, limit: 1 });
    if (typeof page === 'string') throw new Error(`the end of the feed is ${page}`);
    return page.next;
  }
}
