/**
 * Thread entry: encodes a layout as the texts of its public map. Reads on the thread's connections; the main thread
 * gets bytes.
 */
import { createHash } from 'node:crypto';
import type { Box } from '#codec/map/extent.ts';
import { MapText } from '#codec/map/map-text.ts';
import { readMapLayout } from '#storage/layouts/map-layouts.ts';
import { threadDatabase } from './thread-database.ts';

const utf8 = new TextEncoder();

export interface MapTask {
  readonly connectionString: string;
  readonly schemaId: number;
}

export interface EncodedMap {
  /** JSON without its end: the caller appends the event's name as JSON and `}}`. */
  readonly schema: Uint8Array;
  /** SVG. */
  readonly rowLabels: Uint8Array;
  readonly viewBox: Box;
  /** Hash of both texts. */
  readonly digest: string;
}

/** The map of an existing schema, from one database snapshot. Rejects when the database does not answer. */
export default async function encodeMap({ connectionString, schemaId }: MapTask): Promise<EncodedMap> {
  const text = new MapText();
  await readMapLayout(
    await threadDatabase(connectionString),
    schemaId,
    (layout) => text.begin(layout),
    (seats) => text.add(seats),
  );
  text.end();
  const schema = utf8.encode(text.schema());
  const rowLabels = utf8.encode(text.rowLabels());
  const digest = createHash('sha256').update(schema).update(rowLabels).digest('base64url').slice(0, 22);
  return { schema, rowLabels, viewBox: text.viewBox, digest };
}
