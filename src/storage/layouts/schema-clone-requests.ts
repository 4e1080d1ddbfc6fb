/**
 * Requests to clone a schema: rows of `schema_clone`, a bounded queue that `src/workflows/schema-clone.ts` processes.
 * Promises that a request is stored before it is answered, so it survives every crash.
 */
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { Database } from '../database/call-changes.ts';
import { rowsOf } from '../database/rows.ts';

/** Unfinished requests of one organization, and of all. */
const ownOpenMax = 10;
const openMax = 100;
/** How long the progress of a clone that has ended can be read. */
const keepDays = 90;

/** A clone as its organization sees it: the new schema is shown once it is complete. */
const clones = rowsOf(
  z.object({
    uuid: z.string(),
    organizationId: z.int(),
    state: z.enum(['CREATED', 'IN_PROCESS', 'DONE', 'ERROR']),
    schemaId: z.int(),
    newSchemaId: z.int().nullable(),
    copied: z.int(),
    total: z.int(),
  }),
  { expressions: { newSchemaId: sql.fragment`case when state = 'DONE' then new_schema_id end` } },
);

export type CloneRecord = z.infer<typeof clones.row>;

/** No such object, an object of another organization, or too many unfinished requests. */
export type NoClone = 'unknown' | 'foreign' | 'full';

const count = z.object({ count: z.int() });

/** Queues a clone of the schema and returns the operation's UUID. */
export function request(
  database: Database,
  organizationId: number,
  schemaId: number,
): Promise<{ readonly uuid: string } | NoClone> {
  return database.transaction(async (transaction) => {
    const owner = await transaction.maybeOneFirst(sql.type(z.object({ owner: z.int() }))`
      select organization_id as owner from schema where id = ${schemaId} and visible
    `);
    if (owner === null) return 'unknown';
    if (owner !== organizationId) return 'foreign';
    // Serializes the requests of an organization, so that the count is right.
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

/** The state of the organization's clone. */
export async function find(
  connection: CommonQueryMethods,
  organizationId: number,
  uuid: string,
): Promise<CloneRecord | Exclude<NoClone, 'full'>> {
  const clone = await connection.maybeOne(sql.type(clones.row)`
    select ${clones.columns} from schema_clone where uuid = ${uuid}
  `);
  if (clone === null) return 'unknown';
  return clone.organizationId === organizationId ? clone : 'foreign';
}

/** Unfinished requests of all organizations. */
export function countOpenClones(connection: CommonQueryMethods): Promise<number> {
  return connection.oneFirst(sql.type(count)`select count(*) as count from schema_clone where is_open`);
}

/** Deletes clones that ended long ago. */
export async function trimClones(pool: DatabasePool): Promise<void> {
  await pool.query(sql.unsafe`
    delete from schema_clone where not is_open and updated_at < now() - make_interval(days => ${keepDays})
  `);
}
