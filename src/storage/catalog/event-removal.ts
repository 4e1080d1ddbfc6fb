/**
 * Deletes the rows of an event that is being removed. Every function is idempotent: after a crash the removal is
 * repeated from its first step (`src/workflows/event-removal.ts` has their order).
 */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { deleteInPieces } from '../database/piecewise-deletion.ts';

/** `event_projection` goes before the projected tables, so that a late projection finds no row to continue from. */
const smallTables = ['event_projection', 'event_offer', 'event_history', 'parked_event', 'price_event'] as const;
const largeTables = ['journal', 'snapshot', 'session_record', 'seat_booking', 'area_booking', 'history_block'] as const;

/** Takes every node's right to append; from now on the event is hidden. */
export async function deleteOwner(pool: DatabasePool, eventNumber: number): Promise<void> {
  await pool.query(sql.unsafe`delete from event_owner where event_number = ${eventNumber}`);
}

/** Deletes everything else of an event without an owner, the event itself last. */
export async function deleteEventRows(pool: DatabasePool, eventNumber: number): Promise<void> {
  for (const table of smallTables) {
    await pool.query(sql.unsafe`delete from ${sql.identifier([table])} where event_number = ${eventNumber}`);
  }
  for (const table of largeTables) await deleteInPieces(pool, table, 'event_number', eventNumber);
  await pool.query(sql.unsafe`delete from event where number = ${eventNumber}`);
}

/** Events whose removal was started but not finished: only they have no owner's row. */
export function findHalfRemoved(pool: DatabasePool): Promise<readonly number[]> {
  return pool.anyFirst(sql.type(z.object({ number: z.int() }))`
    select number from event
    where not exists (select from event_owner where event_number = number)
    order by number
  `);
}
