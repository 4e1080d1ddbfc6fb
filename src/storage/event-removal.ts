/**
 * Takes an event out of the database, step by step, so that nothing of it is written again: its owner's row goes first,
 * and with it everybody's right to append. What a crash cuts short is taken up again by asking once more.
 */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { deleteInPieces } from './piecewise-deletion.ts';

/** The projection's head goes before what it leads to, so that a late projection finds nothing to go on from. */
const smallTables = ['event_projection', 'parked_event', 'price_event'] as const;
const largeTables = ['journal', 'snapshot', 'session_record', 'seat_booking', 'area_booking'] as const;

/**
 * Removes the event with everything that was booked on it. May be repeated, also after it was cut short. The caller has
 * seen that it may go. `forget` (`Registry.forget`) makes this node's actor leave; other nodes' are fenced off.
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

/** Events whose removal was begun and not finished: they have no owner's row, and no event is without it otherwise. */
export function findHalfRemoved(pool: DatabasePool): Promise<readonly number[]> {
  return pool.anyFirst(sql.type(z.object({ number: z.int() }))`
    select number from event
    where not exists (select from event_owner where event_number = number)
    order by number
  `);
}
