/**
 * The idempotency keys of an event's creates, in the order in which they were added. There may be a million, so they are
 * columns in pages instead of objects. Promises that a page of an image never changes, and that the memory follows the
 * keys that are left: pages with few keys are joined, a bounded number of keys at a time.
 */
import { OrdinalTable } from '#collections/ordinal-table.ts';
import { TextIndex } from '#collections/text-index.ts';

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
/** Two neighbours with no more keys each become one page. The joined page must lose half of them to be joined again. */
const joinedKeysMax = pageSize / 4;

interface Page {
  readonly number: number;
  /** The next pages with keys to both sides. */
  before: Page | undefined;
  after: Page | undefined;
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
  /** Undefined: all keys of the page have been deleted or moved to another page. */
  readonly #pages: (Page | undefined)[] = [];
  #first: Page | undefined;
  #last: Page | undefined;
  /** Places so far, those of deleted keys included. */
  #used = 0;
  #size = 0;
  /** Places by the ordinals of the sessions. */
  readonly #placesByOrdinal = new OrdinalTable<number>();
  /** Places plus 1. */
  readonly #places = new TextIndex((place) => this.#hashAt(place - 1));

  get size(): number {
    return this.#size;
  }

  /** Places that the pages have, those of deleted keys included. Memory follows it. Looks at every page. */
  get placeCount(): number {
    let count = 0;
    for (let page = this.#first; page !== undefined; page = page.after) count += page.ordinals.length;
    return count;
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
    this.#enter(keyHash, ordinal, place);
  }

  /** No effect when the key is not a member. Joins no pages: it may be called while the keys are iterated. */
  delete(keyHash: string): void {
    const place = this.#places.find(keyHash) - 1;
    if (place === -1) return;
    this.#remove(keyHash, place);
  }

  /** Deletes the key that created the session, if it is a member. Never call it while the keys are iterated. */
  deleteOf(ordinal: number): void {
    const place = this.#placesByOrdinal.get(ordinal);
    if (place === undefined) return;
    const page = this.#pages[place >>> pageBits] as Page;
    this.#remove(this.#hashAt(place) as string, place);
    // The last page can be joined only when it is full: the deletions in the next one see to those before it.
    this.#join(page.before?.before, page.before);
    this.#join(page.before, page);
    this.#join(page, page.after);
  }

  #enter(keyHash: string, ordinal: number, place: number): void {
    this.#places.add(keyHash, place + 1);
    this.#placesByOrdinal.set(ordinal, place);
  }

  #remove(keyHash: string, place: number): void {
    this.#places.delete(keyHash, place + 1);
    const page = this.#pages[place >>> pageBits] as Page;
    this.#placesByOrdinal.delete(page.ordinals[place & (pageSize - 1)] as number);
    this.#size--;
    page.count--;
    if (page.count === 0 && this.#isFilled(page)) {
      this.#free(page);
      return;
    }
    if (page.isShared) Object.assign(page, copied(page), { isShared: false });
    page.keyHashes[place & (pageSize - 1)] = undefined;
    page.sessionIds[place & (pageSize - 1)] = undefined;
  }

  /** True: no key will be added to the page. */
  #isFilled(page: Page): boolean {
    return page.number < this.#used >>> pageBits;
  }

  /** The page keeps its neighbours, so that an iteration which is at it goes on. */
  #free(page: Page): void {
    this.#pages[page.number] = undefined;
    if (page.before === undefined) this.#first = page.after;
    else page.before.after = page.after;
    if (page.after === undefined) this.#last = page.before;
    else page.after.before = page.before;
  }

  /** Makes one page of two neighbours that have few keys each, with new columns as long as they have to be. */
  #join(page: Page | undefined, next: Page | undefined): void {
    if (page === undefined || next === undefined || page.count > joinedKeysMax || next.count > joinedKeysMax) return;
    if (page.count === 0 || next.count === 0 || !this.#isFilled(next)) return;
    const moved = [page, next];
    const keys = moved.flatMap((one) => [...keysOf(one)]);
    for (const one of moved) {
      one.keyHashes.forEach((keyHash, at) => {
        if (keyHash !== undefined) this.#places.delete(keyHash, (one.number << pageBits) + at + 1);
      });
    }
    this.#free(next);
    next.count = 0;
    Object.assign(page, keyPageOf(keys), { count: keys.length, isShared: false });
    for (const [at, { keyHash, ordinal }] of keys.entries())
      this.#enter(keyHash, ordinal, (page.number << pageBits) + at);
  }

  /** All keys at this moment. Takes about a millisecond at a million: full pages are shared. */
  image(): KeyPage[] {
    const pages: KeyPage[] = [];
    for (let page = this.#first; page !== undefined; page = page.after) {
      if (page.count === 0) continue;
      const isFull = page.count === pageSize;
      if (isFull) page.isShared = true;
      pages.push((isFull ? page : keyPageOf([...keysOf(page)])) as KeyPage);
    }
    return pages.map(({ keyHashes, sessionIds, ordinals, times }) => ({ keyHashes, sessionIds, ordinals, times }));
  }

  /** In the order in which they were added. Keys that are added during the iteration may be left out. */
  *values(): Generator<CreateKey> {
    const end = this.#pages.length;
    for (let page = this.#first; page !== undefined && page.number < end; page = page.after) yield* keysOf(page);
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
      const made = newPage(number, number === 0 ? firstPageSize : pageSize, this.#last);
      if (this.#last === undefined) this.#first = made;
      else this.#last.after = made;
      this.#last = made;
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

function newPage(number: number, size: number, before: Page | undefined): Page {
  const [ordinals, times] = [new Uint32Array(size), new Float64Array(size)];
  return {
    number,
    before,
    after: undefined,
    keyHashes: [],
    sessionIds: [],
    ordinals,
    times,
    count: 0,
    isShared: false,
  };
}

function copied({ keyHashes, sessionIds }: Page): Pick<Page, 'keyHashes' | 'sessionIds'> {
  return { keyHashes: keyHashes.slice(), sessionIds: sessionIds.slice() };
}

function grown<Column extends Uint32Array | Float64Array>(before: Column, larger: Column): Column {
  larger.set(before);
  return larger;
}
