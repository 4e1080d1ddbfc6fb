/**
 * A map in the order of insertion, kept in pages of bounded size. V8 rehashes a whole `Map` when it grows, which holds the
 * event loop for 25 ms at half a million entries and for longer above; a page of this size takes about 2 ms. A
 * lookup visits the pages, the newest first, so up to the size of one page it costs what a `Map` costs.
 */

const pageSize = 65_536;

export class PagedMap<K, V extends object | string> {
  readonly #pageSize: number;
  #pages: Map<K, V>[] = [];
  #size = 0;

  /** Another size is for tests. */
  constructor(entriesPerPage = pageSize) {
    this.#pageSize = entriesPerPage;
  }

  get size(): number {
    return this.#size;
  }

  get(key: K): V | undefined {
    for (let number = this.#pages.length - 1; number >= 0; number--) {
      const value = this.#pages[number]?.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  has(key: K): boolean {
    return this.#pageOf(key) !== undefined;
  }

  /** Adds an entry at the end, or replaces the value of a key in its place. */
  set(key: K, value: V): void {
    const page = this.#pageOf(key);
    if (page !== undefined) {
      page.set(key, value);
      return;
    }
    this.#lastPage().set(key, value);
    this.#size++;
  }

  delete(key: K): void {
    if (this.#pageOf(key)?.delete(key)) this.#size--;
  }

  /** Entries that are added during the iteration may be left out. */
  *[Symbol.iterator](): Generator<[K, V]> {
    for (const page of this.#pages) yield* page;
  }

  #pageOf(key: K): Map<K, V> | undefined {
    for (let number = this.#pages.length - 1; number >= 0; number--) {
      const page = this.#pages[number];
      if (page?.has(key)) return page;
    }
    return undefined;
  }

  /** The page for new entries. Drops pages that have become empty, in a new list: an iteration goes on over the old one. */
  #lastPage(): Map<K, V> {
    const last = this.#pages.at(-1);
    if (last !== undefined && last.size < this.#pageSize) return last;
    const page = new Map<K, V>();
    this.#pages = [...this.#pages.filter(({ size }) => size > 0), page];
    return page;
  }
}
