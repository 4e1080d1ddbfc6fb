/**
 * Deletes what events keep no longer: records of the journal that recovery and the projection do not need, and the rows of
 * sessions that were given up. Events that are used trim themselves with each snapshot; this finds the others, and needs none
 * of them in memory.
 */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { reclaimMs } from '#domain/limits.ts';

const eventsPerPage = 200;
const rowsPerPiece = 5_000;

const numberRow = z.object({ number: z.int() });

/**
 * Deletes records older than `before`, but neither the last one nor any that recovery or the projection still needs; and the
 * history that tells only of records that are gone.
 */
export async function trimJournal(pool: DatabasePool, eventNumber: number, before: number): Promise<void> {
  const time = Math.floor(before);
  await pool.query(sql.unsafe`
    delete from journal
    using event_owner as owner, event_projection as projection
    where journal.event_number = ${eventNumber}
      and journal.seq < coalesce(
        (select seq from journal where event_number = ${eventNumber} and at >= ${time}::int8 order by seq limit 1),
        owner.head_seq
      )
      and owner.event_number = ${eventNumber}
      and projection.event_number = ${eventNumber} and journal.seq <= projection.projected_seq
      and journal.seq <= (select max(seq) from snapshot where event_number = ${eventNumber} and part = 0)
  `);
  await pool.query(sql.unsafe`
    delete from history_block
    where event_number = ${eventNumber}
      and to_seq < (select seq from journal where event_number = ${eventNumber} order by seq limit 1)
  `);
}

/**
 * Deletes the rows of sessions that began before `before` and ended without ever being bought, once the journal does not have
 * the end any more: a replay of the whole journal finds the row of every session. Returns their number.
 */
async function trimGivenUp(pool: DatabasePool, eventNumber: number, before: number): Promise<number> {
  for (let total = 0; ; ) {
    const { rowCount } = await pool.query(sql.unsafe`
      delete from session_record
      where ctid = any(array(
        select ctid from session_record
        where event_number = ${eventNumber} and state in ('CANCELLED', 'EXPIRED')
          and reference is null and properties is null and position('"erased"' in cart) = 0
          and created_at < ${Math.floor(before)}::int8 and not exists (
            select from journal
            where journal.event_number = session_record.event_number and journal.seq = session_record.seq
          )
        limit ${rowsPerPiece}
      ))
    `);
    total += rowCount;
    if (rowCount < rowsPerPiece) return total;
  }
}

/** Trims all events whose oldest record, or whose oldest session, is older than `keepMs` before actor time `now`. */
export async function trimEvents(pool: DatabasePool, now: number, keepMs: number): Promise<void> {
  const before = Math.floor(now - keepMs);
  // A late payment may come for a day, and its call must find the session.
  const endedBefore = Math.min(before, now - 2 * reclaimMs);
  for (let after = 0; ; ) {
    const page = await pool.anyFirst(sql.type(numberRow)`
      select event_number as number from event_owner
      where event_number > ${after}
      order by event_number
      limit ${eventsPerPage}
    `);
    const old = await pool.anyFirst(sql.type(numberRow)`
      select event_number as number
      from unnest(${sql.array([...page], 'int4')}) as owned (event_number)
      where (select at from journal where journal.event_number = owned.event_number order by seq limit 1) < ${before}::int8
        or (
          select created_at from session_record where session_record.event_number = owned.event_number
          order by ordinal limit 1
        ) < ${before}::int8
    `);
    for (const eventNumber of old) {
      await trimJournal(pool, eventNumber, before);
      await trimGivenUp(pool, eventNumber, endedBefore);
    }
    const last = page.at(-1);
    if (last === undefined || page.length < eventsPerPage) return;
    after = last;
  }
}
