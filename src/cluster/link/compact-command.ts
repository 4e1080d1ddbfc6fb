/**
 * The compact form of the usual calls of buyers: bytes instead of JSON. A command that has more than this form carries
 * is sent as JSON; no member is ever left out. The tables name every member, so that a new one does not compile until it
 * is carried or declared to be sent as JSON.
 */
import type { AreaAmount, Command, RequestKey, Selection } from '#domain/command.ts';
import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';

/** In the order of their codes, which nodes of one protocol share. */
const kinds = [
  'get-session',
  'lock-session',
  'unlock-session',
  'checkout-session',
  'cancel-session',
  'create-session',
  'read-session',
  'confirm-session',
  'release-session',
  'withdraw-session',
] as const;

type CompactKind = (typeof kinds)[number];
type CompactCommand = Extract<Command, { readonly kind: CompactKind }>;
type MembersOf<T> = T extends unknown ? keyof T : never;
type Carriage = 'compact' | 'as JSON';

const commandMembers: Readonly<Record<MembersOf<CompactCommand>, Carriage>> = {
  kind: 'compact',
  sessionId: 'compact',
  organizationId: 'compact',
  key: 'compact',
  trace: 'as JSON',
  keyHash: 'compact',
  pass: 'as JSON',
  selection: 'compact',
  body: 'compact',
};

type ConfirmBody = Exclude<Extract<Command, { kind: 'confirm-session' }>['body'], { invalid: unknown }>;
type CancelBody = Exclude<Extract<Command, { kind: 'cancel-session' }>['body'], { invalid: unknown }>;

/** An invalid selection or body has other members, so it is sent as JSON as well. */
const bodyMembers: Readonly<Record<MembersOf<Selection | ConfirmBody | CancelBody>, Carriage>> = {
  seats: 'compact',
  groupOfSeats: 'compact',
  best: 'as JSON',
  suggest: 'compact',
  reference: 'compact',
  properties: 'compact',
  reclaim: 'compact',
  startOver: 'compact',
};

const codes: ReadonlyMap<string, number> = new Map(kinds.map((kind, code) => [kind, code]));
const carriedInCommands = carried(commandMembers);
const carriedInBodies = carried(bodyMembers);

function carried(members: Readonly<Record<string, Carriage>>): ReadonlySet<string> {
  return new Set(Object.keys(members).filter((name) => members[name] === 'compact'));
}

/** Whether the compact form carries all of the command. */
export function isCompact(command: Command): command is CompactCommand {
  if (!codes.has(command.kind) || !hasOnly(command, carriedInCommands)) return false;
  if ('selection' in command) return hasOnly(command.selection, carriedInBodies);
  return !('body' in command) || hasOnly(command.body, carriedInBodies);
}

function hasOnly(part: object, names: ReadonlySet<string>): boolean {
  for (const name in part) if (!names.has(name)) return false;
  return true;
}

export function writeCommand(to: ByteWriter, command: CompactCommand): void {
  to.byte(codes.get(command.kind) as number);
  to.text(command.sessionId);
  writeKey(to, command.key);
  if ('organizationId' in command) to.number(command.organizationId);
  if ('selection' in command) writeSelection(to, command.selection as Selection);
  else if (command.kind === 'confirm-session') writeConfirmation(to, command.body as ConfirmBody);
  else if (command.kind === 'cancel-session') to.byte((command.body as CancelBody).startOver ? 1 : 0);
  else if (command.kind === 'create-session') to.text(command.keyHash);
}

/** Throws when the bytes do not come from `writeCommand`. */
export function readCommand(from: ByteReader): Command {
  const kind = kinds[from.byte()];
  const sessionId = from.text();
  const key = readKey(from);
  switch (kind) {
    case 'get-session':
      return { kind, sessionId, ...key };
    case 'lock-session':
    case 'unlock-session':
    case 'checkout-session':
      return { kind, sessionId, selection: readSelection(from), ...key };
    case 'cancel-session':
      return { kind, sessionId, body: { startOver: from.byte() === 1 }, ...key };
    case 'create-session':
      return { kind, sessionId, keyHash: from.text(), ...key };
    case 'confirm-session':
      return { kind, organizationId: from.number(), sessionId, body: readConfirmation(from), ...key };
    case 'read-session':
    case 'release-session':
    case 'withdraw-session':
      return { kind, organizationId: from.number(), sessionId, ...key };
  }
  throw new TypeError('an unknown command');
}

function writeKey(to: ByteWriter, key: RequestKey | undefined): void {
  to.byte(key === undefined ? 0 : 1);
  if (key === undefined) return;
  to.text(key.keyHash);
  to.text(key.bodyHash);
}

const noKey: { readonly key?: RequestKey } = {};

function readKey(from: ByteReader): { readonly key?: RequestKey } {
  return from.byte() === 0 ? noKey : { key: { keyHash: from.text(), bodyHash: from.text() } };
}

function writeSelection(to: ByteWriter, { seats, groupOfSeats, suggest }: Selection): void {
  to.byte(suggest === undefined ? 0 : 1);
  to.word(seats.length);
  for (const id of seats) to.number(id);
  to.word(groupOfSeats.length);
  for (const { id, capacity } of groupOfSeats) {
    to.number(id);
    to.number(capacity);
  }
}

function readSelection(from: ByteReader): Selection {
  const hasSuggest = from.byte() === 1;
  const seats: number[] = [];
  for (let left = from.word(); left > 0; left--) seats.push(from.number());
  const groupOfSeats: AreaAmount[] = [];
  for (let left = from.word(); left > 0; left--) groupOfSeats.push({ id: from.number(), capacity: from.number() });
  return hasSuggest ? { seats, groupOfSeats, suggest: true } : { seats, groupOfSeats };
}

const reclaims = [undefined, false, true] as const;

function writeConfirmation(to: ByteWriter, { reference, properties, reclaim }: ConfirmBody): void {
  to.byte((reference === null ? 0 : 1) + (properties === null ? 0 : 2) + 4 * reclaims.indexOf(reclaim));
  if (reference !== null) to.text(reference);
  if (properties !== null) to.text(properties);
}

function readConfirmation(from: ByteReader): ConfirmBody {
  const parts = from.byte();
  const reference = (parts & 1) === 0 ? null : from.text();
  const properties = (parts & 2) === 0 ? null : from.text();
  const reclaim = reclaims[parts >> 2];
  return reclaim === undefined ? { reference, properties } : { reference, properties, reclaim };
}
