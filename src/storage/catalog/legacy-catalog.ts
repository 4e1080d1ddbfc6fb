/**
 * Catalog queries of the legacy interface: lists by limit and offset, and the owner of an object, because that
 * interface distinguishes foreign objects from unknown ones. Read-only.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { allOf } from '../database/paging.ts';
import { rowsOf } from '../database/rows.ts';
import { type EventRecord, events, isOneOf, isThere } from './events.ts';
import { schemas } from './schemas.ts';

/** A part of a list. */
export interface Window {
  readonly limit: number;
  readonly offset: number;
}

export interface SchemaFilter {
  /** Null: any. */
  readonly venueId: number | null;
  /** Changed after this time, in milliseconds since 1970; null: any time. */
  readonly updatedAfter: number | null;
}

const ownedSchemas = rowsOf(schemas.row.extend({ organizationId: z.int() }));

type OwnedSchema = z.infer<typeof ownedSchemas.row>;

const ownerRow = z.object({ owner: z.int() });

/** The organization's events by id; `only`: ids of the only events to list, null: all. */
export function listEvents(
  connection: CommonQueryMethods,
  organizationId: number,
  only: readonly string[] | null,
  { limit, offset }: Window,
): Promise<readonly EventRecord[]> {
  const conditions = allOf([
    sql.fragment`organization_id = ${organizationId} and ${isThere}`,
    only !== null && isOneOf(only),
  ]);
  return connection.any(sql.type(events.row)`
    select ${events.columns} from event
    where ${conditions}
    order by id limit ${limit} offset ${offset}
  `);
}

/** The organization's schemas by id. */
export function listSchemas(
  connection: CommonQueryMethods,
  organizationId: number,
  { venueId, updatedAfter }: SchemaFilter,
  { limit, offset }: Window,
): Promise<readonly OwnedSchema[]> {
  const conditions = allOf([
    sql.fragment`organization_id = ${organizationId} and visible`,
    venueId !== null && sql.fragment`venue_id = ${venueId}`,
    updatedAfter !== null && sql.fragment`updated_at > to_timestamp(${updatedAfter}::float8 / 1000)`,
  ]);
  return connection.any(sql.type(ownedSchemas.row)`
    select ${ownedSchemas.columns} from schema
    where ${conditions}
    order by id limit ${limit} offset ${offset}
  `);
}

/** The schema of any organization; null when it does not exist. */
export function findSchema(connection: CommonQueryMethods, schemaId: number): Promise<OwnedSchema | null> {
  return connection.maybeOne(sql.type(ownedSchemas.row)`
    select ${ownedSchemas.columns} from schema where id = ${schemaId} and visible
  `);
}

/** The organization that the schema belongs to, or null. */
export async function ownerOfSchema(connection: CommonQueryMethods, schemaId: number): Promise<number | null> {
  return (await findSchema(connection, schemaId))?.organizationId ?? null;
}

/** The organization that the event belongs to, or null. */
export function ownerOfEvent(connection: CommonQueryMethods, eventId: string): Promise<number | null> {
  return connection.maybeOneFirst(sql.type(ownerRow)`
    select organization_id as owner from event where id = ${eventId} and ${isThere}
  `);
}
