/**
 * Schemas: rows of `schema`, a venue layout's name and size. Promises that a schema is visible only when it is
 * complete. Every query is limited to the organization; the layout itself is in `layouts.ts`.
 */
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { Layout } from '#domain/layout/layout.ts';
import type { PlannedUnit } from '#domain/units/unit.ts';
import type { Database } from '../database/call-changes.ts';
import type { StorageLog } from '../database/log.ts';
import { allOf, type PageRequest, type PageRows, readPage } from '../database/paging.ts';
import { rowsOf } from '../database/rows.ts';
import { allocateLayoutIds, writeLayout } from '../layouts/layout-import.ts';
import { allocateUnitIds } from '../layouts/unit-ids.ts';

export const schemas = rowsOf(
  z.object({ id: z.int(), name: z.string(), venueId: z.int().nullable(), capacity: z.int() }),
);

/** Ids come from the pool, apart from the transaction. Large layouts log their progress. */
export interface SchemaWriter {
  readonly pool: DatabasePool;
  readonly log: StorageLog;
}

export type SchemaRecord = z.infer<typeof schemas.row>;

/**
 * Stores a layout in one transaction, its ids apart from it; null when the organization has no such venue. Takes seconds for
 * 200,000 seats and yields between pieces.
 */
export async function create(
  { pool, log }: SchemaWriter,
  database: Database,
  organizationId: number,
  layout: Layout,
): Promise<SchemaRecord | null> {
  const { sections, rows, seats } = layout;
  const unitIds = await allocateUnitIds(pool, layout.units.length);
  const units = layout.units.map((unit, at) => ({ id: unitIds[at] as number, ...unit })) satisfies PlannedUnit[];
  const counts = { sections: sections.length, rows: rows.count, seats: seats.count };
  const ids = await allocateLayoutIds(pool, counts);
  return database.transaction(async (transaction) => {
    if (layout.venueId !== null) {
      const venue = await transaction.maybeOne(sql.unsafe`
        select id from venue where id = ${layout.venueId} and organization_id = ${organizationId} for key share
      `);
      if (venue === null) return null;
    }
    const schema = await transaction.one(sql.type(schemas.row)`
      insert into schema (organization_id, venue_id, name, capacity, visible, focal_x, focal_y, units)
      values (${organizationId}, ${layout.venueId}, ${layout.name}, ${layout.capacity}, true,
        ${layout.focalPoint?.x ?? null}::float8, ${layout.focalPoint?.y ?? null}::float8,
        ${units.length === 0 ? null : JSON.stringify(units)}::jsonb)
      returning ${schemas.columns}
    `);
    await writeLayout(transaction, schema.id, layout, ids, log);
    return schema;
  });
}

/** The organization's schema, or null. */
export function find(
  connection: CommonQueryMethods,
  organizationId: number,
  schemaId: number,
): Promise<SchemaRecord | null> {
  return connection.maybeOne(sql.type(schemas.row)`
    select ${schemas.columns} from schema where id = ${schemaId} and organization_id = ${organizationId} and visible
  `);
}

/** The organization's schemas, optionally of one venue. */
export function list(
  connection: CommonQueryMethods,
  organizationId: number,
  venueId: number | undefined,
  paging: PageRequest<keyof SchemaRecord>,
): Promise<PageRows<SchemaRecord>> {
  const conditions = allOf([
    sql.fragment`organization_id = ${organizationId} and visible`,
    venueId !== undefined && sql.fragment`venue_id = ${venueId}`,
  ]);
  return readPage(connection, schemas, sql.fragment`schema where ${conditions}`, paging);
}

/**
 * Removes a schema that no event uses, with its layout and zones, in one transaction. Only a concurrent creation of
 * an event on it waits, and then finds no schema. 200,000 seats take a third of a second.
 */
export function remove(
  database: Database,
  organizationId: number,
  schemaId: number,
): Promise<'removed' | 'unknown' | 'used'> {
  return database.transaction(async (transaction) => {
    const schema = await transaction.maybeOne(sql.unsafe`
      select id from schema where id = ${schemaId} and organization_id = ${organizationId} and visible for update
    `);
    if (schema === null) return 'unknown';
    const event = await transaction.maybeOne(sql.unsafe`
      select number from event where schema_id = ${schemaId} limit 1
    `);
    if (event !== null) return 'used';
    await transaction.query(sql.unsafe`delete from seat where schema_id = ${schemaId}`);
    await transaction.query(sql.unsafe`delete from seat_row where schema_id = ${schemaId}`);
    await transaction.query(sql.unsafe`delete from schema where id = ${schemaId}`);
    return 'removed';
  });
}
