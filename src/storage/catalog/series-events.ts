/**
 * Events of a series. The row and the first record of the journal are created atomically. A unique constraint of the
 * table allows one event per start.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import type { Database } from '../database/call-changes.ts';
import type { Opening } from '../journal/epochs.ts';
import { openCopy } from './event-copies.ts';
import { type EventDetails, type EventRecord, events, isThere } from './events.ts';

/** The event of the series with this start, or null. `start`: in canonical form. */
export function find(connection: CommonQueryMethods, seriesId: number, start: string): Promise<EventRecord | null> {
  return connection.maybeOne(sql.type(events.row)`
    select ${events.columns} from event where series_id = ${seriesId} and start_at = ${start} and ${isThere}
  `);
}

/** All events of the series, earliest first. */
export function list(connection: CommonQueryMethods, seriesId: number): Promise<readonly EventRecord[]> {
  return connection.any(sql.type(events.row)`
    select ${events.columns} from event
    where series_id = ${seriesId} and ${isThere}
    order by start_at collate "C"
  `);
}

/** Creates a published event; null when the series has one for this start, or is not active. */
export function create(
  database: Database,
  seriesId: number,
  { name, start, end }: EventDetails,
  opening: Opening,
): Promise<EventRecord | null> {
  return database.transaction(async (transaction) => {
    const created = await transaction.maybeOne(sql.type(events.row)`
      insert into event (
        organization_id, schema_id, series_id, name, start_at, end_at, status, title, image_url, return_url
      )
      select series.organization_id, series.schema_id, series.id, ${name}, ${start}, ${end}, 'PUBLISHED',
        template.title, template.image_url, template.return_url
      from series left join event as template on template.number = series.template_number
      where series.id = ${seriesId} and series.status = 'ACTIVE'
      on conflict on constraint event_series_start do nothing
      returning ${events.columns}
    `);
    if (created !== null) await openCopy(transaction, created, opening);
    return created;
  });
}
