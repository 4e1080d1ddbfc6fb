/**
 * Reads an archive file. `openArchive` checks the digest of the whole file before anything is told of it; afterwards the
 * rows are streamed, as often as they are wanted, with one line in memory. Every damage is a `BadArchive`, never a shorter
 * history.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { factFormat, type JournalRecord } from '#domain/fact.ts';
import {
  type ArchiveHeading,
  archiveVersion,
  BadArchive,
  digestBytes,
  firstLineBytesMax,
  lineBytesMax,
  type PartLength,
} from './format.ts';

const heading = z.object({
  tenant: z.string(),
  organizationId: z.int(),
  eventId: z.uuid(),
  eventNumber: z.int(),
  name: z.string(),
  schemaId: z.int(),
  layoutVersion: z.int(),
  headSeq: z.int(),
  writtenAt: z.string(),
}) satisfies z.ZodType<ArchiveHeading>;

const length = z.object({ rows: z.int(), bytes: z.int() });
const journalRow = z.object({ seq: z.int(), epoch: z.int(), at: z.int(), format: z.int(), facts: z.string() });

/** One row of a part, as JSON text. */
export interface ArchivedRow {
  readonly part: string;
  readonly text: string;
}

export interface Archive {
  readonly heading: ArchiveHeading;
  readonly digest: Buffer;
  /** All rows, in the order of the file. */
  rows(): AsyncGenerator<ArchivedRow>;
  /** The records of the journal from the oldest that was kept, without gap. */
  records(): AsyncGenerator<JournalRecord>;
}

/** Rejects with `BadArchive` when the file is not a whole archive that this version can read. */
export async function openArchive(file: string): Promise<Archive> {
  const frame = await frameOf(file);
  const rows = (): AsyncGenerator<ArchivedRow> => rowsIn(linesOf(file, frame));
  const lines = linesOf(file, frame);
  const { value } = await lines.next();
  await lines.return(undefined);
  return { heading: headingOf(value), digest: frame.digest, rows, records: () => recordsIn(rows()) };
}

/** A record as its row has it. */
export function recordOf(text: string): JournalRecord {
  const { format, facts, ...record } = parsed(journalRow, text);
  if (format !== factFormat) throw new BadArchive(`record ${record.seq} has format ${format}, which is not known`);
  return { ...record, facts: JSON.parse(facts) };
}

/** The bytes of the file that are compressed, and its digest. */
interface Frame {
  readonly start: number;
  readonly end: number;
  readonly digest: Buffer;
}

async function frameOf(file: string): Promise<Frame> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const start = await versionLineLength(handle);
    const end = size - digestBytes;
    if (end <= start) throw new BadArchive('the file is cut off');
    const digest = Buffer.alloc(digestBytes);
    await handle.read(digest, 0, digestBytes, end);
    const hash = createHash('sha256');
    for await (const piece of createReadStream(file, { start: 0, end: end - 1 })) hash.update(piece);
    if (!hash.digest().equals(digest)) throw new BadArchive('the digest is wrong: the file is damaged or cut off');
    return { start, end, digest };
  } finally {
    await handle.close();
  }
}

async function versionLineLength(handle: FileHandle): Promise<number> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(firstLineBytesMax), 0, firstLineBytesMax, 0);
  const line = /^usher-archive (\d{1,9})\n/.exec(buffer.toString('latin1', 0, bytesRead));
  if (line === null) throw new BadArchive('the file is no archive of an event');
  const version = Number(line[1]);
  if (version > archiveVersion) {
    throw new BadArchive(`the file has version ${version}; this program reads versions up to ${archiveVersion}`);
  }
  return line[0].length;
}

/** The lines of the text. The reader may stop early. */
async function* linesOf(file: string, { start, end }: Frame): AsyncGenerator<string> {
  const text = createGunzip();
  const stop = new AbortController();
  const feeding = pipeline(createReadStream(file, { start, end: end - 1 }), text, { signal: stop.signal });
  // A failure also ends the loop below, which tells of it.
  feeding.catch(() => undefined);
  try {
    yield* linesIn(text);
  } catch (error) {
    if (error instanceof BadArchive) throw error;
    throw new BadArchive(`the file cannot be decompressed: ${(error as Error).message}`);
  } finally {
    stop.abort();
  }
}

async function* linesIn(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  let begunBytes = 0;
  for await (const piece of pieces) {
    let from = 0;
    for (let end = piece.indexOf(0x0a); end !== -1; end = piece.indexOf(0x0a, from)) {
      const rest = piece.subarray(from, end);
      yield begun.length === 0 ? rest.toString() : Buffer.concat([...begun, rest]).toString();
      [begun, begunBytes] = [[], 0];
      from = end + 1;
    }
    if (from === piece.length) continue;
    begun.push(piece.subarray(from));
    begunBytes += piece.length - from;
    if (begunBytes > lineBytesMax) throw new BadArchive(`a line is longer than ${lineBytesMax} bytes`);
  }
  if (begun.length > 0) throw new BadArchive('the text ends in the middle of a line');
}

function headingOf(line: string | undefined): ArchiveHeading {
  const [, word, json = ''] = /^# (\S+) (.*)$/s.exec(line ?? '') ?? [];
  if (word !== 'event') throw new BadArchive('the file does not begin with its event');
  return parsed(heading, json);
}

/** Checks the length of every part and that the file ends with its end. */
async function* rowsIn(lines: AsyncGenerator<string>): AsyncGenerator<ArchivedRow> {
  let part: string | null = null;
  let [rows, bytes, parts] = [0, 0, 0];
  let isComplete = false;
  for await (const line of lines) {
    if (isComplete) throw new BadArchive('the text goes on after its end');
    if (!line.startsWith('#')) {
      if (part === null) throw new BadArchive('a row belongs to no part');
      rows += 1;
      bytes += Buffer.byteLength(line);
      yield { part, text: line };
      continue;
    }
    const [, word, json] = /^# (\S+)(?: (.*))?$/s.exec(line) ?? [];
    if (word === 'part' && part === null) part = nameIn(json);
    else if (word === 'length' && part !== null) {
      const told: PartLength = parsed(length, json ?? '');
      if (told.rows !== rows || told.bytes !== bytes) {
        throw new BadArchive(`part ${part} has ${rows} rows of ${bytes} bytes, not ${told.rows} of ${told.bytes}`);
      }
      [part, rows, bytes, parts] = [null, 0, 0, parts + 1];
    } else if (word === 'end' && part === null) {
      const told = parsed(z.object({ parts: z.int() }), json ?? '').parts;
      if (told !== parts) throw new BadArchive(`the file has ${parts} parts, not ${told}`);
      isComplete = true;
    } else if (word !== 'event') throw new BadArchive(`the line '${line.slice(0, 40)}' is not expected`);
  }
  if (!isComplete) throw new BadArchive('the text has no end');
}

function nameIn(json: string | undefined): string {
  return parsed(z.object({ name: z.string() }), json ?? '').name;
}

async function* recordsIn(rows: AsyncGenerator<ArchivedRow>): AsyncGenerator<JournalRecord> {
  for await (const { part, text } of rows) if (part === 'journal') yield recordOf(text);
}

/** Parses the JSON of a line, of which only the declared members count. */
export function parsed<Schema extends z.ZodType>(schema: Schema, json: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(json));
  } catch {
    throw new BadArchive(`the line '${json.slice(0, 40)}' cannot be read`);
  }
}
