/** Events whose changes are written to a feed on real Postgres, and a reader of it. */
import { sql } from 'slonik';
import { z } from 'zod';
import type { Ownership, ProjectionStep } from '#actors/ports.ts';
import { everythingInForce } from '#domain/cluster-version.ts';
import type { Change, ChangeContent } from '#domain/feed/change.ts';
import { Feed, type FeedPage, type FeedRequest } from '#feed/feed.ts';
import { Notifications } from '#storage/database/notifications.ts';
import { createAppendPool, PostgresJournal } from '#storage/journal/journal.ts';
import { PostgresProjection } from '#storage/projection/projection.ts';
import { sessionOf } from './event-states.ts';
import { eventually } from './eventually.ts';
import { batchOf, type JournaledEvents, openJournaledEvents } from './journaled-events.ts';
import { problemsOnly } from './logs.ts';

export const cancelled: ChangeContent = { type: 'session.cancelled', session: sessionOf(1, { state: 'CANCELLED' }) };

function changesOf(seq: number, contents: readonly ChangeContent[]): Change[] {
  return contents.map((content, place) => ({ ...content, seq, place, at: 1_800_000_000_000 + seq }));
}

export class FedEvents {
  readonly events: JournaledEvents;
  readonly projection: PostgresProjection;
  /** In force while the projection writes. */
  readonly clusterVersion = { ...everythingInForce };
  readonly feed: Feed;
  readonly organizationId: number;
  readonly #journal: PostgresJournal;
  readonly #closeParts: () => Promise<void>;

  /** Close it with `close`. */
  static async open(): Promise<FedEvents> {
    const events = await openJournaledEvents();
    const appendPool = await createAppendPool(events.connectionString, problemsOnly);
    const notifications = new Notifications(events.connectionString, problemsOnly);
    const feed = new Feed(events.pool, notifications);
    await notifications.start();
    const organizationId = await events.pool.oneFirst(sql.type(z.object({ id: z.int() }))`select id from organization`);
    const options = { pool: appendPool, log: problemsOnly, observe: () => {}, appendObserved: () => {} };
    return new FedEvents({ events, feed, organizationId }, new PostgresJournal(options), async () => {
      feed.close();
      await notifications.stop();
      await appendPool.end();
      await events.close();
    });
  }

  private constructor(
    { events, feed, organizationId }: Pick<FedEvents, 'events' | 'feed' | 'organizationId'>,
    journal: PostgresJournal,
    closeParts: () => Promise<void>,
  ) {
    this.events = events;
    this.projection = new PostgresProjection(events.pool, this.clusterVersion, problemsOnly);
    this.feed = feed;
    this.organizationId = organizationId;
    this.#journal = journal;
    this.#closeParts = closeParts;
  }

  eventIdOf({ eventNumber }: Ownership): Promise<string> {
    const { pool } = this.events;
    return pool.oneFirst(sql.type(z.object({ id: z.string() }))`select id from event where number = ${eventNumber}`);
  }

  /** Journals record `nth` of the owner and returns its step. */
  async stepOf(ownership: Ownership, nth: number, contents = [cancelled]): Promise<ProjectionStep> {
    await this.#journal.append(batchOf(ownership, nth));
    const toSeq = ownership.headSeq + nth;
    return {
      ownership,
      fromSeq: toSeq - 1,
      toSeq,
      nextDeadline: null,
      sessions: [],
      sessionsGone: [],
      seatsTaken: [],
      seatsFreed: [],
      areas: [],
      feed: { eventId: await this.eventIdOf(ownership), changes: changesOf(toSeq, contents) },
    };
  }

  async read(request: Partial<FeedRequest> = {}): Promise<FeedPage> {
    await othersHaveCommitted(this.events);
    const page = await this.feed.read({ organizationId: this.organizationId, after: 'start', limit: 100, ...request });
    if (typeof page === 'string') throw new Error(`the cursor is ${page}`);
    return page;
  }

  /** Every change from the cursor on, by pages of `limit`. */
  async follow(after: string, limit: number, request: Partial<FeedRequest> = {}) {
    const ids: string[] = [];
    let page: FeedPage;
    let next = after;
    do {
      page = await this.read({ after: next, limit, ...request });
      ids.push(...page.changes.map(({ id }) => id));
      next = page.next;
    } while (page.hasMore);
    return { ids, next };
  }

  /** Deletes all changes. */
  async empty(): Promise<void> {
    await this.events.pool.query(sql.unsafe`delete from feed_batch`);
    await this.events.pool.query(sql.unsafe`delete from feed_trimmed`);
  }

  close(): Promise<void> {
    return this.#closeParts();
  }
}

/**
 * Waits for transactions in other databases of the tests' server, and for notifications that follow a write in this one: an open
 * one holds the feed of all of them back. A transaction that a test keeps open is idle.
 */
async function othersHaveCommitted({ pool }: JournaledEvents): Promise<void> {
  const open = await pool.anyFirst(sql.type(z.object({ xid: z.string() }))`
    select backend_xid::text as xid from pg_stat_activity
    where (datname <> current_database() or state = 'active') and backend_xid is not null`);
  if (open.length === 0) return;
  const isOver = sql.type(z.object({ isOver: z.boolean() }))`
    select not exists (
      select from pg_stat_activity where backend_xid::text = any (${sql.array([...open], 'text')})
    ) as "isOver"`;
  await eventually(() => pool.oneFirst(isOver));
}
