/**
 * A table keyed by the ordinals of an event's sessions and locks. Ordinals count up from 1, and entries leave in
 * roughly the order they came, so pages take a quarter of a map's memory (9 bytes per entry at 100,000, against 37) and
 * need no hashing. An empty page is freed.
 */

const pageBits = 8;
const pageSize = 1 << pageBits;

/** The page of an ordinal. */
export function ordinalPageOf(ordinal: number): number {
  return ordinal >>> pageBits;
}

interface Page<T> {
  readonly entries: (T | undefined)[];
  count: number;
}

export class OrdinalTable<T> {
  readonly #pages: (Page<T> | undefined)[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(ordinal: number): T | undefined {
    return this.#pages[ordinal >>> pageBits]?.entries[ordinal & (pageSize - 1)];
  }

  /** Adds or replaces the entry of an ordinal, a whole number from 0. */
  set(ordinal: number, entry: T): void {
    const page = this.#pageFor(ordinal >>> pageBits);
    const place = ordinal & (pageSize - 1);
    if (page.entries[place] === undefined) {
      page.count++;
      this.#size++;
    }
    page.entries[place] = entry;
  }

  delete(ordinal: number): void {
    const page = this.#pages[ordinal >>> pageBits];
    const place = ordinal & (pageSize - 1);
    if (page?.entries[place] === undefined) return;
    page.entries[place] = undefined;
    page.count--;
    this.#size--;
    if (page.count === 0) this.#pages[ordinal >>> pageBits] = undefined;
  }

  /** Number of pages of ordinals so far, freed ones included. */
  get pageCount(): number {
    return this.#pages.length;
  }

  /** The entries of a page; undefined at the place of an ordinal without one. */
  page(number: number): readonly (T | undefined)[] {
    return this.#pages[number]?.entries ?? [];
  }

  clear(): void {
    this.#pages.length = 0;
    this.#size = 0;
  }

  /** Ascending. */
  *keys(): Generator<number> {
    for (const [number, page] of this.#pages.entries()) {
      for (const [place, entry] of page?.entries.entries() ?? []) {
        if (entry !== undefined) yield number * pageSize + place;
      }
    }
  }

  /** In the order of the ordinals. */
  *values(): Generator<T> {
    for (const page of this.#pages) {
      for (const entry of page?.entries ?? []) if (entry !== undefined) yield entry;
    }
  }

  /** All entries in the order of the ordinals, much faster than by iterating. */
  list(): T[] {
    const entries: T[] = [];
    for (const page of this.#pages) {
      for (const entry of page?.entries ?? []) if (entry !== undefined) entries.push(entry);
    }
    return entries;
  }

  #pageFor(number: number): Page<T> {
    const known = this.#pages[number];
    if (known !== undefined) return known;
    // The first page grows on demand, because most events never have a second.
    const page: Page<T> = { entries: number === 0 ? [] : new Array(pageSize).fill(undefined), count: 0 };
    // Without holes: an index far beyond the end would turn the array into a dictionary.
    while (this.#pages.length <= number) this.#pages.push(undefined);
    this.#pages[number] = page;
    return page;
  }
}
