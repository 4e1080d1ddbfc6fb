/**
 * Removes an event from the database step by step. The owner's row goes first, and with it every node's right to
 * append. After a crash the caller repeats the removal.
 */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { deleteInPieces } from '../database/piecewise-deletion.ts';

/** `event_projection` goes before the projected tables, so that a late projection finds no row to continue from. */
const smallTables = ['event_projection', 'parked_event', 'price_event'] as const;
const largeTables = ['journal', 'snapshot', 'session_record', 'seat_booking', 'area_booking'] as const;

/**
 * Removes the event with all its bookings. Idempotent, also after an interruption. The caller has checked that it may
 * be removed. `forget` makes the event's actors leave; actors on unreachable nodes are fenced off.
 */
export async function removeEvent(
  pool: DatabasePool,
  eventNumber: number,
  forget: (eventNumber: number) => Promise<void>,
): Promise<void> {
  await pool.query(sql.unsafe`delete from event_owner where event_number = ${eventNumber}`);
  await forget(eventNumber);
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
