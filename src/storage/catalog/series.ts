/**
 * Series: rows of `series`, each with the template event that its events are made from. Promises that the template of a
 * series that is not archived exists and stays on its layout: removals and moves of events check that under a lock.
 * Every query is limited to the organization.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { Database } from '../database/call-changes.ts';
import { rowsOf } from '../database/rows.ts';
import { isThere } from './events.ts';

const rows = rowsOf(
  z.object({
    id: z.int(),
    name: z.string(),
    templateEventId: z.string(),
    templateNumber: z.int(),
    /** A name of the IANA database. */
    timeZone: z.string(),
    schemaId: z.int(),
    status: z.enum(['ACTIVE', 'PAUSED', 'ARCHIVED']),
    createdAt: z.date(),
  }),
  { table: 'series', expressions: { templateEventId: sql.fragment`template_id` } },
);

export type SeriesRecord = z.infer<typeof rows.row>;
export type SeriesStatus = SeriesRecord['status'];
export type SeriesFields = Pick<SeriesRecord, 'name' | 'templateNumber' | 'timeZone'>;

/** Creates an active series; null when the organization has no such event, or it is part of a series. */
export function create(
  database: Database,
  organizationId: number,
  { name, templateNumber, timeZone }: SeriesFields,
): Promise<SeriesRecord | null> {
  return besideTemplate(database, templateNumber, (transaction) =>
    transaction.maybeOne(sql.type(rows.row)`
      insert into series (organization_id, schema_id, template_number, template_id, name, time_zone)
      select organization_id, schema_id, number, id, ${name}, ${timeZone}
      from event
      where number = ${templateNumber} and organization_id = ${organizationId} and series_id is null and ${isThere}
      returning ${rows.columns}
    `),
  );
}

/** The organization's series, ascending by id. `eventId`: only the one that this event is in, and those whose template it is. */
export function list(
  connection: CommonQueryMethods,
  organizationId: number,
  eventId?: string,
): Promise<readonly SeriesRecord[]> {
  const isOfEvent =
    eventId === undefined
      ? sql.fragment`true`
      : sql.fragment`(template_id = ${eventId} or id = (
          select series_id from event where event.id = ${eventId} and event.organization_id = ${organizationId} and ${isThere}
        ))`;
  return connection.any(sql.type(rows.row)`
    select ${rows.columns} from series where organization_id = ${organizationId} and ${isOfEvent} order by id
  `);
}

/** The organization's series, or null. */
export function find(
  connection: CommonQueryMethods,
  organizationId: number,
  seriesId: number,
): Promise<SeriesRecord | null> {
  return connection.maybeOne(sql.type(rows.row)`
    select ${rows.columns} from series where id = ${seriesId} and organization_id = ${organizationId}
  `);
}

/** Null when there is no such series, or no such event on its schema outside all series. */
export function replaceTemplate(
  database: Database,
  organizationId: number,
  seriesId: number,
  templateNumber: number,
): Promise<SeriesRecord | null> {
  return besideTemplate(database, templateNumber, (transaction) =>
    transaction.maybeOne(sql.type(rows.row)`
      update series set template_number = event.number, template_id = event.id
      from event
      where series.id = ${seriesId} and series.organization_id = ${organizationId}
        and number = ${templateNumber} and event.organization_id = series.organization_id
        and event.schema_id = series.schema_id and event.series_id is null and ${isThere}
      returning ${rows.columns}
    `),
  );
}

/** Null when there is no such series, or when it is archived and would leave that state. */
export function setStatus(
  database: Database,
  organizationId: number,
  seriesId: number,
  status: SeriesStatus,
): Promise<SeriesRecord | null> {
  return database.maybeOne(sql.type(rows.row)`
    update series set status = ${status}
    where id = ${seriesId} and organization_id = ${organizationId} and (status <> 'ARCHIVED' or ${status} = 'ARCHIVED')
    returning ${rows.columns}
  `);
}

/** Locks the template's row, so that the conditions checked in `act` hold until the transaction ends. */
function besideTemplate<T>(
  database: Database,
  templateNumber: number,
  act: (transaction: CommonQueryMethods) => Promise<T>,
): Promise<T> {
  return database.transaction(async (transaction) => {
    await transaction.query(sql.unsafe`select from event where number = ${templateNumber} for share`);
    return act(transaction);
  });
}
