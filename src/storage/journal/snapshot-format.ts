/**
 * Splits an event's image into parts that are small enough to encode, send and decode within one iteration of the event
 * loop, and joins them again. Part 0 describes the others; each part has its own checksum. Every long list is split,
 * whatever it holds, so that a new member of the image needs no change here.
 */
import { crc32 } from 'node:zlib';
import { packSessions, type SessionSlice, unpackSessions } from '#codec/stored-session.ts';
import { type ColumnName, columnNames, type EventImage, type ImageHead, type Tickets } from '#domain/image.ts';
import { type CreateKey, type KeyPage, keyPageOf, keysOf } from '#domain/keys/create-keys.ts';
import type { PassChunk } from '#domain/passes/spent-passes.ts';
import { saltOf } from '#domain/queue/queue.ts';
import { TicketKeys } from '#domain/queue/ticket-keys.ts';
import type { Session } from '#domain/session/session.ts';

/** The stored parts are damaged, incomplete or of another format. */
export class UnreadableSnapshot extends Error {
  override readonly name = 'UnreadableSnapshot';
}

/**
 * Increased when older code cannot read the format; older code then replays the journal. Format 3 is written only for
 * events that have what format 2 lacks: an admission, spent passes, or keyed answers that show a session. Format 4 is
 * written for events whose live sessions have used keys.
 */
const snapshotFormats = [2, 3, 4];
const sliceLength = 500;

export interface Part {
  readonly part: number;
  readonly checksum: number;
  readonly body: string | null;
  readonly bytes: Buffer | null;
}

const arrayTypes = { Uint8Array, Uint16Array, Uint32Array, Int32Array } as const;
type ArrayType = keyof typeof arrayTypes;

interface Header {
  readonly format: number;
  readonly seq: number;
  /** Parts beside this one. */
  readonly parts: number;
  /** The columns, in the order of their parts. */
  readonly columns: readonly (readonly [name: ColumnName, type: ArrayType])[];
  /** Chunks of spent passes, after the columns; absent: none. */
  readonly passes?: number;
  /** The queue's claims and its pages of keys follow the columns; absent: there is no queue. */
  readonly ticketPages?: number;
  /** The image's head without its long lists. */
  readonly head: Record<string, unknown>;
}

type Slice =
  | { readonly list: string; readonly items: readonly unknown[] }
  | { readonly sessions: SessionSlice }
  | { readonly answered: SessionSlice };

/** The parts of an image, part 0 last. Each is encoded on demand. */
export function* partsOf(image: EventImage): Generator<Part> {
  let part = 0;
  for (const name of columnNames) {
    const column = image.columns[name];
    yield bytesPart(++part, bytesOf(column));
  }
  for (const words of [...image.passes, ...ticketParts(image)]) yield bytesPart(++part, bytesOf(words));
  const members = Object.entries(image.head);
  const lists = members.filter((member): member is [string, unknown[]] => isLong(member[1]));
  for (const [list, items] of lists) {
    for (let at = 0; at < items.length; at += sliceLength) {
      yield bodyPart(++part, { list, items: items.slice(at, at + sliceLength) });
    }
  }
  for (const page of image.keys) yield bodyPart(++part, { list: 'keys', items: [...keysOf(page)] });
  for (let at = 0; at < image.sessions.length; at += sliceLength) {
    yield bodyPart(++part, { sessions: packSessions(image.sessions.slice(at, at + sliceLength)) });
  }
  for (let at = 0; at < image.answered.length; at += sliceLength) {
    yield bodyPart(++part, { answered: packSessions(image.answered.slice(at, at + sliceLength)) });
  }
  const header: Header = {
    format: formatOf(image),
    seq: image.seq,
    parts: part,
    ...(image.passes.length === 0 ? {} : { passes: image.passes.length }),
    columns: columnNames.map((name) => [name, image.columns[name].constructor.name as ArrayType]),
    ...(image.tickets === undefined ? {} : { ticketPages: image.tickets.pages.length }),
    head: Object.fromEntries(members.map(([name, value]) => [name, isLong(value) ? [] : value])),
  };
  yield bodyPart(0, header);
}

/**
 * Puts an image together from its parts, part 0 first; throws when they are damaged, incomplete or of another format.
 */
export class ImageReader {
  readonly #header: Header;
  readonly #columns: Partial<Record<ColumnName, EventImage['columns'][ColumnName]>> = {};
  readonly #lists: Record<string, unknown[]> = {};
  readonly #keys: KeyPage[] = [];
  readonly #sessions: Session[] = [];
  readonly #passes: PassChunk[] = [];
  readonly #answered: Session[] = [];
  readonly #tickets: TicketReader | null;
  #parts = 0;

  constructor(first: Part) {
    this.#header = parse(first) as Header;
    if (!snapshotFormats.includes(this.#header.format))
      throw new UnreadableSnapshot(`The snapshot has format ${this.#header.format}`);
    const { ticketPages, head } = this.#header;
    this.#tickets =
      ticketPages === undefined ? null : new TicketReader(ticketPages, (head as unknown as ImageHead).queue);
  }

  /** Takes the next part, in order. */
  add(part: Part): void {
    this.#parts += 1;
    if (part.part !== this.#parts) throw new UnreadableSnapshot(`Part ${this.#parts} of the snapshot is missing`);
    const column = this.#header.columns[part.part - 1];
    if (column !== undefined) {
      this.#columns[column[0]] = columnOf(part, column[1]);
      return;
    }
    if (this.#passes.length < (this.#header.passes ?? 0)) {
      this.#passes.push(columnOf(part, 'Uint32Array') as PassChunk);
      return;
    }
    if (this.#tickets?.isComplete === false) {
      this.#tickets.add(columnOf(part, 'Uint32Array') as Uint32Array<ArrayBuffer>);
      return;
    }
    const slice = parse(part) as Slice;
    if ('sessions' in slice) for (const session of unpackSessions(slice.sessions)) this.#sessions.push(session);
    else if ('answered' in slice) for (const session of unpackSessions(slice.answered)) this.#answered.push(session);
    else if (slice.list === 'keys') this.#keys.push(keyPageOf(slice.items as readonly CreateKey[]));
    else for (const item of slice.items) this.#listOf(slice.list).push(item);
  }

  image(): EventImage {
    if (this.#parts !== this.#header.parts) throw new UnreadableSnapshot('The snapshot is incomplete');
    return {
      seq: this.#header.seq,
      head: { ...this.#header.head, ...this.#lists } as unknown as ImageHead,
      columns: this.#columns as EventImage['columns'],
      sessions: this.#sessions,
      keys: this.#keys,
      passes: this.#passes,
      answered: this.#answered,
      ...(this.#tickets === null ? {} : { tickets: this.#tickets.tickets }),
    };
  }

  #listOf(name: string): unknown[] {
    this.#lists[name] ??= [];
    return this.#lists[name];
  }
}

function formatOf({ head, passes, answered }: EventImage): number {
  if (head.sessionKeys !== undefined) return 4;
  return head.admission === undefined && passes.length + answered.length === 0 ? 2 : 3;
}

/** Rebuilds the table of keys page by page; one page takes some milliseconds. */
class TicketReader {
  readonly #keys: TicketKeys;
  #pagesLeft: number;
  #claims: Uint32Array<ArrayBuffer> | null = null;

  constructor(pages: number, queue: ImageHead['queue']) {
    if (queue === undefined) throw new UnreadableSnapshot('The snapshot has tickets without a queue');
    this.#pagesLeft = pages;
    this.#keys = new TicketKeys(saltOf(queue.seed));
    this.#keys.reserve(pages - 1);
  }

  get isComplete(): boolean {
    return this.#claims !== null && this.#pagesLeft === 0;
  }

  get tickets(): Tickets {
    return { pages: [], claims: this.#claims ?? new Uint32Array(0), keys: this.#keys };
  }

  /** The claims first, then the pages in order. */
  add(words: Uint32Array<ArrayBuffer>): void {
    if (this.#claims === null) this.#claims = words;
    else {
      this.#keys.addPage(words);
      this.#pagesLeft--;
    }
  }
}

function ticketParts({ tickets }: EventImage): readonly Uint32Array[] {
  return tickets === undefined ? [] : [tickets.claims, ...tickets.pages];
}

function bytesOf(words: ArrayBufferView): Buffer {
  return Buffer.from(words.buffer, words.byteOffset, words.byteLength);
}

function isLong(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > sliceLength;
}

function bodyPart(part: number, content: Header | Slice): Part {
  const body = JSON.stringify(content);
  return { part, checksum: crc32(body), body, bytes: null };
}

function bytesPart(part: number, bytes: Buffer): Part {
  return { part, checksum: crc32(bytes), body: null, bytes };
}

function parse({ part, body, checksum }: Part): unknown {
  if (body === null || crc32(body) !== checksum)
    throw new UnreadableSnapshot(`Part ${part} of the snapshot is damaged`);
  return JSON.parse(body);
}

function columnOf({ part, bytes, checksum }: Part, type: ArrayType): EventImage['columns'][ColumnName] {
  if (bytes === null || crc32(bytes) !== checksum)
    throw new UnreadableSnapshot(`Part ${part} of the snapshot is damaged`);
  // A copy: a typed array needs an aligned buffer of its own.
  const own = new Uint8Array(bytes).buffer;
  return new arrayTypes[type](own);
}
