/** Venues: rows of `venue`, the places that layouts belong to. Every query is limited to the organization. */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { Database } from '../database/call-changes.ts';
import { allOf, contains, type PageRequest, type PageRows, readPage } from '../database/paging.ts';
import { assignments, rowsOf } from '../database/rows.ts';

const venues = rowsOf(
  z.object({
    id: z.int(),
    name: z.string(),
    address: z.string().nullable(),
    lat: z.number().nullable(),
    lng: z.number().nullable(),
    /** An IANA name. */
    timeZone: z.string().nullable(),
  }),
);

export type VenueRecord = z.infer<typeof venues.row>;
/** `timeZone`: undefined keeps what it is. */
export interface VenueFields extends Omit<VenueRecord, 'id' | 'timeZone'> {
  readonly timeZone?: string | null | undefined;
}

export function create(
  database: Database,
  organizationId: number,
  { name, address, lat, lng, timeZone = null }: VenueFields,
): Promise<VenueRecord> {
  return database.one(sql.type(venues.row)`
    insert into venue (organization_id, name, address, lat, lng, time_zone)
    values (${organizationId}, ${name}, ${address}, ${lat}, ${lng}, ${timeZone})
    returning ${venues.columns}
  `);
}

/** The organization's venue, or null. */
export function find(
  connection: CommonQueryMethods,
  organizationId: number,
  venueId: number,
): Promise<VenueRecord | null> {
  return connection.maybeOne(sql.type(venues.row)`
    select ${venues.columns} from venue where id = ${venueId} and organization_id = ${organizationId}
  `);
}

/** `search`: part of the name, in upper or lower case; null: all. */
export function list(
  connection: CommonQueryMethods,
  organizationId: number,
  paging: PageRequest<keyof VenueRecord>,
  search: string | null = null,
): Promise<PageRows<VenueRecord>> {
  const conditions = allOf([
    sql.fragment`organization_id = ${organizationId}`,
    search !== null && contains(sql.fragment`name`, search),
  ]);
  return readPage(connection, venues, sql.fragment`venue where ${conditions}`, paging);
}

/** Replaces the fields; null when the organization has no such venue. */
export function replace(
  database: Database,
  organizationId: number,
  venueId: number,
  { name, address, lat, lng, timeZone }: VenueFields,
): Promise<VenueRecord | null> {
  return database.maybeOne(sql.type(venues.row)`
    update venue set ${assignments({ name, address, lat, lng, timeZone })}
    where id = ${venueId} and organization_id = ${organizationId}
    returning ${venues.columns}
  `);
}

/** Removes a venue without schemas; a concurrent creation of a schema waits, and then finds no venue. */
export function remove(
  database: Database,
  organizationId: number,
  venueId: number,
): Promise<'removed' | 'unknown' | 'used'> {
  return database.transaction(async (transaction) => {
    const venue = await transaction.maybeOne(sql.unsafe`
      select id from venue where id = ${venueId} and organization_id = ${organizationId} for update
    `);
    if (venue === null) return 'unknown';
    const schema = await transaction.maybeOne(sql.unsafe`select id from schema where venue_id = ${venueId} limit 1`);
    if (schema !== null) return 'used';
    await transaction.query(sql.unsafe`delete from venue where id = ${venueId}`);
    return 'removed';
  });
}
