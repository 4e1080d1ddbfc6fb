/** Events whose changes are written to a feed on real Postgres, and a reader of it. */
import { sql } from 'slonik';
import { z } from 'zod';
import type { Ownership, ProjectionStep } from '#actors/ports.ts';
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

export type FedEvents = Awaited<ReturnType<typeof openFedEvents>>;

/** Close it with `close`. */
export async function openFedEvents() {
  const events = await openJournaledEvents();
  const { pool } = events;
  const projection = new PostgresProjection(pool, problemsOnly);
  const appendPool = await createAppendPool(events.connectionString, problemsOnly);
  const journal = new PostgresJournal({
    pool: appendPool,
    log: problemsOnly,
    observe: () => {},
    appendObserved: () => {},
  });
  const notifications = new Notifications(events.connectionString, problemsOnly);
  const feed = new Feed(pool, notifications);
  await notifications.start();
  const organizationId = await pool.oneFirst(sql.type(z.object({ id: z.int() }))`select id from organization`);

  const eventIdOf = ({ eventNumber }: Ownership): Promise<string> =>
    pool.oneFirst(sql.type(z.object({ id: z.string() }))`select id from event where number = ${eventNumber}`);

  /** Journals record `nth` of the owner and returns its step. */
  const stepOf = async (ownership: Ownership, nth: number, contents = [cancelled]): Promise<ProjectionStep> => {
    await journal.append(batchOf(ownership, nth));
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
      feed: { eventId: await eventIdOf(ownership), changes: changesOf(toSeq, contents) },
    };
  };

  const read = async (request: Partial<FeedRequest> = {}): Promise<FeedPage> => {
    await othersHaveCommitted(events);
    const page = await feed.read({ organizationId, after: 'start', limit: 100, ...request });
    if (typeof page === 'string') throw new Error(`the cursor is ${page}`);
    return page;
  };

  /** Every change from the cursor on, by pages of `limit`. */
  const follow = async (after: string, limit: number, request: Partial<FeedRequest> = {}) => {
    const ids: string[] = [];
    let page: FeedPage;
    let cursor = after;
    do {
      page = await read({ after: cursor, limit, ...request });
      ids.push(...page.changes.map(({ id }) => id));
      cursor = page.next;
    } while (page.hasMore);
    return { ids, next: cursor };
  };

  const empty = async (): Promise<void> => {
    await pool.query(sql.unsafe`delete from feed_batch`);
    await pool.query(sql.unsafe`delete from feed_trimmed`);
  };

  const close = async (): Promise<void> => {
    feed.close();
    await notifications.stop();
    await appendPool.end();
    await events.close();
  };
  return { events, projection, feed, organizationId, eventIdOf, stepOf, read, follow, empty, close };
}

/** Waits for transactions in other databases of the tests' server: an open one holds the feed of all of them back. */
async function othersHaveCommitted({ pool }: JournaledEvents): Promise<void> {
  const open = await pool.anyFirst(sql.type(z.object({ xid: z.string() }))`
    select backend_xid::text as xid from pg_stat_activity
    where datname <> current_database() and backend_xid is not null`);
  if (open.length === 0) return;
  const isOver = sql.type(z.object({ isOver: z.boolean() }))`
    select not exists (
      select from pg_stat_activity where backend_xid::text = any (${sql.array([...open], 'text')})
    ) as "isOver"`;
  await eventually(() => pool.oneFirst(isOver));
}
