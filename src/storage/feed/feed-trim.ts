/**
 * Deletes what the feed no longer keeps, in small statements, and remembers for each organization how far: a reader
 * behind that place learns that it has missed changes.
 */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { deleteInPieces } from '../database/piecewise-deletion.ts';

/** Rows have up to some hundred KB. */
const rowsPerPiece = 500;

/** Deletes all rows written more than `keepDays` ago; resolves with their number. Nodes do not wait for each other. */
export async function trimFeed(pool: DatabasePool, keepDays: number): Promise<number> {
  for (let total = 0; ; ) {
    const count = await pool.oneFirst(sql.type(z.object({ count: z.int() }))`
      with gone as (
        delete from feed_batch
        where ctid = any(array(
          select ctid from feed_batch where written_at < now() - make_interval(days => ${keepDays})
          order by written_at limit ${rowsPerPiece} for update skip locked
        ))
        returning organization_id, era, xid, number
      ), marked as (
        insert into feed_trimmed as trimmed (organization_id, era, xid, number)
        select distinct on (organization_id) organization_id, era, xid, number from gone
        order by organization_id, era desc, xid desc, number desc
        on conflict (organization_id) do update set era = excluded.era, xid = excluded.xid, number = excluded.number
        where (trimmed.era, trimmed.xid, trimmed.number) < (excluded.era, excluded.xid, excluded.number)
      )
      select count(*) as count from gone
    `);
    total += count;
    if (count < rowsPerPiece) return total;
  }
}

/** As Postgres estimates it: counting would read them all. */
export function estimateRows(pool: DatabasePool): Promise<number> {
  return pool.oneFirst(sql.type(z.object({ rows: z.int() }))`
    select greatest(reltuples, 0)::int8 as rows from pg_class where oid = 'feed_batch'::regclass
  `);
}

/** Deletes the whole feed of an organization that is being deleted. */
export async function deleteFeed(pool: DatabasePool, organizationId: number): Promise<void> {
  await deleteInPieces(pool, 'feed_batch', 'organization_id', organizationId, rowsPerPiece);
  await pool.query(sql.unsafe`delete from feed_trimmed where organization_id = ${organizationId}`);
}
