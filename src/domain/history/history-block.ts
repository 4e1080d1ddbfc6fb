/**
 * The changes of some neighbouring seats, or of one area, as bytes: about eight for each change of a seat. A block's bytes are
 * written once and read as a whole; they name no person, and of a session only its ordinal.
 */
import { BrokenInvariant } from '#collections/assert.ts';
import { VarintReader, VarintWriter } from '#collections/varints.ts';
import { type Author, keyNames } from '../author.ts';
import { type SeatState, seatStates } from '../seats/inventory.ts';

/** Who changed it. Null: the record does not say. `SESSION`: the session of the entry. */
export type DecidedBy = Author | 'SESSION' | 'TIME' | null;

/** The places of an area: `locked` includes those that sessions hold. */
export interface AreaCounts {
  readonly available: number;
  readonly locked: number;
  readonly sold: number;
  readonly blocked: number;
}

interface Entry<State> {
  /** Number of its record. */
  readonly seq: number;
  /** Actor time of its record. */
  readonly at: number;
  readonly by: DecidedBy;
  /** Ordinal of the session that held or bought it before or after; 0: none. */
  readonly session: number;
  /** Null: the event did not have it. */
  readonly from: State | null;
  readonly to: State | null;
}

export interface SeatEntry extends Entry<SeatState> {
  readonly seat: number;
}

export type AreaEntry = Entry<AreaCounts>;

const blockBits = 10;
const blockSeats = 1 << blockBits;

/** Blocks of seats count from 0. */
export function blockOfSeat(seat: number): number {
  return seat >> blockBits;
}

/** Blocks of areas count from -1 downwards. */
export function blockOfArea(area: number): number {
  return -1 - area;
}

/** The area of the block; null: it is of seats. */
export function areaOfBlock(block: number): number | null {
  return block < 0 ? -1 - block : null;
}

const kinds = ['SESSION', 'TIME', 'ACCOUNT', 'KEY'] as const;
const unknownKind = kinds.length;
const kindCount = kinds.length + 1;
/** Of a seat: each state, and that the event does not have it. */
const stateCount = seatStates.length + 1;

/** Who changed something, in the numbers of a block. `id`: of the account, or the place of the key's name. */
interface CodedBy {
  readonly kind: number;
  readonly id: number | null;
}

/** The members that the changes of one fact have in common. */
export interface Cause {
  readonly seq: number;
  readonly at: number;
  readonly by: CodedBy;
}

const bySession: CodedBy = { kind: kinds.indexOf('SESSION'), id: null };
const byTime: CodedBy = { kind: kinds.indexOf('TIME'), id: null };
const byUnknown: CodedBy = { kind: unknownKind, id: null };

export function coded(by: DecidedBy): CodedBy {
  if (by === 'SESSION') return bySession;
  if (by === 'TIME') return byTime;
  if (by === null) return byUnknown;
  const [kind, id = ''] = by.split(':');
  const code = (kinds as readonly (string | undefined)[]).indexOf(kind);
  if (kind === 'ACCOUNT') return { kind: code, id: Number(id) };
  return { kind: code, id: kind === 'KEY' ? (keyNames as readonly string[]).indexOf(id) : null };
}

export class BlockWriter {
  readonly #bytes = new VarintWriter();
  #seq: number;
  #at = 0;
  #session = 0;

  /** `after`: every entry is of a later record. */
  constructor(after: number) {
    this.#seq = after;
  }

  get length(): number {
    return this.#bytes.length;
  }

  copy(): Uint8Array<ArrayBuffer> {
    return this.#bytes.copy();
  }

  addSeat(seat: number, from: SeatState | null, to: SeatState | null, cause: Cause, session: number): void {
    this.#bytes.addByte(cause.by.kind + kindCount * (codeOf(from) + stateCount * codeOf(to)));
    this.#bytes.add(seat % blockSeats);
    this.#addCommon(cause, session);
  }

  addArea(from: AreaCounts | null, to: AreaCounts | null, cause: Cause, session: number): void {
    this.#bytes.addByte(cause.by.kind + kindCount * ((from === null ? 0 : 1) + (to === null ? 0 : 2)));
    if (from !== null) for (const counter of counters) this.#bytes.add(from[counter]);
    if (to !== null) for (const counter of counters) this.#bytes.addSigned(to[counter] - (from?.[counter] ?? 0));
    this.#addCommon(cause, session);
  }

  #addCommon({ seq, at, by }: Cause, session: number): void {
    this.#bytes.add(seq - this.#seq);
    this.#bytes.addSigned(at - this.#at);
    this.#bytes.addSigned(session - this.#session);
    if (by.id !== null) this.#bytes.add(by.id);
    [this.#seq, this.#at, this.#session] = [seq, at, session];
  }
}

const counters = ['available', 'locked', 'sold', 'blocked'] as const;

function codeOf(state: SeatState | null): number {
  return state === null ? seatStates.length : seatStates.indexOf(state);
}

/** Reads the entries of a block in their order. `after`: as it was written with. */
class BlockReader {
  readonly #bytes: VarintReader;
  #seq: number;
  #at = 0;
  #session = 0;

  constructor(bytes: Uint8Array, after: number) {
    this.#bytes = new VarintReader(bytes);
    this.#seq = after;
  }

  *seats(block: number): Generator<SeatEntry> {
    while (!this.#bytes.isAtEnd) {
      const head = this.#bytes.nextByte();
      const states = Math.floor(head / kindCount);
      const seat = block * blockSeats + this.#bytes.next();
      const [from, to] = [stateOf(states % stateCount), stateOf(Math.floor(states / stateCount))];
      yield { seat, from, to, ...this.#common(head % kindCount) };
    }
  }

  *areas(): Generator<AreaEntry> {
    while (!this.#bytes.isAtEnd) {
      const head = this.#bytes.nextByte();
      const present = Math.floor(head / kindCount);
      const from = present % 2 === 0 ? null : this.#counts(() => this.#bytes.next());
      const to = present < 2 ? null : this.#counts((counter) => (from?.[counter] ?? 0) + this.#bytes.nextSigned());
      yield { from, to, ...this.#common(head % kindCount) };
    }
  }

  #counts(next: (counter: keyof AreaCounts) => number): AreaCounts {
    return {
      available: next('available'),
      locked: next('locked'),
      sold: next('sold'),
      blocked: next('blocked'),
    };
  }

  #common(kind: number): Omit<Entry<never>, 'from' | 'to'> {
    this.#seq += this.#bytes.next();
    this.#at += this.#bytes.nextSigned();
    this.#session += this.#bytes.nextSigned();
    return { seq: this.#seq, at: this.#at, session: this.#session, by: this.#by(kind) };
  }

  #by(kind: number): DecidedBy {
    switch (kinds[kind]) {
      case 'ACCOUNT':
        return `ACCOUNT:${this.#bytes.next()}`;
      case 'KEY':
        return `KEY:${keyNames[this.#bytes.next()] ?? unknownKey()}`;
      case undefined:
        return null;
      default:
        return kinds[kind] as 'SESSION' | 'TIME';
    }
  }
}

function unknownKey(): never {
  throw new BrokenInvariant('a history names a key that is unknown');
}

function stateOf(code: number): SeatState | null {
  return seatStates[code] ?? null;
}

/** The changes of a block of seats, the earliest first. */
export function readSeats(block: number, bytes: Uint8Array, after: number): Generator<SeatEntry> {
  return new BlockReader(bytes, after).seats(block);
}

/** The changes of the block of an area, the earliest first. */
export function readAreas(bytes: Uint8Array, after: number): Generator<AreaEntry> {
  return new BlockReader(bytes, after).areas();
}
