/**
 * The changes of a row of the feed as they are stored: texts of JSON with tabs between them, compressed. Changes of one event
 * repeat each other, so 540 bytes become about 30, which PostgreSQL writes twice: to its log and to the table. Rows of
 * earlier releases, and the single changes of the catalog, are stored as text.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { assert } from '#collections/assert.ts';

/** Between two changes. JSON escapes it within texts. */
export const separator = '\t';

/** The formats `feed row`: a text; and as the first byte of `packed`, zstd of that text. */
export const asText = 0;
const asZstd = 1;
/** The fastest level: the next ones save 1 % here. */
const fastest = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** Far above any row: a row is closed at 64 KB, and one change has up to some hundred KB. */
const bytesMax = 64 * 1024 * 1024;

/** One of the two is null. */
export const changesColumns = { changes: z.string().nullable(), packed: z.instanceof(Buffer).nullable() };

interface StoredChanges {
  readonly changes: string | null;
  readonly packed: Buffer | null;
}

/**
 * Runs on the event loop. Packing a row takes 20 to 50 µs, and another thread would cost as much again. Changes of some hundred KB
 * take less than a millisecond.
 */
export function packed(text: string): Buffer {
  return Buffer.concat([Buffer.of(asZstd), zstdCompressSync(text, fastest)]);
}

/** The changes of a row, each as JSON. */
export function changesOf({ changes, packed }: StoredChanges): string[] {
  const text = packed === null ? changes : unpack(packed);
  assert(text !== null, () => 'a row of the feed has no changes');
  return text.split(separator);
}

function unpack(bytes: Buffer): string {
  const format = bytes[0];
  assert(format === asZstd, () => `a row of the feed has the unknown format ${format}`);
  return zstdDecompressSync(bytes.subarray(1), { maxOutputLength: bytesMax }).toString();
}
