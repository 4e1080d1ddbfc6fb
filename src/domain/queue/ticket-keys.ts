/**
 * The hashed idempotency keys of a queue's tickets, and the ticket of each: 120 bits per key, about 25 bytes a ticket at
 * a million. Neither joining nor a snapshot holds the event loop.
 */
import { assert } from '#collections/assert.ts';
import { FingerprintTable, type Words } from '#collections/fingerprint-table.ts';

/** Characters of a key in a fact: 20 of base64url are 120 bits. */
export const keyLength = 20;
const wordsPerKey = 4;
const charsPerWord = keyLength / wordsPerKey;
const bitsPerChar = 6;
/** 16,384 tickets of a page: 256 KB. Snapshots have pages of this size. */
const pageBits = 14;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const digits = new Uint8Array(128);
for (let digit = 0; digit < alphabet.length; digit++) digits[alphabet.charCodeAt(digit)] = digit;

export class TicketKeys {
  readonly #keys: FingerprintTable;

  /** `salt`: unknown to clients, who choose their keys. */
  constructor(salt: number) {
    this.#keys = new FingerprintTable(wordsPerKey, pageBits, salt);
  }

  /** How many tickets there are. */
  get count(): number {
    return this.#keys.size;
  }

  /** The ticket of a key (at least `keyLength` characters of base64url), or −1. */
  find(key: string): number {
    return this.#keys.find(wordsOf(key, 0));
  }

  /** Adds the next tickets, with their keys one after the other. */
  add(keys: string): void {
    assert(keys.length % keyLength === 0, 'a key of a ticket is incomplete');
    for (let at = 0; at < keys.length; at += keyLength) this.#keys.add(wordsOf(keys, at));
  }

  /** The tickets' words in pages, for a snapshot: later changes do not show in them. */
  pages(): Words[] {
    return this.#keys.pages();
  }

  /** Makes room for the tickets of so many full pages; called before the first is added. */
  reserve(fullPages: number): void {
    this.#keys.reserve(fullPages);
  }

  /** Adds the tickets of the next page of a snapshot. All pages but the last are full. */
  addPage(words: Words): void {
    this.#keys.addPage(words);
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
