/**
 * Reads the parts of snapshots in the formats 2 to 4, which earlier versions have written: JSON, except for columns,
 * which are raw bytes. Nothing writes them any more, and they must stay readable.
 */
import { crc32 } from 'node:zlib';
import { type StoredCart, storedLastCart } from '#codec/stored-session.ts';
import { type CreateKey, keyPageOf } from '#domain/keys/create-keys.ts';
import type { StoredSession } from '#domain/session/stored-session.ts';
import { type Header, type Part, type SnapshotParts, type StoredList, UnreadableSnapshot } from './snapshot-parts.ts';

const earlierFormats = [2, 3, 4];
const arrayTypes = { Uint8Array, Uint16Array, Uint32Array, Int32Array } as const;
type ArrayType = keyof typeof arrayTypes;

interface EarlierHeader extends Header {
  readonly format: number;
  /** The columns, in the order of their parts, which come first. */
  readonly columns: readonly (readonly [name: string, type: ArrayType])[];
  /** Chunks of spent passes, after the columns; absent: none. The queue's claims and its pages of keys follow. */
  readonly passes?: number;
}

type Slice =
  | { readonly list: string; readonly items: readonly unknown[] }
  | { readonly sessions: PackedSessions }
  | { readonly answered: PackedSessions };

export function earlierParts(first: Part): SnapshotParts {
  const header = parsed(first) as EarlierHeader;
  if (!earlierFormats.includes(header.format)) throw new UnreadableSnapshot(`The snapshot has format ${header.format}`);
  return { header, listOf: (part) => listOf(part, header) };
}

function listOf(part: Part, { columns, passes = 0, ticketPages }: EarlierHeader): StoredList {
  const column = columns[part.part - 1];
  if (column !== undefined) return { list: 'columns', items: [[column[0], columnOf(part, column[1])]] };
  const place = part.part - 1 - columns.length - passes;
  if (place < 0) return { list: 'passes', items: [columnOf(part, 'Uint32Array')] };
  if (ticketPages !== undefined && place <= ticketPages)
    return { list: place === 0 ? 'ticketClaims' : 'ticketPages', items: [columnOf(part, 'Uint32Array')] };
  const slice = parsed(part) as Slice;
  if ('sessions' in slice) return { list: 'sessions', items: unpacked(slice.sessions) };
  if ('answered' in slice) return { list: 'answered', items: unpacked(slice.answered) };
  const { list, items } = slice;
  return list === 'keys'
    ? { list, items: [keyPageOf(items as readonly CreateKey[])] }
    : { list: `head.${list}`, items };
}

function parsed({ part, body, checksum }: Part): unknown {
  if (body === null || crc32(body) !== checksum)
    throw new UnreadableSnapshot(`Part ${part} of the snapshot is damaged`);
  return JSON.parse(body);
}

function columnOf({ part, bytes, checksum }: Part, type: ArrayType): ArrayBufferView {
  if (bytes === null || crc32(bytes) !== checksum)
    throw new UnreadableSnapshot(`Part ${part} of the snapshot is damaged`);
  // A copy: a typed array needs an aligned buffer of its own.
  return new arrayTypes[type](new Uint8Array(bytes).buffer);
}

type PackedSession = readonly [
  id: string,
  ordinal: number,
  state: StoredSession['state'],
  /** Seat, id and price of each line, flat; a price is an index into the slice's prices. */
  seats: readonly number[],
  /** Area, id, capacity and price of each line, flat. */
  areas: readonly number[],
  createdAt: number,
  deadline: number | null,
  reference: string | null,
  properties: StoredSession['properties'],
  seq: number,
  lost?: StoredSession['lost'] | null,
  givenBack?: StoredSession['givenBack'] | null,
  lastCart?: (StoredCart & { readonly at: number }) | null,
  reclaimed?: true | null,
  maxSeats?: number | null,
];

/** Sessions of a part. Every captured price is there once. */
interface PackedSessions {
  /** The first versions have an amount after the name, which is ignored. */
  readonly prices: readonly (readonly [id: number, name: string])[];
  readonly sessions: readonly PackedSession[];
}

function unpacked({ prices, sessions }: PackedSessions): StoredSession[] {
  const captures = prices.map(([id, name]) => ({ id, name, cents: null }));
  const priceAt = (place: number | undefined) => {
    const price = place === undefined ? undefined : captures[place];
    if (price === undefined) throw new UnreadableSnapshot('A cart line of the snapshot has no price');
    return price;
  };
  return sessions.map((row): StoredSession => {
    const [id, ordinal, state, seats, areas, createdAt, deadline, reference, properties, seq, ...later] = row;
    const [lost, givenBack, lastCart, reclaimed, maxSeats] = later;
    return {
      ...{ id, ordinal, state, createdAt, deadline, reference, properties, seq },
      seats: linesOf(seats, 3, ([seat, line, price]) => ({ seat, id: line, price: priceAt(price) })),
      areas: linesOf(areas, 4, ([area, line, capacity, price]) => ({
        area,
        id: line,
        capacity,
        price: priceAt(price),
      })),
      ...(lost ? { lost } : {}),
      ...(givenBack ? { givenBack } : {}),
      ...(lastCart ? { lastCart: storedLastCart.restore(lastCart) } : {}),
      ...(reclaimed ? { reclaimed } : {}),
      ...(maxSeats ? { maxSeats } : {}),
    };
  });
}

type FourNumbers = readonly [number, number, number, number];

/** `width`: numbers of one line. */
function linesOf<Line>(flat: readonly number[], width: number, lineOf: (line: FourNumbers) => Line): Line[] {
  const lines: Line[] = [];
  for (let at = 0; at < flat.length; at += width)
    lines.push(lineOf(flat.slice(at, at + width) as unknown as FourNumbers));
  return lines;
}
