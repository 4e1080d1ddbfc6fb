/**
 * Marks an organization that is being removed, finds what is left of it and deletes its rows. Every function is
 * idempotent: after a crash the removal is repeated (`src/workflows/organization-removal.ts` has the order of steps).
 */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { Database } from '../database/call-changes.ts';
import { deleteInPieces } from '../database/piecewise-deletion.ts';
import { removeMembers } from './accounts.ts';

const idRow = z.object({ id: z.int() });

/** False when the tenant has no such organization, or when it is marked already. */
export async function markForRemoval(database: Database, tenantId: number, organizationId: number): Promise<boolean> {
  const { rowCount } = await database.query(sql.unsafe`
    update organization set deleting = true
    where id = ${organizationId} and tenant_id = ${tenantId} and not deleting
  `);
  return rowCount > 0;
}

export function findMarked(pool: DatabasePool): Promise<readonly number[]> {
  return pool.anyFirst(sql.type(idRow)`select id from organization where deleting order by id`);
}

export function eventsOf(pool: DatabasePool, organizationId: number): Promise<readonly number[]> {
  return pool.anyFirst(sql.type(z.object({ number: z.int() }))`
    select number from event where organization_id = ${organizationId} order by number
  `);
}

export function schemasOf(pool: DatabasePool, organizationId: number): Promise<readonly number[]> {
  return pool.anyFirst(sql.type(idRow)`select id from schema where organization_id = ${organizationId}`);
}

/** Deletes a schema that no event uses any more. */
export async function deleteSchema(pool: DatabasePool, schemaId: number): Promise<void> {
  await deleteInPieces(pool, 'seat', 'schema_id', schemaId);
  await deleteInPieces(pool, 'seat_row', 'schema_id', schemaId);
  await pool.query(sql.unsafe`delete from schema where id = ${schemaId}`);
}

/** Deletes an organization without events and schemas. Rejects when a call in flight has added one meanwhile. */
export function deleteOrganization(pool: DatabasePool, organizationId: number): Promise<void> {
  return pool.transaction(async (transaction) => {
    await transaction.query(sql.unsafe`delete from archived_event where organization_id = ${organizationId}`);
    await transaction.query(sql.unsafe`delete from series where organization_id = ${organizationId}`);
    await transaction.query(sql.unsafe`delete from venue where organization_id = ${organizationId}`);
    await removeMembers(transaction, organizationId);
    await transaction.query(sql.unsafe`delete from organization where id = ${organizationId}`);
  });
}
