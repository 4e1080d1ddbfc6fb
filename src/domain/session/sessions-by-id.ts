/**
 * The sessions of an event by their ids: a hash table over typed arrays that leads to the table by ordinals. A million
 * entries take 16 bytes each outside of the garbage collector's reach. The table is split into parts that grow by
 * themselves, so that growing never holds the event loop, and a look-up takes the same time at any number of sessions.
 * Owns no session.
 */
import { assert } from '../assert.ts';
import type { OrdinalTable } from '../ordinal-table.ts';
import type { Session } from './session.ts';

/** Characters at the end of an id that are hashed: the random ones of a real id. */
const hashedLength = 12;
const partBits = 8;
/** Slots of the only part at which it is split. */
const splitAt = 4_096;
const firstSlots = 8;
/** A slot has the hash of an id, and the ordinal of its session; 0: the slot is empty. */
const slotWords = 2;

interface Part {
  slots: Uint32Array;
  count: number;
}

export class SessionsById {
  readonly #byOrdinal: OrdinalTable<Session>;
  /** One, or 256 chosen by the first bits of the hash. */
  #parts: readonly Part[] = [newPart(firstSlots)];

  /** `byOrdinal`: contains a session before it is added here, and until it has been deleted here. */
  constructor(byOrdinal: OrdinalTable<Session>) {
    this.#byOrdinal = byOrdinal;
  }

  get size(): number {
    return this.#byOrdinal.size;
  }

  get(id: string): Session | undefined {
    const hash = hashOf(id);
    const { slots } = this.#partOf(hash);
    const mask = slots.length - 1;
    for (let at = (hash << 1) & mask; ; at = (at + slotWords) & mask) {
      const ordinal = slots[at + 1] as number;
      if (ordinal === 0) return undefined;
      if (slots[at] !== hash) continue;
      const session = this.#byOrdinal.get(ordinal);
      if (session?.id === id) return session;
    }
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  /** Adds a session that is not a member. */
  add({ id, ordinal }: Session): void {
    assert(ordinal > 0, 'ordinals start at 1');
    this.#enter(hashOf(id), ordinal);
  }

  /** No effect when the session is not a member. */
  delete({ id, ordinal }: Session): void {
    const hash = hashOf(id);
    const part = this.#partOf(hash);
    const { slots } = part;
    const mask = slots.length - 1;
    let at = (hash << 1) & mask;
    while (slots[at + 1] !== ordinal) {
      if (slots[at + 1] === 0) return;
      at = (at + slotWords) & mask;
    }
    closeGap(slots, at);
    part.count--;
    if (part.count === 0) part.slots = newPart(firstSlots).slots;
  }

  /** In the order of the ordinals. */
  [Symbol.iterator](): Generator<[string, Session]> {
    return this.#entries();
  }

  /** In the order of the ordinals. */
  *keys(): Generator<string> {
    for (const { id } of this.#byOrdinal.values()) yield id;
  }

  values(): Generator<Session> {
    return this.#byOrdinal.values();
  }

  /** All sessions in the order of their ordinals, much faster than by iterating. */
  list(): Session[] {
    return this.#byOrdinal.list();
  }

  *#entries(): Generator<[string, Session]> {
    for (const session of this.#byOrdinal.values()) yield [session.id, session];
  }

  #partOf(hash: number): Part {
    return (this.#parts.length === 1 ? this.#parts[0] : this.#parts[hash >>> (32 - partBits)]) as Part;
  }

  #enter(hash: number, ordinal: number): void {
    const part = this.#partOf(hash);
    if ((part.count + 1) * slotWords * 4 > part.slots.length * 3) {
      this.#grow(part);
      this.#enter(hash, ordinal);
    } else put(part, hash, ordinal);
  }

  #grow(part: Part): void {
    const { slots } = part;
    if (this.#parts.length === 1 && slots.length >= splitAt * slotWords) {
      this.#parts = Array.from({ length: 1 << partBits }, () => newPart(splitAt >>> partBits));
    } else {
      part.slots = new Uint32Array(slots.length * 2);
      part.count = 0;
    }
    for (let at = 0; at < slots.length; at += slotWords) {
      if (slots[at + 1] !== 0) this.#enter(slots[at] as number, slots[at + 1] as number);
    }
  }
}

function newPart(slots: number): Part {
  return { slots: new Uint32Array(slots * slotWords), count: 0 };
}

function put(part: Part, hash: number, ordinal: number): void {
  const { slots } = part;
  const mask = slots.length - 1;
  let at = (hash << 1) & mask;
  while (slots[at + 1] !== 0) at = (at + slotWords) & mask;
  slots[at] = hash;
  slots[at + 1] = ordinal;
  part.count++;
}

/** Empties a slot. Entries behind it that would no longer be found move forward. */
function closeGap(slots: Uint32Array, emptied: number): void {
  const mask = slots.length - 1;
  let gap = emptied;
  for (let at = (gap + slotWords) & mask; slots[at + 1] !== 0; at = (at + slotWords) & mask) {
    const hash = slots[at] as number;
    const home = (hash << 1) & mask;
    if (((at - home) & mask) < ((at - gap) & mask)) continue;
    slots[gap] = hash;
    slots[gap + 1] = slots[at + 1] as number;
    gap = at;
  }
  slots[gap + 1] = 0;
}

function hashOf(id: string): number {
  let hash = id.length;
  for (let at = Math.max(0, id.length - hashedLength); at < id.length; at++) {
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
