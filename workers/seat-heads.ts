/**
 * The part of a seat's text that never changes, encoded once per schema and kept in the thread: ids, name
 * and composite key. Bounded by the number of seats; the schema that was used longest ago goes first.
 */
import type { SeatRecord, SectionRecord } from '#storage/layouts.ts';

/** Some 150 bytes each. */
const seatsKeptMax = 500_000;

interface LayoutSource {
  sections(schemaId: number): Promise<readonly SectionRecord[]>;
  seats(schemaId: number): AsyncIterable<readonly SeatRecord[]>;
}

/** By seat index: the seat's object up to its first changing member. */
type Heads = readonly string[];

export class SeatHeads {
  readonly #layouts: LayoutSource;
  readonly #kept = new Map<number, Heads>();
  readonly #loading = new Map<number, Promise<Heads>>();
  #seatsKept = 0;

  constructor(layouts: LayoutSource) {
    this.#layouts = layouts;
  }

  /** The heads of a schema that exists. */
  async get(schemaId: number): Promise<Heads> {
    const kept = this.#kept.get(schemaId);
    if (kept === undefined) return this.#loading.get(schemaId) ?? this.#load(schemaId);
    this.#kept.delete(schemaId);
    this.#kept.set(schemaId, kept);
    return kept;
  }

  #load(schemaId: number): Promise<Heads> {
    const loading = readHeads(this.#layouts, schemaId)
      .then((heads) => {
        this.#keep(schemaId, heads);
        return heads;
      })
      .finally(() => this.#loading.delete(schemaId));
    this.#loading.set(schemaId, loading);
    return loading;
  }

  #keep(schemaId: number, heads: Heads): void {
    this.#kept.set(schemaId, heads);
    this.#seatsKept += heads.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#seatsKept <= seatsKeptMax || oldest === schemaId) return;
      this.#kept.delete(oldest);
      this.#seatsKept -= length;
    }
  }
}

async function readHeads(layouts: LayoutSource, schemaId: number): Promise<Heads> {
  const names = new Map((await layouts.sections(schemaId)).map(({ id, name }) => [id, name]));
  const heads: string[] = [];
  for await (const page of layouts.seats(schemaId)) {
    for (const { index, id, sectionId, rowId, rowName, name } of page) {
      const key = `${names.get(sectionId)};;${rowName};;${name}`;
      heads[index] = `${JSON.stringify({ id, sectionId, rowId, name, key }).slice(0, -1)},`;
    }
  }
  return heads;
}
