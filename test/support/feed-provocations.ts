/** Calls that provoke the error codes of the feed's cursors. */
import { sql } from 'slonik';
import { trimFeed } from '#storage/feed/feed-trim.ts';
import { feedSettled } from './feed-calls.ts';
import type { Provocation } from './queue-provocations.ts';
import type { Answer } from './service.ts';
import { succeeded } from './session-calls.ts';
import { ask, service } from './shared-service.ts';

const route = ['GET', '/api/private/v2.0/changes/'] as const;

function read(after: string, limit: number): Promise<Answer> {
  return ask('GET', `${route[1]}?limit=${limit}&after=${after}`);
}

/** A cursor after at least one change. */
async function cursorAfter(limit: number): Promise<string> {
  await feedSettled(service);
  const { changes, next } = succeeded(await read('start', limit)).body;
  expect(changes).not.toEqual([]);
  return next;
}

export const feedProvocations: Readonly<Record<string, Provocation>> = {
  CURSOR_EXPIRED: [
    route,
    async () => {
      const cursor = await cursorAfter(1);
      const { pool } = service.catalog;
      await pool.query(sql.unsafe`update feed_batch set written_at = now() - interval '15 days'`);
      await trimFeed(pool, 14);
      return read(cursor, 1);
    },
  ],
  CURSOR_LOST: [
    route,
    async () => {
      const cursor = await cursorAfter(1000);
      // A restored database does not have the row that the reader has seen.
      await service.catalog.pool.query(sql.unsafe`delete from feed_batch`);
      return read(cursor, 1);
    },
  ],
};
