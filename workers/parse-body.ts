/** Thread entry: the bytes of a body become columns, or field errors. */
import { type BulkBodies, type BulkName, parseBulk } from '#codec/bodies/bulk-bodies.ts';
import type { InvalidBody } from '#domain/command.ts';

export interface SentBody {
  readonly name: BulkName;
  readonly bytes: Uint8Array;
}

/** Never throws: an error would lose its class between threads. */
export default function parseSentBody({ name, bytes }: SentBody): BulkBodies[BulkName] | InvalidBody {
  return parseBulk(name, bytes);
}
