/**
 * Splits an event's image into parts that are small enough to encode, send and decode within one iteration of the event
 * loop, and joins them again. Part 0 is written last and describes the others; each part has its own checksum and is a
 * value of `src/codec/values`. Every long list is split, whatever it holds, so that a new member of the image needs no
 * change here. Snapshots of earlier versions stay readable (`earlier-format.ts`).
 */
import { crc32 } from 'node:zlib';
import { decodeValue, UnreadableValue } from '#codec/values/value-reader.ts';
import { encodeValue } from '#codec/values/value-writer.ts';
import { known } from '#domain/cluster-version.ts';
import { formatAt, isReadable } from '#domain/formats.ts';
import type { EventImage, ImageHead, Tickets } from '#domain/image.ts';
import type { KeyPage } from '#domain/keys/create-keys.ts';
import type { PassChunk } from '#domain/passes/spent-passes.ts';
import { saltOf } from '#domain/queue/queue.ts';
import { TicketKeys } from '#domain/queue/ticket-keys.ts';
import type { Session } from '#domain/session/session.ts';
import { PriceCaptures, restoredSession, type StoredSession } from '#domain/session/stored-session.ts';
import { earlierParts } from './earlier-format.ts';
import { type Header, type Part, type SnapshotParts, type StoredList, UnreadableSnapshot } from './snapshot-parts.ts';

const sliceLength = 500;

/** A part of this version. */
export type WrittenPart = Part & { readonly bytes: Buffer };

interface WrittenHeader extends Header {
  readonly format: number;
}

/** The parts of an image in the format of the cluster version, part 0 last. Each is encoded on demand. */
export function* partsOf(image: EventImage, clusterVersion = known.newest): Generator<WrittenPart> {
  const format = formatAt('snapshot', clusterVersion);
  let part = 0;
  const long = Object.entries(image.head).filter((member): member is [string, unknown[]] => isLong(member[1]));
  for (const [list, items, itemsPerPart] of [...listsOf(image), ...long.map(inHead)]) {
    for (let at = 0; at < items.length; at += itemsPerPart) {
      yield partWith(++part, { list, items: items.slice(at, at + itemsPerPart) } satisfies StoredList);
    }
  }
  const head = { ...image.head, ...Object.fromEntries(long.map(([name]) => [name, []])) };
  const ticketPages = image.tickets?.pages.length;
  const { seq } = image;
  yield partWith(0, { format, seq, parts: part, ticketPages, head } as WrittenHeader);
}

type List = readonly [name: StoredList['list'], items: readonly unknown[], itemsPerPart: number];

/** Columns, pages and chunks are as large as a part may be. */
function listsOf({ columns, passes, tickets, keys, sessions, answered }: EventImage): readonly List[] {
  return [
    ['columns', Object.entries(columns), 1],
    ['passes', passes, 1],
    ['ticketClaims', tickets === undefined ? [] : [tickets.claims], 1],
    ['ticketPages', tickets?.pages ?? [], 1],
    ['keys', keys, 1],
    ['sessions', sessions, sliceLength],
    ['answered', answered, sliceLength],
  ];
}

function inHead([name, items]: readonly [string, unknown[]]): List {
  return [`head.${name}`, items, sliceLength];
}

function isLong(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > sliceLength;
}

function partWith(part: number, value: unknown): WrittenPart {
  const bytes = encodeValue(value);
  return { part, checksum: crc32(bytes), body: null, bytes };
}

/**
 * Puts an image together from its parts, part 0 first; throws `UnreadableSnapshot` when they are damaged, incomplete or
 * of another format.
 */
export class ImageReader {
  readonly #stored: SnapshotParts;
  readonly #columns: Record<string, unknown> = {};
  readonly #head: Record<string, unknown[]> = {};
  readonly #keys: KeyPage[] = [];
  readonly #sessions: Session[] = [];
  readonly #answered: Session[] = [];
  readonly #passes: PassChunk[] = [];
  readonly #prices = new PriceCaptures();
  readonly #tickets: TicketReader | null;
  #parts = 0;

  constructor(first: Part) {
    this.#stored = first.body === null ? partsOfThisVersion(first) : earlierParts(first);
    const { ticketPages, head } = this.#stored.header;
    this.#tickets = ticketPages === undefined ? null : new TicketReader(ticketPages, head.queue);
  }

  /** Takes the next part, in order. */
  add(part: Part): void {
    this.#parts += 1;
    if (part.part !== this.#parts) throw new UnreadableSnapshot(`Part ${this.#parts} of the snapshot is missing`);
    const { list, items } = this.#stored.listOf(part);
    for (const item of items) this.#addTo(list, item);
  }

  image(): EventImage {
    const { seq, parts, head } = this.#stored.header;
    if (this.#parts !== parts) throw new UnreadableSnapshot('The snapshot is incomplete');
    return {
      seq,
      head: { ...head, ...this.#head },
      columns: this.#columns as EventImage['columns'],
      sessions: this.#sessions,
      keys: this.#keys,
      passes: this.#passes,
      answered: this.#answered,
      ...(this.#tickets === null ? {} : { tickets: this.#tickets.tickets }),
    };
  }

  #addTo(list: StoredList['list'], item: unknown): void {
    switch (list) {
      case 'columns': {
        const [name, column] = item as [string, unknown];
        this.#columns[name] = column;
        return;
      }
      case 'passes':
        this.#passes.push(item as PassChunk);
        return;
      case 'ticketClaims':
      case 'ticketPages':
        this.#tickets?.add(list, item as Uint32Array<ArrayBuffer>);
        return;
      case 'keys':
        this.#keys.push(item as KeyPage);
        return;
      case 'sessions':
        this.#sessions.push(restoredSession(item as StoredSession, this.#prices));
        return;
      case 'answered':
        this.#answered.push(restoredSession(item as StoredSession, this.#prices));
        return;
      default: {
        const name = list.slice('head.'.length);
        this.#head[name] ??= [];
        this.#head[name].push(item);
      }
    }
  }
}

function partsOfThisVersion(first: Part): SnapshotParts {
  const header = valueIn(first) as WrittenHeader;
  if (!isReadable('snapshot', header.format)) throw new UnreadableSnapshot(`The snapshot has format ${header.format}`);
  return { header, listOf: (part) => valueIn(part) as StoredList };
}

function valueIn({ part, bytes, checksum }: Part): unknown {
  try {
    if (bytes !== null && crc32(bytes) === checksum) return decodeValue(bytes);
  } catch (error) {
    if (!(error instanceof UnreadableValue)) throw error;
  }
  throw new UnreadableSnapshot(`Part ${part} of the snapshot is damaged`);
}

/** Rebuilds the table of keys page by page; one page takes some milliseconds. */
class TicketReader {
  readonly #keys: TicketKeys;
  #claims: Uint32Array<ArrayBuffer> = new Uint32Array(0);

  constructor(pages: number, queue: ImageHead['queue']) {
    if (queue === undefined) throw new UnreadableSnapshot('The snapshot has tickets without a queue');
    this.#keys = new TicketKeys(saltOf(queue.seed));
    this.#keys.reserve(pages - 1);
  }

  get tickets(): Tickets {
    return { pages: [], claims: this.#claims, keys: this.#keys };
  }

  add(list: 'ticketClaims' | 'ticketPages', words: Uint32Array<ArrayBuffer>): void {
    if (list === 'ticketClaims') this.#claims = words;
    else this.#keys.addPage(words);
  }
}
