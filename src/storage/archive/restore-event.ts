/**
 * Brings an event back from its archive. The rows of its large tables are written first, a few at a time, while nothing
 * names them; the last transaction writes the event itself and forgets that it was archived. An interrupted restoration is
 * repeated from its begin. The restored event has no owner, and no former owner can write it.
 */
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { deleteEventRows } from '../catalog/event-removal.ts';
import type { Archive } from './archive-reader.ts';
import { type ArchiveHeading, BadArchive } from './format.ts';
import { eventParts, saleParts } from './parts.ts';

/** The database does not take the event. The message is for the operator. */
class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused';
}

const pieceRowsMax = 500;
const pieceCharactersMax = 4 * 1024 * 1024;

/** The archive must have been verified. Rejects with `RestoreRefused` and leaves what is there as it was. */
export function restoreEvent(pool: DatabasePool, archive: Archive): Promise<void> {
  const { eventNumber } = archive.heading;
  return pool.connect(async (connection) => {
    const lock = sql.fragment`('archived_event'::regclass::oid::int, ${eventNumber})`;
    const isAlone = await connection.oneFirst(
      sql.type(z.object({ isAlone: z.boolean() }))`select pg_try_advisory_lock${lock} as "isAlone"`,
    );
    if (!isAlone) throw new RestoreRefused('another process archives or restores the event');
    try {
      await restoreAlone(pool, connection, archive);
    } finally {
      await connection.query(sql.unsafe`select pg_advisory_unlock${lock}`);
    }
  });
}

async function restoreAlone(pool: DatabasePool, connection: CommonQueryMethods, archive: Archive): Promise<void> {
  const { heading } = archive;
  const { eventNumber } = heading;
  await checkPlace(connection, heading);
  // Of an interrupted restoration, or of a removal that nobody has finished.
  await deleteEventRows(pool, eventNumber);
  const small = new Map(eventParts.map(({ table }): [string, string[]] => [table, []]));
  const large = new Set(saleParts.map(({ table }) => table));
  const piece = new Piece(connection);
  for await (const { part, text } of archive.rows()) {
    small.get(part)?.push(text);
    if (large.has(part)) await piece.add(part, text);
  }
  await piece.flush();
  await connection.transaction(async (transaction) => {
    await checkPlace(transaction, heading);
    await transaction.query(sql.unsafe`delete from archived_event where event_number = ${eventNumber}`);
    for (const [table, rows] of small) if (rows.length > 0) await insertRows(transaction, table, rows);
    // No token of a former owner counts any more.
    await transaction.query(sql.unsafe`
      update event_owner set epoch = epoch + 1, token = null, node = null where event_number = ${eventNumber}
    `);
    await passSequences(transaction, eventNumber);
  });
}

const placeRow = z.object({
  isOrganizations: z.boolean(),
  isThere: z.boolean(),
  layoutVersion: z.int().nullable(),
});

/** Refuses an event that another one stands in the way of, or that would belong to nobody. */
async function checkPlace(connection: CommonQueryMethods, heading: ArchiveHeading): Promise<void> {
  const { tenant, organizationId, eventId, eventNumber, schemaId, layoutVersion } = heading;
  const place = await connection.one(sql.type(placeRow)`
    select
      exists (
        select from organization join tenant on tenant.id = tenant_id
        where organization.id = ${organizationId} and masked_id = ${tenant} and not deleting
      ) as "isOrganizations",
      exists (
        select from event
        where (number = ${eventNumber} or id = ${eventId})
          and (exists (select from event_owner where event_number = number)
            or not exists (select from archived_event where archived_event.event_number = number))
      ) as "isThere",
      (
        select layout_version from schema where id = ${schemaId} and organization_id = ${organizationId} and visible
      ) as "layoutVersion"
  `);
  if (!place.isOrganizations) {
    throw new RestoreRefused(`this database has no organization ${organizationId} of the tenant ${tenant}`);
  }
  if (place.isThere) throw new RestoreRefused(`event ${eventId} is there`);
  if (place.layoutVersion === null) throw new RestoreRefused(`the organization no longer has the schema ${schemaId}`);
  if (place.layoutVersion < layoutVersion) {
    throw new RestoreRefused(
      `the schema ${schemaId} has version ${place.layoutVersion}, the event needs version ${layoutVersion}`,
    );
  }
}

/** Rows of one table that are inserted together. */
class Piece {
  readonly #connection: CommonQueryMethods;
  #table = '';
  #rows: string[] = [];
  #characters = 0;

  constructor(connection: CommonQueryMethods) {
    this.#connection = connection;
  }

  async add(table: string, row: string): Promise<void> {
    if (table !== this.#table) await this.flush();
    this.#table = table;
    this.#rows.push(row);
    this.#characters += row.length;
    if (this.#rows.length >= pieceRowsMax || this.#characters >= pieceCharactersMax) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#rows.length > 0) await insertRows(this.#connection, this.#table, this.#rows);
    [this.#rows, this.#characters] = [[], 0];
  }
}

/** A column that the archive does not have gets its default. */
async function insertRows(connection: CommonQueryMethods, table: string, rows: readonly string[]): Promise<void> {
  const names = Object.keys(JSON.parse(rows[0] as string));
  const known = await connection.anyFirst(sql.type(z.object({ name: z.string() }))`
    select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${table}
  `);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new BadArchive(`the table ${table} has no column ${unknown}`);
  const columns = sql.join(
    names.map((name) => sql.identifier([name])),
    sql.fragment`, `,
  );
  await connection.query(sql.unsafe`
    insert into ${sql.identifier([table])} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.identifier([table])}, ${`[${rows.join(',')}]`}::json)
  `);
}

/** In a database that was restored to an earlier moment, the numbers of the event may not have been given yet. */
async function passSequences(transaction: CommonQueryMethods, eventNumber: number): Promise<void> {
  await transaction.query(sql.unsafe`
    select setval('event_number', ${eventNumber}) from event_number where last_value < ${eventNumber}
  `);
  await transaction.query(sql.unsafe`
    select setval('price_id', highest) from price_id,
      (select max(price_id) as highest from price_event where event_number = ${eventNumber}) as prices
    where last_value < highest
  `);
}
