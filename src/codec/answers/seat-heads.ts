/**
 * The start of each seat's JSON, which depends only on the layout: ids, name and composite key, also of removed seats.
 * Encoded once per version and cached in the thread. The LRU cache is bounded by the number of seats.
 */
import type { SeatRecord, SectionRecord } from '../layout-records.ts';
import { encodeSeatHead } from './seat-entry.ts';

/** About 150 bytes each. */
const seatsKeptMax = 500_000;

interface LayoutSource {
  sections(schemaId: number, withGone: true): Promise<readonly SectionRecord[]>;
  seats(schemaId: number, withGone: true): AsyncIterable<readonly SeatRecord[]>;
}

/** By seat index: the seat's JSON object up to its first member that depends on the event. */
type Heads = readonly string[];

interface KeptHeads {
  readonly heads: Heads;
  /** The layout version that was requested; the heads may be of a newer one. */
  readonly version: number;
}

export class SeatHeads {
  readonly #layouts: LayoutSource;
  readonly #kept = new Map<number, KeptHeads>();
  readonly #loading = new Map<string, Promise<Heads>>();
  #seatsKept = 0;

  constructor(layouts: LayoutSource) {
    this.#layouts = layouts;
  }

  /** The heads of an existing schema, of this version of its layout or a newer one. */
  async get(schemaId: number, version: number): Promise<Heads> {
    const kept = this.#kept.get(schemaId);
    if (kept === undefined || kept.version < version) {
      return this.#loading.get(`${schemaId}:${version}`) ?? this.#load(schemaId, version);
    }
    this.#kept.delete(schemaId);
    this.#kept.set(schemaId, kept);
    return kept.heads;
  }

  #load(schemaId: number, version: number): Promise<Heads> {
    const loading = readHeads(this.#layouts, schemaId)
      .then((heads) => {
        this.#keep(schemaId, { heads, version });
        return heads;
      })
      .finally(() => this.#loading.delete(`${schemaId}:${version}`));
    this.#loading.set(`${schemaId}:${version}`, loading);
    return loading;
  }

  #keep(schemaId: number, kept: KeptHeads): void {
    this.#drop(schemaId);
    this.#kept.set(schemaId, kept);
    this.#seatsKept += kept.heads.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#seatsKept <= seatsKeptMax || oldest === schemaId) return;
      this.#drop(oldest);
    }
  }

  #drop(schemaId: number): void {
    this.#seatsKept -= this.#kept.get(schemaId)?.heads.length ?? 0;
    this.#kept.delete(schemaId);
  }
}

async function readHeads(layouts: LayoutSource, schemaId: number): Promise<Heads> {
  const names = new Map((await layouts.sections(schemaId, true)).map(({ id, name }) => [id, name]));
  const heads: string[] = [];
  for await (const page of layouts.seats(schemaId, true)) {
    for (const seat of page) {
      heads[seat.index] = encodeSeatHead({ ...seat, sectionName: names.get(seat.sectionId) ?? '' });
    }
  }
  return heads;
}
