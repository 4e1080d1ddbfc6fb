/**
 * The encoding of messages between nodes: JSON, followed by the raw bytes of bulk columns. Decoding trusts its input,
 * because a body is decoded only after its proof has been checked.
 */
import { randomBytes } from 'node:crypto';
import type { Envelope, NodeCard, Notice, PeerReply } from './ports.ts';

export const paths = { ask: '/ask', tell: '/tell', ping: '/ping' } as const;
/** Request: the id of the receiver. Answer: the id of the node that gave it. */
export const nodeHeader = 'x-usher-node';
/** The request is for another node, which was at this address before. */
export const otherNodeStatus = 421;
/** The sender's estimate of the receiver's clock is too far off; the answer carries the right time. */
export const staleStatus = 409;
/** The body of a ping's answer while the node cannot reach the database. */
export const cutOffWord = 'cut off';
/** For comparison: assigning prices to every seat of the largest hall takes 6 MB without properties. */
export const bodyBytesMax = 128 * 1024 * 1024;

/**
 * The envelopes of one request; their common target is in the request's header. Text without columns; envelopes with
 * columns are bytes that begin with a zero, which no JSON does.
 */
export function encodeEnvelopes(envelopes: readonly Envelope[]): string | Buffer {
  const list = envelopes.map(({ target, ...rest }) => rest);
  return envelopes.some(hasColumns) ? Buffer.concat([columnMark, packed(list)]) : JSON.stringify(list);
}

/** Commands of many seats have them as columns: looking for columns in every command would slow holds down. */
function hasColumns({ request }: Envelope): boolean {
  if (request.kind !== 'ask') return false;
  const { command } = request;
  if ('selection' in command) return 'seats' in command.selection && ArrayBuffer.isView(command.selection.seats);
  return 'seats' in command && (ArrayBuffer.isView(command.seats) || 'ids' in command.seats);
}

/** Throws when the body is not a list of valid envelopes. */
export function decodeEnvelopes(bytes: Uint8Array, target: string, hopsMax: number): readonly Envelope[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const list = buffer[0] === 0 ? unpacked(buffer.subarray(columnMark.length)) : JSON.parse(buffer.toString());
  if (!Array.isArray(list)) throw new TypeError('no list of envelopes');
  return list.map((item: Omit<Envelope, 'target'>) => {
    const hops = item.relayTo === undefined ? item.hop : item.hop + 1;
    const isSound = Number.isInteger(item.request.eventNumber) && item.hop >= 1 && hops <= hopsMax;
    if (!isSound) throw new TypeError('not an envelope, or forwarded too often');
    return { ...item, target };
  });
}

export function encodeNotice(notice: Notice): string {
  return JSON.stringify(notice);
}

/** Throws when the body is not a notice. */
export function decodeNotice(bytes: Uint8Array): Notice {
  const { kind, node, events } = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
  if (!['joined', 'leaving', 'suspected', 'changed'].includes(kind)) throw new TypeError('no notice');
  const { id, host, port, front } = node as NodeCard;
  if (typeof id !== 'string' || typeof host !== 'string' || !Number.isInteger(port)) throw new TypeError('no node');
  const card = { id, host, port, ...(typeof front === 'string' ? { front } : {}) };
  if (kind !== 'changed') return { kind, node: card };
  if (!Array.isArray(events) || !events.every(Number.isInteger)) throw new TypeError('no events');
  return { kind, node: card, events };
}

/** The types of columns; each is sent as raw bytes. */
const columnTypes = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array };
type ColumnName = keyof typeof columnTypes;
type Column = InstanceType<(typeof columnTypes)[ColumnName]>;

const headBytes = 4;
const alignment = 8;
const columnMark = Buffer.alloc(alignment);
/** Replaces a column in the JSON. Its key is random for every message, so no caller's data can imitate it. */
type Placeholder = readonly [column: ColumnName, length: number, offset: number];

export function encodeReplies(replies: readonly PeerReply[]): Buffer {
  return packed(replies);
}

/** Throws when the body does not come from `encodeReplies`. */
export function decodeReplies(bytes: Uint8Array): readonly PeerReply[] {
  return unpacked(bytes) as readonly PeerReply[];
}

/** Length of the JSON, the JSON, then the bytes of every column. */
function packed(value: unknown): Buffer {
  const columns: Column[] = [];
  const key = randomBytes(12).toString('base64');
  let offset = 0;
  const placed = mapped(value, (part) => {
    if (!ArrayBuffer.isView(part)) return undefined;
    const column = part as unknown as Column;
    columns.push(column);
    const placeholder: Placeholder = [column.constructor.name as ColumnName, column.length, offset];
    offset += aligned(column.byteLength);
    return { [key]: placeholder };
  });
  const json = JSON.stringify({ key, value: placed });
  const head = Buffer.alloc(aligned(headBytes + Buffer.byteLength(json)));
  head.writeUInt32LE(head.write(json, headBytes));
  const parts: Uint8Array[] = [head];
  for (const { buffer, byteOffset, byteLength } of columns) {
    parts.push(new Uint8Array(buffer, byteOffset, byteLength), new Uint8Array(aligned(byteLength) - byteLength));
  }
  // Empty columns add no bytes: padding tells the decoder that there are columns.
  if (offset === 0 && columns.length > 0) parts.push(new Uint8Array(alignment));
  return parts.length === 1 ? head : Buffer.concat(parts);
}

/** Throws when the bytes do not come from `packed`. Columns are copied out of them. */
function unpacked(bytes: Uint8Array): unknown {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = buffer.readUInt32LE();
  const start = aligned(headBytes + length);
  const { key, value } = JSON.parse(buffer.toString('utf8', headBytes, headBytes + length));
  if (start === buffer.length) return value;
  return mapped(value, (part) => {
    const placeholder = part[key] as Placeholder | undefined;
    if (placeholder === undefined) return undefined;
    const [name, count, offset] = placeholder;
    const column = new columnTypes[name](count);
    new Uint8Array(column.buffer).set(buffer.subarray(start + offset, start + offset + column.byteLength));
    return column;
  });
}

function aligned(size: number): number {
  return Math.ceil(size / alignment) * alignment;
}

type Part = Readonly<Record<string, unknown>>;

/**
 * A copy in which the objects that `replace` has a value for are replaced. Walks no list whose first entry is a plain
 * value: 200,000 texts would cost 200,000 calls.
 */
function mapped(value: unknown, replace: (part: Part) => object | undefined): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return typeof value[0] === 'object' ? value.map((entry) => mapped(entry, replace)) : value;
  }
  const other = replace(value as Part);
  if (other !== undefined) return other;
  const copy = Object.entries(value).map(([name, part]) => [name, mapped(part, replace)]);
  return Object.fromEntries(copy);
}
