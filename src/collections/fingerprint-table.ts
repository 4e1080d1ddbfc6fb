/**
 * Fingerprints of equal length in the order in which they were added, found by their words: what an event remembers of a
 * million keys or passes. The words are in pages that never change once they are full, so a snapshot shares them. The
 * index has 256 parts that grow one at a time. So neither adding nor an image holds the event loop. Nothing is removed.
 */
import { assert } from './assert.ts';

export type Words = Uint32Array<ArrayBuffer>;

const parts = 256;
const partBits = 8;
const firstPartSize = 8;
const firstPageSize = 64;
/** Shared by all empty parts: an event without keys or passes takes no memory for 256 of them. */
const noSlots = new Uint32Array(0);

export class FingerprintTable {
  readonly #wordsEach: number;
  readonly #pageBits: number;
  readonly #salt: number;
  readonly #pages: Words[] = [];
  /** Places plus 1; 0 is empty. */
  readonly #slots = new Array<Uint32Array>(parts).fill(noSlots);
  readonly #used = new Uint32Array(parts);
  #size = 0;

  /**
   * `wordsEach`: 32-bit words of a fingerprint, two or more. `pageBits`: a page has 2 to this power of them. `salt`:
   * unknown to callers who choose their fingerprints, so that nobody can choose such that collide in the index.
   */
  constructor(wordsEach: number, pageBits: number, salt: number) {
    this.#wordsEach = wordsEach;
    this.#pageBits = pageBits;
    this.#salt = salt;
  }

  get size(): number {
    return this.#size;
  }

  /** The place of a fingerprint in the order of adding, or −1. Takes the first words of the array. */
  find(words: Words): number {
    const slots = this.#slots[this.#partOf(words[0] as number)] as Uint32Array;
    if (slots.length === 0) return -1;
    const mask = slots.length - 1;
    for (let slot = this.#hash(words[1] as number) & mask; ; slot = (slot + 1) & mask) {
      const place = (slots[slot] as number) - 1;
      if (place === -1 || this.#isAt(place, words)) return place;
    }
  }

  /** Adds a fingerprint that is not a member, the first words of `words` from `start`. */
  add(words: Words, start = 0): void {
    const place = this.#size++;
    const page = this.#pageFor(place);
    const at = this.#offsetOf(place);
    for (let word = 0; word < this.#wordsEach; word++) page[at + word] = words[start + word] as number;
    const part = this.#partOf(words[start] as number);
    const used = (this.#used[part] as number) + 1;
    this.#used[part] = used;
    let slots = this.#slots[part] as Uint32Array;
    if (used * 4 > slots.length * 3) slots = this.#grow(part, slots);
    enter(slots, this.#hash(words[start + 1] as number), place);
  }

  /** The words in pages at this moment: later additions do not show in them. Full pages are shared. */
  pages(): Words[] {
    const full = this.#wordsEach << this.#pageBits;
    return this.#pages.map((page, number) => {
      const words = Math.min(full, this.#size * this.#wordsEach - number * full);
      return words === full ? page : page.slice(0, words);
    });
  }

  /** Makes room for so many full pages. Called before the first is added. */
  reserve(fullPages: number): void {
    assert(this.#size === 0, 'there are fingerprints already');
    if (fullPages <= 0) return;
    const size = Math.max(firstPartSize, slotsOfPart(fullPages << this.#pageBits));
    for (let part = 0; part < parts; part++) this.#slots[part] = new Uint32Array(size);
  }

  /** Adds the next of the pages that `pages` returned. All of them but the last are full. */
  addPage(words: Words): void {
    const isWhole = (this.#size & this.#pageMask) === 0 && words.length % this.#wordsEach === 0;
    assert(isWhole && words.length <= this.#wordsEach << this.#pageBits, 'a page of fingerprints is incomplete');
    for (let at = 0; at < words.length; at += this.#wordsEach) this.add(words, at);
  }

  get #pageMask(): number {
    return (1 << this.#pageBits) - 1;
  }

  #offsetOf(place: number): number {
    return (place & this.#pageMask) * this.#wordsEach;
  }

  #pageFor(place: number): Words {
    const number = place >>> this.#pageBits;
    const page = this.#pages[number];
    if (page !== undefined && this.#offsetOf(place) < page.length) return page;
    // Only the first page begins small: most events have few.
    const fullPage = 1 << this.#pageBits;
    const entries = number === 0 ? Math.min(fullPage, Math.max(firstPageSize, 2 * place)) : fullPage;
    const larger = new Uint32Array(entries * this.#wordsEach);
    if (page !== undefined) larger.set(page);
    this.#pages[number] = larger;
    return larger;
  }

  #grow(part: number, slots: Uint32Array): Uint32Array {
    const larger = new Uint32Array(Math.max(firstPartSize, slots.length * 2));
    for (const entry of slots) {
      if (entry === 0) continue;
      const page = this.#pages[(entry - 1) >>> this.#pageBits] as Words;
      enter(larger, this.#hash(page[this.#offsetOf(entry - 1) + 1] as number), entry - 1);
    }
    this.#slots[part] = larger;
    return larger;
  }

  #isAt(place: number, words: Words): boolean {
    const page = this.#pages[place >>> this.#pageBits] as Words;
    const at = this.#offsetOf(place);
    for (let word = 0; word < this.#wordsEach; word++) if (page[at + word] !== words[word]) return false;
    return true;
  }

  #partOf(first: number): number {
    return Math.imul(first ^ this.#salt, 0x9e3779b1) >>> (32 - partBits);
  }

  #hash(second: number): number {
    return Math.imul(second ^ this.#salt, 0x85ebca6b) >>> partBits;
  }
}

function enter(slots: Uint32Array, hash: number, place: number): void {
  const mask = slots.length - 1;
  let slot = hash & mask;
  while (slots[slot] !== 0) slot = (slot + 1) & mask;
  slots[slot] = place + 1;
}

/**
 * Slots of each part, a power of two: `count` entries fill at most three quarters of nearly every part. Parts fill
 * evenly, so without room from the start nearly all of them would grow during the same few thousand entries of a
 * restoration, which holds the event loop.
 */
function slotsOfPart(count: number): number {
  const mean = count / parts;
  // Two standard deviations above the mean: few parts have more and must grow.
  const most = Math.max(1, mean + 2 * Math.sqrt(mean));
  return 2 ** Math.ceil(Math.log2((most * 4) / 3));
}
