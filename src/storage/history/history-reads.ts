/**
 * Reads the stored history of one seat or one area, the latest change first, a page at a time. Read-only. A page costs at most
 * some thousand rows, also when most of them are of other seats: it then ends early, and says where to go on.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { Backwards } from '#domain/history/backwards.ts';
import { type AreaEntry, readAreas, readSeats, type SeatEntry } from '#domain/history/history-block.ts';
import type { HistoryRow } from '#domain/history/history-log.ts';

const rowsPerPage = 64;
/** Of a hall of 50,000 seats: ten million changes. */
const rowsMax = 2_048;
const bytesMax = 16 * 1024 * 1024;

/** Changes of earlier records come after it, and of record `seq` all but the latest `given` ones. */
export interface HistoryPosition {
  readonly seq: number;
  readonly given: number;
}

export interface HistoryQuery {
  readonly block: number;
  /** Null: the block is an area's. */
  readonly seat: number | null;
  /** Changes up to this record are not told: some of them may be missing. */
  readonly begin: number;
  readonly after: HistoryPosition | null;
  readonly limit: number;
}

export interface HistoryPage {
  readonly entries: readonly (SeatEntry | AreaEntry)[];
  /** Null: there is nothing more. */
  readonly next: HistoryPosition | null;
}

export const blockRow = z.object({ block: z.int(), after: z.int(), to: z.int(), entries: z.instanceof(Buffer) });

/** The part of a row that is read: it may be a view of the answer of the database. */
export type StoredRow = Pick<HistoryRow, 'block' | 'after' | 'to'> & { readonly entries: Uint8Array };

/** The stored rows of a block by falling `to`, those first that reach beyond nothing of what comes after the position. */
export async function* storedRows(
  connection: CommonQueryMethods,
  eventNumber: number,
  { block, after }: Pick<HistoryQuery, 'block' | 'after'>,
): AsyncGenerator<StoredRow> {
  const seq = after?.seq ?? Number.MAX_SAFE_INTEGER;
  for (let below = Number.MAX_SAFE_INTEGER; ; ) {
    const page = await connection.any(sql.type(blockRow)`
      select block, after_seq as after, to_seq as to, entries from history_block
      where event_number = ${eventNumber} and block = ${block} and after_seq < ${seq}::int8 and to_seq < ${below}::int8
      order by to_seq desc
      limit ${rowsPerPage}
    `);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < rowsPerPage) return;
    below = last.to;
  }
}

/** The rows of one block that a page can need, of rows in any order: as many as a page reads at most, with the newest first. */
export class NewestRows {
  /** By rising `to`. */
  readonly #rows: StoredRow[] = [];
  readonly #before: number;
  #bytes = 0;

  constructor(after: HistoryPosition | null) {
    this.#before = after?.seq ?? Number.MAX_SAFE_INTEGER;
  }

  take(row: StoredRow): void {
    if (row.after >= this.#before) return;
    let place = this.#rows.length;
    while (place > 0 && (this.#rows[place - 1] as StoredRow).to > row.to) place -= 1;
    this.#rows.splice(place, 0, row);
    this.#bytes += row.entries.length;
    for (let oldest = this.#rows[0]; oldest !== undefined && this.#isMore(oldest); oldest = this.#rows[0]) {
      this.#rows.shift();
      this.#bytes -= oldest.entries.length;
    }
  }

  *[Symbol.iterator](): Generator<StoredRow> {
    yield* this.#rows.toReversed();
  }

  /** Whether a page ends before it comes to this row. */
  #isMore({ entries }: StoredRow): boolean {
    return this.#rows.length > rowsMax || this.#bytes - entries.length > bytesMax;
  }
}

/** The page of a query. `rows`: of its block by falling `to`, but rows that are not stored yet come first. */
export async function pageOfHistory(
  rows: AsyncIterable<StoredRow> | Iterable<StoredRow>,
  query: HistoryQuery,
): Promise<HistoryPage> {
  const page = new PageInProgress(query);
  let [read, bytes] = [0, 0];
  for await (const row of rows) {
    if (page.take(row)) return page.cut();
    bytes += row.entries.length;
    if (++read === rowsMax || bytes > bytesMax) return page.cut({ seq: row.after, given: 0 });
  }
  return { entries: page.entries, next: null };
}

class PageInProgress {
  readonly entries: (SeatEntry | AreaEntry)[] = [];
  readonly #query: HistoryQuery;
  readonly #backwards: Backwards<SeatEntry | AreaEntry>;
  /** How many changes of one record have been passed. */
  #passed = { seq: 0, count: 0 };

  constructor(query: HistoryQuery) {
    const { block, seat } = query;
    this.#query = query;
    this.#backwards = new Backwards<SeatEntry | AreaEntry>((bytes, after) =>
      seat === null ? readAreas(bytes, after) : readSeats(block, bytes, after),
    );
  }

  /** True when the page is full and there is more. */
  take(row: StoredRow): boolean {
    const { seat, begin, after, limit } = this.#query;
    for (const entry of this.#backwards.take(row)) {
      const { seq } = entry;
      if (('seat' in entry && entry.seat !== seat) || seq <= begin || (after !== null && seq > after.seq)) continue;
      if (this.entries.length === limit) return true;
      this.#passed = { seq, count: seq === this.#passed.seq ? this.#passed.count + 1 : 1 };
      if (seq === after?.seq && this.#passed.count <= after.given) continue;
      this.entries.push(entry);
    }
    return false;
  }

  cut(next: HistoryPosition = { seq: this.#passed.seq, given: this.#passed.count }): HistoryPage {
    return { entries: this.entries, next };
  }
}

/** Of the event's history, which begins after record `begin` as far as its owner knows. */
export interface HistoryBegin {
  /** The first record whose changes are told: earlier ones are missing, or were trimmed. */
  readonly first: number;
  /** When it was decided; null: there is no such record yet. */
  readonly firstAt: number | null;
}

export async function historyBegin(
  connection: CommonQueryMethods,
  eventNumber: number,
  begin: number,
): Promise<HistoryBegin> {
  const { oldest, firstAt } = await connection.one(sql.type(beginRow)`
    select
      (select seq from journal where event_number = ${eventNumber} order by seq limit 1) as oldest,
      (select at from journal where event_number = ${eventNumber} and seq > ${begin} order by seq limit 1) as "firstAt"
  `);
  return { first: Math.max(begin + 1, oldest ?? 1), firstAt };
}

const beginRow = z.object({ oldest: z.int().nullable(), firstAt: z.int().nullable() });
