/**
 * The idempotency keys of an event's creates, in the order in which they were added. There may be a million, so they are
 * columns in pages instead of objects. Promises that a page of an image never changes.
 */
import { TextIndex } from '../text-index.ts';

export interface CreateKey {
  readonly keyHash: string;
  readonly sessionId: string;
  readonly ordinal: number;
  readonly at: number;
}

/** Keys in their order, one column for each member. */
export interface KeyPage {
  readonly keyHashes: readonly string[];
  readonly sessionIds: readonly string[];
  readonly ordinals: Uint32Array<ArrayBuffer>;
  readonly times: Float64Array<ArrayBuffer>;
}

const pageBits = 9;
const pageSize = 1 << pageBits;
const firstPageSize = 16;

interface Page {
  /** Undefined in the place of a key that has been deleted. */
  keyHashes: (string | undefined)[];
  sessionIds: (string | undefined)[];
  ordinals: Uint32Array<ArrayBuffer>;
  times: Float64Array<ArrayBuffer>;
  /** Keys that have not been deleted. */
  count: number;
  /** An image has the columns: they are copied before the next deletion. */
  isShared: boolean;
}

export class CreateKeys {
  /** Undefined: all keys of the page have been deleted. */
  readonly #pages: (Page | undefined)[] = [];
  /** All earlier pages are empty. */
  #firstPage = 0;
  /** Places so far, those of deleted keys included. */
  #used = 0;
  #size = 0;
  /** Places plus 1. */
  readonly #places = new TextIndex((place) => this.#hashAt(place - 1));

  get size(): number {
    return this.#size;
  }

  get(keyHash: string): CreateKey | undefined {
    const place = this.#places.find(keyHash) - 1;
    return place === -1 ? undefined : keyAt(this.#pages[place >>> pageBits] as Page, place & (pageSize - 1));
  }

  has(keyHash: string): boolean {
    return this.#places.find(keyHash) !== 0;
  }

  /** Adds a key that is not a member, at the end. */
  add({ keyHash, sessionId, ordinal, at }: CreateKey): void {
    const place = this.#used++;
    const page = this.#pageFor(place);
    page.keyHashes.push(keyHash);
    page.sessionIds.push(sessionId);
    page.ordinals[place & (pageSize - 1)] = ordinal;
    page.times[place & (pageSize - 1)] = at;
    page.count++;
    this.#size++;
    this.#places.add(keyHash, place + 1);
  }

  /** No effect when the key is not a member. */
  delete(keyHash: string): void {
    const place = this.#places.find(keyHash) - 1;
    if (place === -1) return;
    this.#places.delete(keyHash, place + 1);
    const number = place >>> pageBits;
    const page = this.#pages[number] as Page;
    this.#size--;
    page.count--;
    if (page.count === 0 && page.keyHashes.length === pageSize) {
      this.#pages[number] = undefined;
      while (this.#firstPage < this.#pages.length && this.#pages[this.#firstPage] === undefined) this.#firstPage++;
      return;
    }
    if (page.isShared) Object.assign(page, copied(page), { isShared: false });
    page.keyHashes[place & (pageSize - 1)] = undefined;
    page.sessionIds[place & (pageSize - 1)] = undefined;
  }

  /** All keys at this moment. Takes about a millisecond at a million: full pages are shared. */
  image(): KeyPage[] {
    const pages: KeyPage[] = [];
    for (let number = this.#firstPage; number < this.#pages.length; number++) {
      const page = this.#pages[number];
      if (page === undefined || page.count === 0) continue;
      const isFull = page.count === pageSize;
      if (isFull) page.isShared = true;
      pages.push((isFull ? page : keyPageOf([...keysOf(page)])) as KeyPage);
    }
    return pages.map(({ keyHashes, sessionIds, ordinals, times }) => ({ keyHashes, sessionIds, ordinals, times }));
  }

  /** In the order in which they were added. Keys that are added during the iteration may be left out. */
  *values(): Generator<CreateKey> {
    const end = this.#pages.length;
    for (let number = this.#firstPage; number < end; number++) {
      const page = this.#pages[number];
      if (page !== undefined) yield* keysOf(page);
    }
  }

  /** The hashes, in the same order. */
  *keys(): Generator<string> {
    for (const { keyHash } of this.values()) yield keyHash;
  }

  #hashAt(place: number): string | undefined {
    return this.#pages[place >>> pageBits]?.keyHashes[place & (pageSize - 1)];
  }

  #pageFor(place: number): Page {
    const number = place >>> pageBits;
    const page = this.#pages[number];
    if (page === undefined) {
      // Only the first page begins small: most events have few keys.
      const made = newPage(number === 0 ? firstPageSize : pageSize);
      this.#pages[number] = made;
      return made;
    }
    if ((place & (pageSize - 1)) === page.ordinals.length) {
      page.ordinals = grown(page.ordinals, new Uint32Array(page.ordinals.length * 2));
      page.times = grown(page.times, new Float64Array(page.times.length * 2));
    }
    return page;
  }
}

/** Keys as a page of an image. */
export function keyPageOf(keys: readonly CreateKey[]): KeyPage {
  return {
    keyHashes: keys.map(({ keyHash }) => keyHash),
    sessionIds: keys.map(({ sessionId }) => sessionId),
    ordinals: Uint32Array.from(keys, ({ ordinal }) => ordinal),
    times: Float64Array.from(keys, ({ at }) => at),
  };
}

/** The keys of a page, in their order. */
export function* keysOf(page: KeyPage | Page): Generator<CreateKey> {
  for (let place = 0; place < page.keyHashes.length; place++) {
    if (page.keyHashes[place] !== undefined) yield keyAt(page, place);
  }
}

function keyAt({ keyHashes, sessionIds, ordinals, times }: KeyPage | Page, place: number): CreateKey {
  return {
    keyHash: keyHashes[place] as string,
    sessionId: sessionIds[place] as string,
    ordinal: ordinals[place] as number,
    at: times[place] as number,
  };
}

function newPage(size: number): Page {
  const [ordinals, times] = [new Uint32Array(size), new Float64Array(size)];
  return { keyHashes: [], sessionIds: [], ordinals, times, count: 0, isShared: false };
}

function copied({ keyHashes, sessionIds }: Page): Pick<Page, 'keyHashes' | 'sessionIds'> {
  return { keyHashes: keyHashes.slice(), sessionIds: sessionIds.slice() };
}

function grown<Column extends Uint32Array | Float64Array>(before: Column, larger: Column): Column {
  larger.set(before);
  return larger;
}
