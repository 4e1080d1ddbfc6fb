/**
 * Items by their guids, each at a place that it keeps for good: an item that is removed and put back is where it was. A
 * changed table shares all pages that have no change with the one before, so a change costs what it changes. Pure to look at:
 * the tables of one family share the list of places, which only grows.
 */

interface Named {
  readonly guid: string;
}

/** Null: the item is not there. */
export interface Patch<One> {
  readonly before: One | null;
  readonly after: One | null;
}

type Page<One> = readonly (One | undefined)[];

const pageSize = 512;

export class ItemTable<One extends Named> {
  readonly size: number;
  readonly #places: Map<string, number>;
  readonly #pages: readonly Page<One>[];
  readonly #end: number;

  private constructor(places: Map<string, number>, pages: readonly Page<One>[], size: number, end: number) {
    this.#places = places;
    this.#pages = pages;
    this.size = size;
    this.#end = end;
  }

  static of<One extends Named>(items: Iterable<One>): ItemTable<One> {
    const places = new Map<string, number>();
    const pages: (One | undefined)[][] = [];
    for (const item of items) {
      const place = places.get(item.guid) ?? places.size;
      places.set(item.guid, place);
      const at = Math.floor(place / pageSize);
      pages[at] ??= new Array<One | undefined>(pageSize).fill(undefined);
      (pages[at] as (One | undefined)[])[place % pageSize] = item;
    }
    return new ItemTable(places, pages, places.size, places.size);
  }

  /** All places are below it. Some may be empty. */
  get end(): number {
    return this.#end;
  }

  at(place: number): One | undefined {
    return this.#pages[Math.floor(place / pageSize)]?.[place % pageSize];
  }

  get(guid: string): One | undefined {
    return this.at(this.placeOf(guid));
  }

  has(guid: string): boolean {
    return this.get(guid) !== undefined;
  }

  /** Also of an item that was there once; -1: it never was. */
  placeOf(guid: string): number {
    return this.#places.get(guid) ?? -1;
  }

  *values(): Generator<One, undefined> {
    for (const page of this.#pages) {
      for (const item of page) if (item !== undefined) yield item;
    }
  }

  *keys(): Generator<string, undefined> {
    for (const page of this.#pages) {
      for (const item of page) if (item !== undefined) yield item.guid;
    }
  }

  [Symbol.iterator](): Generator<One, undefined> {
    return this.values();
  }

  /** The table after a change. `isBack`: the change is taken back. */
  with(patches: readonly Patch<One>[], isBack = false): ItemTable<One> {
    const pages = [...this.#pages];
    const own = new Set<number>();
    let { size } = this;
    let end = this.#end;
    for (const { before, after } of patches) {
      const [from, to] = isBack ? [after, before] : [before, after];
      const guid = (to ?? from)?.guid;
      if (guid === undefined) continue;
      const place = this.#places.get(guid) ?? this.#places.size;
      if (place === this.#places.size) this.#places.set(guid, place);
      const at = Math.floor(place / pageSize);
      if (!own.has(at)) {
        while (pages.length <= at) pages.push([]);
        const page = [...(pages[at] as Page<One>)];
        while (page.length < pageSize) page.push(undefined);
        pages[at] = page;
        own.add(at);
      }
      const page = pages[at] as (One | undefined)[];
      size += Number(to !== null) - Number(page[place % pageSize] !== undefined);
      page[place % pageSize] = to ?? undefined;
      end = Math.max(end, place + 1);
    }
    return new ItemTable(this.#places, pages, size, end);
  }

  emptied(): ItemTable<One> {
    return new ItemTable<One>(this.#places, [], 0, 0);
  }

  /** The places whose items are not those of another table. Visits only pages that differ. */
  *differences(other: ItemTable<One>): Generator<number, undefined> {
    const pages = Math.max(this.#pages.length, other.#pages.length);
    for (let at = 0; at < pages; at++) {
      const [own, others] = [this.#pages[at], other.#pages[at]];
      if (own === others) continue;
      for (let place = 0; place < pageSize; place++) {
        if (own?.[place] !== others?.[place]) yield at * pageSize + place;
      }
    }
  }

  /** Those of these guids whose items are here, and not in a later table. Visits what differs, or what is asked about. */
  *lost(now: ItemTable<One>, asked: ReadonlySet<string>): Generator<string, undefined> {
    if (!now.isOfFamily(this)) {
      for (const guid of asked) if (this.has(guid) && !now.has(guid)) yield guid;
      return;
    }
    for (const place of now.differences(this)) {
      const item = this.at(place);
      if (item !== undefined && now.at(place) === undefined && asked.has(item.guid)) yield item.guid;
    }
  }

  /** Whether its places are those of another table: both come from one. */
  isOfFamily(other: ItemTable<One>): boolean {
    return this.#places === other.#places;
  }
}
