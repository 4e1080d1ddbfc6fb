/**
 * Events that no node may take over because their journal could not be replayed. The node whose replay failed parks the
 * event; an operator unparks it.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';

export interface ParkedEvent {
  readonly eventNumber: number;
  readonly reason: string;
  readonly at: Date;
}

const parkedRow = z.object({ eventNumber: z.int(), reason: z.string(), at: z.date() });

/** Sets the event aside; the first reason is kept. */
export async function parkEvent(connection: CommonQueryMethods, eventNumber: number, reason: string): Promise<void> {
  await connection.query(sql.unsafe`
    insert into parked_event (event_number, reason) values (${eventNumber}, ${reason.replaceAll('\0', ' ')})
    on conflict do nothing
  `);
}

/** True when the event was parked. */
export async function unparkEvent(connection: CommonQueryMethods, eventNumber: number): Promise<boolean> {
  const { rowCount } = await connection.query(sql.unsafe`delete from parked_event where event_number = ${eventNumber}`);
  return rowCount > 0;
}

/** How many events are parked. */
export function countParkedEvents(connection: CommonQueryMethods): Promise<number> {
  return connection.oneFirst(sql.type(z.object({ count: z.int() }))`select count(*)::int as count from parked_event`);
}

/** All parked events, oldest first. */
export function listParkedEvents(connection: CommonQueryMethods): Promise<readonly ParkedEvent[]> {
  return connection.any(sql.type(parkedRow)`
    select event_number as "eventNumber", reason, at from parked_event order by at, event_number
  `);
}
