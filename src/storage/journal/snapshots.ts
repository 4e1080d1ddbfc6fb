/**
 * Snapshots in Postgres: each part is written in its own statement. A snapshot is valid only once part 0 is written,
 * which requires that the journal holds its record. Damaged snapshots are skipped. Only recovery reads them.
 */
import { randomUUID } from 'node:crypto';
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { Ownership } from '#actors/ports.ts';
import { known } from '#domain/cluster-version.ts';
import type { EventImage } from '#domain/image.ts';
import type { StorageLog } from '../database/log.ts';
import { ImageReader, partsOf, type WrittenPart } from './snapshot-format.ts';
import { type Part, UnreadableSnapshot } from './snapshot-parts.ts';

/** About 75 KB each. */
const partsPerPage = 10;

const partColumns = {
  part: z.int(),
  checksum: z.int(),
  body: z.string().nullable(),
  bytes: z.instanceof(Buffer).nullable(),
};
const partRow = z.object(partColumns);
const headerRow = z.object({ ...partColumns, seq: z.int(), id: z.string() });

/** True when the snapshot is valid now, or a newer one already was; false when this node is no longer the owner. */
export async function saveSnapshot(
  pool: DatabasePool,
  ownership: Ownership,
  image: EventImage,
  clusterVersion = known.newest,
): Promise<boolean> {
  const { eventNumber } = ownership;
  const { seq } = image;
  const isKept = await pool.exists(sql.unsafe`
    select from snapshot where event_number = ${eventNumber} and seq >= ${seq} and part = 0
  `);
  if (isKept) return true;
  const id = randomUUID();
  let counts = false;
  for (const part of partsOf(image, clusterVersion)) {
    if (part.part === 0) counts = await insertHeader(pool, ownership, seq, id, part);
    else await insertPart(pool, ownership, seq, id, part);
  }
  // Parts left by an error are ignored, and deleted with the next snapshot.
  await pool.query(sql.unsafe`
    delete from snapshot where event_number = ${eventNumber} and ${counts ? sql.fragment`seq < ${seq}` : sql.fragment`id = ${id}`}
  `);
  return counts;
}

/** A former owner adds nothing: its parts may hold persons that its successor has erased. */
async function insertPart(
  pool: DatabasePool,
  { eventNumber, token }: Ownership,
  seq: number,
  id: string,
  { part, checksum, bytes }: WrittenPart,
): Promise<void> {
  await pool.query(sql.unsafe`
    insert into snapshot (event_number, seq, id, part, checksum, bytes)
    select event_number, ${seq}, ${id}, ${part}, ${checksum}, ${sql.binary(bytes)}
    from event_owner where event_number = ${eventNumber} and token = ${token}
  `);
}

/** Records up to the loaded head have tokens of earlier owners; later ones must have this owner's token. */
async function insertHeader(
  pool: DatabasePool,
  ownership: Ownership,
  seq: number,
  id: string,
  { checksum, bytes }: WrittenPart,
): Promise<boolean> {
  const { eventNumber, token, headSeq } = ownership;
  const { rowCount } = await pool.query(sql.unsafe`
    insert into snapshot (event_number, seq, id, part, checksum, bytes)
    select event_number, seq, ${id}, 0, ${checksum}, ${sql.binary(bytes)}
    from journal join event_projection using (event_number)
    where event_number = ${eventNumber} and seq = ${seq} and projected_seq >= ${seq}
      and (token = ${token} or ${seq} <= ${headSeq}::int8)
  `);
  return rowCount > 0;
}

/** The newest readable snapshot, or null; unreadable ones are logged and skipped. */
export async function loadSnapshot(
  connection: CommonQueryMethods,
  eventNumber: number,
  log: StorageLog,
): Promise<EventImage | null> {
  const tried = new Set<string>();
  let headers = await readHeaders(connection, eventNumber);
  for (let header = headers[0]; header !== undefined; header = headers.find(({ id }) => !tried.has(id))) {
    tried.add(header.id);
    try {
      return await readImage(connection, eventNumber, header);
    } catch (error) {
      if (!(error instanceof UnreadableSnapshot)) throw error;
      // A former owner may have replaced it by a newer one meanwhile.
      headers = await readHeaders(connection, eventNumber);
      const isThere = headers.some(({ id }) => id === header.id);
      if (isThere) log.error({ eventNumber, seq: header.seq, reason: error.message }, 'a snapshot cannot be read');
    }
  }
  return null;
}

function readHeaders(
  connection: CommonQueryMethods,
  eventNumber: number,
): Promise<readonly z.infer<typeof headerRow>[]> {
  return connection.any(sql.type(headerRow)`
    select seq, id, part, checksum, body, bytes
    from snapshot where event_number = ${eventNumber} and part = 0
    order by seq desc, id
  `);
}

/** Reads the next page of parts while it decodes the current one. */
async function readImage(
  connection: CommonQueryMethods,
  eventNumber: number,
  header: z.infer<typeof headerRow>,
): Promise<EventImage> {
  const reader = new ImageReader(header);
  const ask = (after: number): Promise<readonly Part[]> => {
    const parts = readParts(connection, eventNumber, header, after);
    // Pages after a damaged part are never awaited: their rejection must not count as unhandled.
    parts.catch(() => undefined);
    return parts;
  };
  let ahead = ask(0);
  for (let last = partsPerPage; ; last += partsPerPage) {
    const parts = await ahead;
    const isLast = parts.length < partsPerPage;
    if (!isLast) ahead = ask(last);
    for (const part of parts) {
      reader.add(part);
      // Decoding a part takes a few milliseconds: yield to the event loop.
      await new Promise(setImmediate);
    }
    if (isLast) return reader.image();
  }
}

function readParts(
  connection: CommonQueryMethods,
  eventNumber: number,
  { seq, id }: z.infer<typeof headerRow>,
  after: number,
): Promise<readonly Part[]> {
  return connection.any(sql.type(partRow)`
    select part, checksum, body, bytes from snapshot
    where event_number = ${eventNumber} and seq = ${seq} and id = ${id}
      and part > ${after} and part <= ${after + partsPerPage}
    order by part
  `);
}
