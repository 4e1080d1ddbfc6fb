/**
 * Requests to copy a schema: rows of `schema_clone`, a bounded queue that is worked off by `schema-copy.ts`.
 * Promises that a request is in the queue when it is answered, and outlives every process.
 */
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';

/** Of one organization, and of all. */
const ownOpenMax = 10;
const openMax = 100;

const cloneRow = z.object({
  uuid: z.string(),
  organizationId: z.int(),
  state: z.enum(['CREATED', 'IN_PROCESS', 'DONE', 'ERROR']),
  schemaId: z.int(),
  newSchemaId: z.int().nullable(),
  copied: z.int(),
  total: z.int(),
});

export type CloneRecord = z.infer<typeof cloneRow>;

/** Why there is none: no such object, one of another organization, too many unfinished requests. */
export type NoClone = 'unknown' | 'foreign' | 'full';

const count = z.object({ count: z.int() });

export class SchemaClones {
  readonly #pool: DatabasePool;

  constructor(pool: DatabasePool) {
    this.#pool = pool;
  }

  /** Puts a copy of the schema in the queue and returns the operation's UUID. */
  request(organizationId: number, schemaId: number): Promise<{ readonly uuid: string } | NoClone> {
    return this.#pool.transaction(async (transaction) => {
      const owner = await transaction.maybeOneFirst(sql.type(z.object({ owner: z.int() }))`
        select organization_id as owner from schema where id = ${schemaId} and visible
      `);
      if (owner === null) return 'unknown';
      if (owner !== organizationId) return 'foreign';
      // One at a time, so that the count is right.
      await transaction.query(sql.unsafe`select from organization where id = ${organizationId} for no key update`);
      const requested = await transaction.maybeOne(sql.type(z.object({ uuid: z.string() }))`
        insert into schema_clone (organization_id, schema_id, sections, rows, seats)
        select ${organizationId}::int8, ${schemaId}::int8,
          (select count(*) from section where schema_id = ${schemaId}),
          (select count(*) from seat_row where schema_id = ${schemaId}),
          (select count(*) from seat where schema_id = ${schemaId})
        where (select count(*) from schema_clone where is_open) < ${openMax}
          and (
            select count(*) from schema_clone where is_open and organization_id = ${organizationId}
          ) < ${ownOpenMax}
        returning uuid
      `);
      return requested ?? 'full';
    });
  }

  /** How far the organization's copy is; its schema is shown only when it is whole. */
  async find(organizationId: number, uuid: string): Promise<CloneRecord | Exclude<NoClone, 'full'>> {
    const clone = await this.#pool.maybeOne(sql.type(cloneRow)`
      select uuid, organization_id as "organizationId", state, schema_id as "schemaId",
        case when state = 'DONE' then new_schema_id end as "newSchemaId", copied, total
      from schema_clone
      where uuid = ${uuid}
    `);
    if (clone === null) return 'unknown';
    return clone.organizationId === organizationId ? clone : 'foreign';
  }
}

/** Unfinished requests of all organizations. */
export function countOpenClones(connection: CommonQueryMethods): Promise<number> {
  return connection.oneFirst(sql.type(count)`select count(*) as count from schema_clone where is_open`);
}
