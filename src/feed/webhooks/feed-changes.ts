/** The organization's feed as the senders of webhooks read it: the same changes, as bodies of requests. */
import { textOfChange } from '#codec/answers/change.ts';
import type { ChangeType } from '#domain/feed/change.ts';
import type { Feed } from '../feed.ts';
import type { ChangePage, ChangeSource } from './ports.ts';

export class FeedChanges implements ChangeSource {
  readonly #feed: Pick<Feed, 'read'>;

  constructor(feed: Pick<Feed, 'read'>) {
    this.#feed = feed;
  }

  async read(
    organizationId: number,
    cursor: string | null,
    types: readonly string[],
    limit: number,
  ): Promise<ChangePage | 'expired'> {
    // Stored types were checked when the webhook was made.
    const wanted = types.length === 0 ? null : (types as readonly ChangeType[]);
    const page = await this.#feed.read({ organizationId, after: cursor ?? 'start', limit, types: wanted });
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

  async end(organizationId: number): Promise<string> {
    const page = await this.#feed.read({ organizationId, after: null, limit: 1 });
    if (typeof page === 'string') throw new Error(`the end of the feed is ${page}`);
    return page.next;
  }
}
