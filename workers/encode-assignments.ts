/**
 * Thread entry: encodes a page of the assignments read. Reads names and ended sessions on the thread's connections; the
 * page holds copies of the live data.
 */
import { encodeSeatPage } from '#codec/answers/seat-entry.ts';
import { SeatHeads } from '#codec/answers/seat-heads.ts';
import type { SeatPage } from '#domain/seats/seat-page.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import { Layouts } from '#storage/layouts/layouts.ts';
import { SessionOwners } from '#storage/projection/session-owners.ts';
import { moved } from './moved.ts';
import { threadDatabase } from './thread-database.ts';

const utf8 = new TextEncoder();

export interface EncodeTask {
  readonly connectionString: string;
  readonly page: SeatPage;
}

interface Sources {
  readonly heads: SeatHeads;
  readonly owners: SessionOwners;
}

const known = new WeakMap<DatabasePool, Sources>();

/** The page's seat objects, joined by commas, as bytes. Rejects when the database does not answer. */
export default async function encodeAssignments({ connectionString, page }: EncodeTask): Promise<Uint8Array> {
  const pool = await threadDatabase(connectionString);
  const { heads: allHeads, owners } = sourcesOn(pool);
  const heads = await allHeads.get(page.schemaId, page.layoutVersion);
  const ended = page.ended.length === 0 ? [] : await owners.withOrdinals(page.eventNumber, page.ended);
  return moved(utf8.encode(encodeSeatPage(page, heads, ended)));
}

function sourcesOn(pool: DatabasePool): Sources {
  const found = known.get(pool) ?? { heads: new SeatHeads(new Layouts(pool)), owners: new SessionOwners(pool) };
  known.set(pool, found);
  return found;
}
