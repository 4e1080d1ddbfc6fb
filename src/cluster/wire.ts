/**
 * Envelopes, replies and notices between nodes as JSON, followed by the raw bytes of bulk columns. Usual calls of buyers
 * have a compact form instead (`link/compact-command.ts`, `link/compact-session.ts`). Decoding checks the members that
 * decide where a command goes, and trusts the others: only a node of the cluster can have sealed them.
 */
import { randomBytes } from 'node:crypto';
import type { Reply } from '#domain/commands/registry.ts';
import type { Envelope, NodeCard, Notice, PeerReply } from './ports.ts';

/** The longest message. Assigning prices to every seat of the largest hall takes 6 MB, without properties. */
export const bodyBytesMax = 128 * 1024 * 1024;

/** Leaves out the target, which is that of the link. Bytes with columns begin with a zero; JSON never does. */
export function encodeEnvelope({ target, ...rest }: Envelope): Buffer {
  return hasColumns(rest.request) ? Buffer.concat([columnMark, packed(rest)]) : Buffer.from(JSON.stringify(rest));
}

/** Commands of many seats have them as columns: looking for columns in every command would slow holds down. */
export function hasColumns(request: Envelope['request']): boolean {
  if (request.kind !== 'ask') return false;
  const { command } = request;
  if ('selection' in command) return 'seats' in command.selection && ArrayBuffer.isView(command.selection.seats);
  return 'seats' in command && (ArrayBuffer.isView(command.seats) || 'ids' in command.seats);
}

/** Throws when the bytes are not a valid envelope. */
export function decodeEnvelope(bytes: Buffer, target: string, hopsMax: number): Envelope {
  return checked({ ...(decoded(bytes) as Omit<Envelope, 'target'>), target }, hopsMax);
}

/** The envelope; throws when it names no event or has been forwarded too often. */
export function checked(envelope: Envelope, hopsMax: number): Envelope {
  const { hop, relayTo, request } = envelope;
  const hops = relayTo === undefined ? hop : hop + 1;
  const isSound = Number.isInteger(request.eventNumber) && hop >= 1 && hops <= hopsMax;
  if (!isSound) throw new TypeError('not an envelope, or forwarded too often');
  return envelope;
}

/** Which replies hold columns. */
const columnReplies: Readonly<Record<Reply['kind'], boolean>> = {
  session: false,
  booked: false,
  assigned: false,
  prices: false,
  done: false,
  sequence: false,
  inventory: true,
  availability: true,
  offer: true,
  'map-changes': true,
  template: false,
  totals: false,
  admission: false,
  queue: false,
  ticket: false,
};

export function encodeReply(reply: PeerReply): Buffer {
  const isAnswerWithColumns = reply.kind === 'answer' && reply.answer.ok && columnReplies[reply.answer.reply.kind];
  return reply.kind !== 'samples' && !isAnswerWithColumns
    ? Buffer.from(JSON.stringify(reply))
    : Buffer.concat([columnMark, packed(reply)]);
}

/** Throws when the bytes do not come from `encodeReply`. */
export function decodeReply(bytes: Buffer): PeerReply {
  return decoded(bytes) as PeerReply;
}

function decoded(bytes: Buffer): unknown {
  return bytes[0] === 0 ? unpacked(bytes.subarray(columnMark.length)) : JSON.parse(bytes.toString());
}

export function encodeNotice(notice: Notice): Buffer {
  return Buffer.from(JSON.stringify(notice));
}

/** Throws when the bytes are not a notice. */
export function decodeNotice(bytes: Buffer): Notice {
  const { kind, node, events } = JSON.parse(bytes.toString());
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
function unpacked(buffer: Buffer): unknown {
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
