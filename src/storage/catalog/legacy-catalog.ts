/**
 * Catalog queries of the legacy interface: lists by limit and offset, and the owner of an object, because that
 * interface distinguishes foreign objects from unknown ones. Read-only.
 */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { type EventRecord, eventColumns, eventRow, isThere } from './events.ts';
import type { SchemaRecord } from './schemas.ts';

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

const schemaRow = z.object({
  id: z.int(),
  organizationId: z.int(),
  name: z.string(),
  venueId: z.int().nullable(),
  capacity: z.int(),
});
const ownerRow = z.object({ owner: z.int() });
const schemaColumns = sql.fragment`id, organization_id as "organizationId", name, venue_id as "venueId", capacity`;

export class LegacyCatalog {
  readonly #pool: DatabasePool;

  constructor(pool: DatabasePool) {
    this.#pool = pool;
  }

  /** The organization's events by id. */
  events(organizationId: number, { limit, offset }: Window): Promise<readonly EventRecord[]> {
    return this.#pool.any(sql.type(eventRow)`
      select ${eventColumns} from event
      where organization_id = ${organizationId} and ${isThere}
      order by id limit ${limit} offset ${offset}
    `);
  }

  /** The organization's schemas by id. */
  schemas(
    organizationId: number,
    { venueId, updatedAfter }: SchemaFilter,
    { limit, offset }: Window,
  ): Promise<readonly SchemaRecord[]> {
    const ofVenue = venueId === null ? sql.fragment`` : sql.fragment`and venue_id = ${venueId}`;
    const later =
      updatedAfter === null
        ? sql.fragment``
        : sql.fragment`and updated_at > to_timestamp(${updatedAfter}::float8 / 1000)`;
    return this.#pool.any(sql.type(schemaRow)`
      select ${schemaColumns} from schema
      where organization_id = ${organizationId} and visible ${ofVenue} ${later}
      order by id limit ${limit} offset ${offset}
    `);
  }

  /** The schema of any organization; null when it does not exist. */
  schema(schemaId: number): Promise<(SchemaRecord & { readonly organizationId: number }) | null> {
    return this.#pool.maybeOne(sql.type(schemaRow)`
      select ${schemaColumns} from schema where id = ${schemaId} and visible
    `);
  }

  /** The organization that the schema belongs to, or null. */
  async ownerOfSchema(schemaId: number): Promise<number | null> {
    return (await this.schema(schemaId))?.organizationId ?? null;
  }

  /** The organization that the event belongs to, or null. */
  ownerOfEvent(eventId: string): Promise<number | null> {
    return this.#pool.maybeOneFirst(sql.type(ownerRow)`
      select organization_id as owner from event where id = ${eventId} and ${isThere}
    `);
  }
}
