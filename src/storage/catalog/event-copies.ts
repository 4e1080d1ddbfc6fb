/** Events that begin as copies of another one. The row and the first record of the journal are created atomically. */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { EventStatus } from '#domain/fact.ts';
import type { Database } from '../database/call-changes.ts';
import { tellCreated } from '../feed/event-changes.ts';
import { type Opening, openEvent } from '../journal/epochs.ts';
import { type EventDetails, type EventRecord, events, isThere } from './events.ts';
import { recordPriceIds } from './price-ids.ts';

interface CopyDetails extends EventDetails {
  readonly status: EventStatus;
}

/** On the same schema and with the same face; null when the original is gone or has another schema by now. */
export function createCopy(
  database: Database,
  original: EventRecord,
  { name, start, end, status }: CopyDetails,
  opening: Opening,
): Promise<EventRecord | null> {
  return database.transaction(async (transaction) => {
    const created = await transaction.maybeOne(sql.type(events.row)`
      insert into event (
        organization_id, schema_id, name, start_at, end_at, status, title, image_url, return_url
      )
      select organization_id, schema_id, ${name}, ${start}, ${end}, ${status}, title, image_url, return_url
      from event
      where number = ${original.number} and schema_id = ${original.schemaId} and ${isThere}
      for key share
      returning ${events.columns}
    `);
    if (created !== null) await openCopy(transaction, created, opening);
    return created;
  });
}

/** Writes the first record of the copy. Must be called in the transaction that creates its row. */
export async function openCopy(transaction: CommonQueryMethods, created: EventRecord, opening: Opening): Promise<void> {
  await openEvent(transaction, created, created.status, opening);
  await tellCreated(transaction, created);
  const prices = opening.facts.flatMap((fact) => (fact.type === 'prices-defined' ? fact.prices : []));
  await recordPriceIds(
    transaction,
    created.number,
    prices.map(({ id }) => id),
  );
}

/** Canonical local date-time at which an event starts; null: it is gone. */
export function startOf(connection: CommonQueryMethods, eventNumber: number): Promise<string | null> {
  return connection.maybeOneFirst(sql.type(z.object({ start: z.string() }))`
    select start_at as start from event where number = ${eventNumber}
  `);
}
