/**
 * A hash table from texts to numbers over typed arrays: 16 bytes an entry at a million, outside of the garbage collector's
 * reach. It does not keep the texts: the owner finds the text of a number. The table is split into parts that grow by
 * themselves, so that growing never holds the event loop, and a look-up takes the same time at any size.
 */
import { assert } from './assert.ts';

/** Characters at the end of a text that are hashed: the random ones of a session id or of a hashed key. */
const hashedLength = 12;
const partBits = 8;
/** Slots of the only part at which it is split. */
const splitAt = 4_096;
const firstSlots = 8;
/** A slot has the hash of a text, and its number; 0: the slot is empty. */
const slotWords = 2;

interface Part {
  slots: Uint32Array;
  count: number;
}

export class TextIndex {
  readonly #textOf: (value: number) => string | undefined;
  /** One, or 256 chosen by the first bits of the hash. */
  #parts: readonly Part[] = [newPart(firstSlots)];

  /** `textOf`: the text of a number that has been added and not yet deleted. */
  constructor(textOf: (value: number) => string | undefined) {
    this.#textOf = textOf;
  }

  /** The number of a text, or 0. */
  find(text: string): number {
    const hash = hashOf(text);
    const { slots } = this.#partOf(hash);
    const mask = slots.length - 1;
    for (let at = (hash << 1) & mask; ; at = (at + slotWords) & mask) {
      const value = slots[at + 1] as number;
      if (value === 0 || (slots[at] === hash && this.#textOf(value) === text)) return value;
    }
  }

  /** Adds a text that has no number yet. `value`: a whole number from 1 that no other text has. */
  add(text: string, value: number): void {
    assert(value > 0, 'numbers of texts start at 1');
    this.#enter(hashOf(text), value);
  }

  /** No effect when the text does not have this number. */
  delete(text: string, value: number): void {
    const hash = hashOf(text);
    const part = this.#partOf(hash);
    const { slots } = part;
    const mask = slots.length - 1;
    let at = (hash << 1) & mask;
    while (slots[at + 1] !== value) {
      if (slots[at + 1] === 0) return;
      at = (at + slotWords) & mask;
    }
    closeGap(slots, at);
    part.count--;
    if (part.count === 0) part.slots = newPart(firstSlots).slots;
  }

  #partOf(hash: number): Part {
    return (this.#parts.length === 1 ? this.#parts[0] : this.#parts[hash >>> (32 - partBits)]) as Part;
  }

  #enter(hash: number, value: number): void {
    const part = this.#partOf(hash);
    if ((part.count + 1) * slotWords * 4 > part.slots.length * 3) {
      this.#grow(part);
      this.#enter(hash, value);
    } else put(part, hash, value);
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

function put(part: Part, hash: number, value: number): void {
  const { slots } = part;
  const mask = slots.length - 1;
  let at = (hash << 1) & mask;
  while (slots[at + 1] !== 0) at = (at + slotWords) & mask;
  slots[at] = hash;
  slots[at + 1] = value;
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

function hashOf(text: string): number {
  let hash = text.length;
  for (let at = Math.max(0, text.length - hashedLength); at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
