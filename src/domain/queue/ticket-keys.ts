/**
 * The hashed idempotency keys of a queue's tickets, and the ticket of each: 120 bits per key in pages, and a hash table
 * in 256 parts. About 25 bytes a ticket at a million. Parts grow one at a time and full pages never change, so neither
 * joining nor a snapshot holds the event loop.
 */
import { assert } from '../assert.ts';
import { slotsOfPart } from '../part-size.ts';

/** Characters of a key in a fact: 20 of base64url are 120 bits. */
export const keyLength = 20;
const wordsPerKey = 4;
const charsPerWord = keyLength / wordsPerKey;
const bitsPerChar = 6;

const pageBits = 14;
/** Tickets of a page: 256 KB. */
const pageSize = 1 << pageBits;
const firstPageSize = 64;
const parts = 256;
const firstPartSize = 8;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const digits = new Uint8Array(128);
for (let digit = 0; digit < alphabet.length; digit++) digits[alphabet.charCodeAt(digit)] = digit;

type Words = Uint32Array<ArrayBuffer>;

export class TicketKeys {
  /** Unknown to clients, so that nobody can choose keys that collide in the table. */
  readonly #salt: number;
  readonly #pages: Words[] = [];
  /** Tickets plus 1; 0 is empty. */
  readonly #table: Uint32Array[] = Array.from({ length: parts }, () => new Uint32Array(0));
  readonly #used = new Uint32Array(parts);
  #count = 0;

  constructor(salt: number) {
    this.#salt = salt;
  }

  /** How many tickets there are. */
  get count(): number {
    return this.#count;
  }

  /** The ticket of a key (at least `keyLength` characters of base64url), or −1. */
  find(key: string): number {
    const words = wordsOf(key, 0);
    const part = this.#partOf(words);
    const table = this.#table[part] as Uint32Array;
    if (table.length === 0) return -1;
    const mask = table.length - 1;
    for (let slot = this.#hash(words) & mask; ; slot = (slot + 1) & mask) {
      const ticket = (table[slot] as number) - 1;
      if (ticket === -1 || this.#isKeyOf(ticket, words)) return ticket;
    }
  }

  /** Adds the next tickets, with their keys one after the other. */
  add(keys: string): void {
    assert(keys.length % keyLength === 0, 'a key of a ticket is incomplete');
    for (let at = 0; at < keys.length; at += keyLength) this.#append(wordsOf(keys, at));
  }

  /** The tickets' words in pages, for a snapshot: later changes do not show in them. */
  pages(): Words[] {
    return this.#pages.map((page, number) => {
      const words = Math.min(pageSize, this.#count - number * pageSize) * wordsPerKey;
      // A full page never changes again.
      return words === pageSize * wordsPerKey ? page : page.slice(0, words);
    });
  }

  /** Makes room for the tickets of so many full pages; called before the first is added. */
  reserve(fullPages: number): void {
    assert(this.#count === 0, 'there are tickets already');
    if (fullPages <= 0) return;
    const size = Math.max(firstPartSize, slotsOfPart(fullPages * pageSize, parts));
    for (let part = 0; part < parts; part++) this.#table[part] = new Uint32Array(size);
  }

  /** Adds the tickets of the next page of a snapshot. All pages but the last are full. */
  addPage(words: Words): void {
    assert(this.#count % pageSize === 0 && words.length % wordsPerKey === 0, 'a page of tickets is incomplete');
    for (let at = 0; at < words.length; at += wordsPerKey) this.#append(words.subarray(at, at + wordsPerKey));
  }

  #append(words: ArrayLike<number>): void {
    const ticket = this.#count++;
    this.#pageFor(ticket).set(words, (ticket & (pageSize - 1)) * wordsPerKey);
    const part = this.#partOf(words);
    let table = this.#table[part] as Uint32Array;
    const used = ++(this.#used as { [part: number]: number })[part]!;
    if (used * 4 > table.length * 3) table = this.#grow(part, table);
    this.#enter(table, this.#hash(words), ticket);
  }

  #pageFor(ticket: number): Words {
    const number = ticket >>> pageBits;
    const page = this.#pages[number];
    const place = (ticket & (pageSize - 1)) * wordsPerKey;
    if (page !== undefined && place < page.length) return page;
    // Only the first page begins small: most queues are short.
    const size = number === 0 ? Math.max(firstPageSize * wordsPerKey, (page?.length ?? 0) * 2) : pageSize * wordsPerKey;
    const larger = new Uint32Array(size);
    if (page !== undefined) larger.set(page);
    this.#pages[number] = larger;
    return larger;
  }

  #grow(part: number, table: Uint32Array): Uint32Array {
    const larger = new Uint32Array(Math.max(firstPartSize, table.length * 2));
    for (const entry of table) if (entry !== 0) this.#enter(larger, this.#hash(this.#wordsAt(entry - 1)), entry - 1);
    this.#table[part] = larger;
    return larger;
  }

  #enter(table: Uint32Array, hash: number, ticket: number): void {
    const mask = table.length - 1;
    let slot = hash & mask;
    while (table[slot] !== 0) slot = (slot + 1) & mask;
    table[slot] = ticket + 1;
  }

  #wordsAt(ticket: number): Words {
    const at = (ticket & (pageSize - 1)) * wordsPerKey;
    return (this.#pages[ticket >>> pageBits] as Words).subarray(at, at + wordsPerKey);
  }

  #isKeyOf(ticket: number, words: ArrayLike<number>): boolean {
    const page = this.#pages[ticket >>> pageBits] as Words;
    const at = (ticket & (pageSize - 1)) * wordsPerKey;
    return page[at] === words[0] && page[at + 1] === words[1] && page[at + 2] === words[2] && page[at + 3] === words[3];
  }

  #partOf(words: ArrayLike<number>): number {
    return Math.imul((words[0] as number) ^ this.#salt, 0x9e3779b1) >>> 24;
  }

  #hash(words: ArrayLike<number>): number {
    return Math.imul((words[1] as number) ^ this.#salt, 0x85ebca6b) >>> 8;
  }
}

/** Shared: a look-up allocates nothing. Valid until the next call. */
const scratch = new Uint32Array(wordsPerKey);

function wordsOf(text: string, start: number): Words {
  for (let word = 0; word < wordsPerKey; word++) {
    let bits = 0;
    const first = start + word * charsPerWord;
    for (let at = first; at < first + charsPerWord; at++) {
      bits = (bits << bitsPerChar) | (digits[text.charCodeAt(at) & 127] as number);
    }
    scratch[word] = bits;
  }
  return scratch;
}
