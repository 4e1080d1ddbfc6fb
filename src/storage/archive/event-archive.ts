/**
 * Writes the archive of one event: everything that its state is rebuilt from and shown by, as it is at one moment in one
 * snapshot of the database. Changes nothing there. Holds a few rows of one table in memory.
 */
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { inSnapshot } from '../database/pool.ts';
import { readSeatMapPlan } from '../layouts/seat-maps.ts';
import { type WrittenFile, writeArchiveFile } from './archive-file.ts';
import { type ArchiveHeading, controlLine } from './format.ts';
import { type ArchivePart, eventParts, layoutParts, planPart, saleParts } from './parts.ts';

const headingRow = z.object({
  tenant: z.string(),
  organizationId: z.int(),
  eventId: z.string(),
  eventNumber: z.int(),
  name: z.string(),
  schemaId: z.int(),
  layoutVersion: z.int(),
  headSeq: z.int(),
  isProjected: z.boolean(),
  writtenAt: z.string(),
});

const rowText = z.object({ text: z.string() });
/** A part of a snapshot has 150 KB as JSON, a record of a busy event 10 KB, a session up to 20 KB. */
const fetchFew = sql.type(rowText)`fetch 20 from archived_rows`;
const fetchMany = sql.type(rowText)`fetch 1000 from archived_rows`;

export interface EventArchive extends WrittenFile {
  readonly heading: ArchiveHeading;
}

/** Two processes must not write the same event at once: they may have been given the same file. */
class ArchiveInProgress extends Error {
  override readonly name = 'ArchiveInProgress';
}

/**
 * Null: the event has records that are not projected yet, and nothing was written; or there is no such event. Rejects
 * with `ArchiveInProgress` while another process writes the event's archive.
 */
export function writeEventArchive(pool: DatabasePool, eventNumber: number, file: string): Promise<EventArchive | null> {
  return inSnapshot(pool, async (transaction) => {
    const isAlone = await transaction.oneFirst(sql.type(z.object({ isAlone: z.boolean() }))`
      select pg_try_advisory_xact_lock('archived_event'::regclass::oid::int, ${eventNumber}) as "isAlone"
    `);
    if (!isAlone) throw new ArchiveInProgress('another process writes the archive of this event');
    const row = await readHeading(transaction, eventNumber);
    if (row === null) return null;
    const { isProjected, ...heading } = row;
    if (!isProjected) return null;
    return { heading, ...(await writeArchiveFile(file, linesOf(transaction, heading))) };
  });
}

function readHeading(transaction: CommonQueryMethods, eventNumber: number) {
  return transaction.maybeOne(sql.type(headingRow)`
    select masked_id as tenant, event.organization_id as "organizationId", event.id as "eventId",
      event.number as "eventNumber", event.name, event.schema_id as "schemaId",
      layout_version as "layoutVersion", head_seq as "headSeq", head_seq = projected_seq as "isProjected",
      to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "writtenAt"
    from event
    join event_owner as owner on owner.event_number = number
    join event_projection as projection on projection.event_number = number
    join schema on schema.id = event.schema_id
    join organization on organization.id = event.organization_id
    join tenant on tenant.id = organization.tenant_id
    where number = ${eventNumber}
  `);
}

async function* linesOf(transaction: CommonQueryMethods, heading: ArchiveHeading): AsyncGenerator<string> {
  const { eventNumber, schemaId } = heading;
  yield controlLine('event', heading);
  for (const part of eventParts) yield* linesOfPart(part.table, tableRows(transaction, part, eventNumber));
  for (const part of layoutParts) yield* linesOfPart(part.table, tableRows(transaction, part, schemaId));
  yield* linesOfPart(planPart, planRow(transaction, schemaId));
  for (const part of saleParts) yield* linesOfPart(part.table, tableRows(transaction, part, eventNumber));
  yield controlLine('end', { parts: eventParts.length + layoutParts.length + 1 + saleParts.length });
}

async function* linesOfPart(name: string, rows: AsyncIterable<string>): AsyncGenerator<string> {
  yield controlLine('part', { name });
  let [count, bytes] = [0, 0];
  for await (const row of rows) {
    count += 1;
    bytes += Buffer.byteLength(row);
    yield row;
  }
  yield controlLine('length', { rows: count, bytes });
}

async function* planRow(transaction: CommonQueryMethods, schemaId: number): AsyncGenerator<string> {
  yield JSON.stringify(await readSeatMapPlan(transaction, schemaId));
}

/** The rows of the table that belong to the owner, by a cursor of the database. */
async function* tableRows(
  transaction: CommonQueryMethods,
  { table, owner, order, isNarrow }: ArchivePart,
  id: number,
): AsyncGenerator<string> {
  await transaction.query(sql.unsafe`
    declare archived_rows no scroll cursor for
    select row_to_json(archived)::text as text from ${sql.identifier([table])} as archived
    where ${sql.identifier(['archived', owner])} = ${id}::int8 ${table === 'snapshot' ? ofNewestSnapshot(id) : sql.fragment``}
    order by ${sql.identifier(['archived', order])}
  `);
  for (let isEnded = false; !isEnded; ) {
    const rows = await transaction.any(isNarrow === true ? fetchMany : fetchFew);
    for (const { text } of rows) yield text;
    isEnded = rows.length === 0;
  }
  await transaction.query(sql.unsafe`close archived_rows`);
}

/** Parts of an interrupted or an older snapshot stay behind. */
function ofNewestSnapshot(eventNumber: number) {
  return sql.fragment`
    and archived.id = (
      select id from snapshot where event_number = ${eventNumber} and part = 0 order by seq desc, id limit 1
    )
  `;
}
