/**
 * Schemas: rows of `schema`, a venue layout's name and size. Promises that a schema is seen whole or not
 * at all. Every query takes the organization; the layout itself is in `layouts.ts`.
 */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { Layout } from '#domain/layout/layout.ts';
import { allocateLayoutIds, writeLayout } from './layout-import.ts';
import type { StorageLog } from './log.ts';

const schemaRow = z.object({
  id: z.int(),
  name: z.string(),
  venueId: z.int().nullable(),
  capacity: z.int(),
});

export type SchemaRecord = z.infer<typeof schemaRow>;

const columns = sql.fragment`id, name, venue_id as "venueId", capacity`;

export class Schemas {
  readonly #pool: DatabasePool;
  readonly #log: StorageLog;

  constructor(pool: DatabasePool, log: StorageLog) {
    this.#pool = pool;
    this.#log = log;
  }

  /**
   * Stores a layout in one transaction; null when the organization has no such venue. Takes seconds for
   * 200,000 seats and yields between pieces.
   */
  async create(organizationId: number, layout: Layout): Promise<SchemaRecord | null> {
    const ids = await allocateLayoutIds(this.#pool, layout);
    return this.#pool.transaction(async (transaction) => {
      const schema = await transaction.maybeOne(sql.type(schemaRow)`
        insert into schema (organization_id, venue_id, name, capacity, visible)
        select ${organizationId}::int8, ${layout.venueId}::int8, ${layout.name}, ${layout.capacity}::int4, true
        where ${layout.venueId}::int8 is null
          or exists (select from venue where id = ${layout.venueId} and organization_id = ${organizationId})
        returning ${columns}
      `);
      if (schema !== null) await writeLayout(transaction, schema.id, layout, ids, this.#log);
      return schema;
    });
  }

  /** The organization's schema, or null. */
  find(organizationId: number, schemaId: number): Promise<SchemaRecord | null> {
    return this.#pool.maybeOne(sql.type(schemaRow)`
      select ${columns} from schema where id = ${schemaId} and organization_id = ${organizationId} and visible
    `);
  }
}
