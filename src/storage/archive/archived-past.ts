/**
 * The past of an event in an archive: its inventory after a record, and the history of a seat or an area. Passes over the file
 * once or twice, and holds the state of the event and one block of its history in memory. Answers as the service did before the event
 * left the database.
 */
import { z } from 'zod';
import { readReference } from '#codec/stored-session.ts';
import { BrokenInvariant } from '#collections/assert.ts';
import { replay } from '#domain/apply.ts';
import type { EventState } from '#domain/event-state.ts';
import type { JournalRecord } from '#domain/fact.ts';
import { HistoryLog, type HistoryReach, reachFrom } from '#domain/history/history-log.ts';
import { Moment } from '#domain/history/moment.ts';
import { historyOf, placeOf } from '#domain/history/read-history.ts';
import type { EventImage } from '#domain/image.ts';
import {
  type HistoryBegin,
  type HistoryPage,
  type HistoryPosition,
  NewestRows,
  pageOfHistory,
  type StoredRow,
} from '../history/history-reads.ts';
import { type MomentOutcome, outOfReach, type Wanted } from '../history/moment-outcome.ts';
import type { ToldHistory } from '../history/told-history.ts';
import { type Archive, type ArchivedRow, parsed, recordOf } from './archive-reader.ts';
import { ArchivedStart } from './archived-start.ts';
import { hexBytes } from './format.ts';

const timeRow = z.object({ seq: z.int(), at: z.int() });
const reachRow = z
  .object({ begin_seq: z.int(), to_seq: z.int() })
  .transform(({ begin_seq: begin, to_seq: to }): HistoryReach => ({ begin, to }));
const blockRow = z
  .object({ block: z.int(), after_seq: z.int(), to_seq: z.int(), entries: hexBytes })
  .transform(({ block, after_seq: after, to_seq: to, entries }): StoredRow => ({ block, after, to, entries }));
const ownerRow = z
  .object({ ordinal: z.int(), id: z.string(), reference: z.string().nullable() })
  .transform(({ reference, ...row }) => ({ ...row, reference: reference === null ? null : readReference(reference) }));

/** Resolves as `readMoment` does. Rejects as `openArchive` does, or with an error of the rules. */
export async function archivedMoment(archive: Archive, wanted: Wanted): Promise<MomentOutcome> {
  const { firstSeq, found } = await lookUp(archive, wanted);
  const sequence = 'sequence' in wanted ? wanted.sequence : (found?.seq ?? 0);
  const past = new Past(firstSeq);
  let moment: Moment | null = null;
  let rows: StoredRow[] = [];
  const undo = (): void => moment?.undo(rows.sort(byTo), sequence);
  for await (const row of archive.rows()) {
    if (past.take(row)) continue;
    if (row.part !== 'history_block' && row.part !== 'journal') continue;
    const state = await past.begun();
    const { headSeq } = archive.heading;
    const out = outOfReach(sequence, { firstSeq, headSeq, first: Math.max(firstSeq, past.reach.begin) });
    if (out !== null) return out;
    if (row.part === 'journal') {
      if (sequence <= state.seq) break;
      await past.replay(row);
    } else if (sequence < state.seq) {
      moment ??= new Moment(state);
      const block = parsed(blockRow, row.text);
      if (block.block !== rows[0]?.block) {
        undo();
        rows = [];
      }
      if (block.to > sequence) rows.push(block);
    }
  }
  undo();
  if (found === null) throw new BrokenInvariant(`record ${sequence} is missing`);
  return { outcome: 'found', sequence, at: found.at, moment: moment ?? new Moment(await past.begun()) };
}

interface Found {
  readonly seq: number;
  readonly at: number;
}

/** The first record in the file, and the wanted one: that with the number, or the last that was decided by then. */
async function lookUp(
  archive: Archive,
  wanted: Wanted,
): Promise<{ readonly firstSeq: number; readonly found: Found | null }> {
  let [firstSeq, found]: [number | null, Found | null] = [null, null];
  for await (const { part, text } of archive.rows()) {
    if (part !== 'journal') continue;
    const record = parsed(timeRow, text);
    firstSeq ??= record.seq;
    // The times of records never fall.
    if ('sequence' in wanted ? record.seq > wanted.sequence : record.at > wanted.time) break;
    if (!('sequence' in wanted) || record.seq === wanted.sequence) found = record;
  }
  if (firstSeq === null) throw new BrokenInvariant('the file has no journal');
  return { firstSeq, found };
}

const byTo = (one: StoredRow, other: StoredRow): number => one.to - other.to;

export interface ArchivedPlace {
  readonly place: 'seat' | 'area';
  readonly id: number;
}

export interface ArchivedPage {
  readonly after: HistoryPosition | null;
  readonly limit: number;
}

/** Null: the event has no such place. Rejects as `archivedMoment` does. */
export async function archivedHistory(
  archive: Archive,
  { place, id }: ArchivedPlace,
  asked: ArchivedPage,
): Promise<ToldHistory | null> {
  const past = new Past(null);
  const stored = new NewestRows(asked.after);
  let oldest: number | null = null;
  let firstAt: number | null = null;
  let page: (HistoryPage & HistoryBegin) | null = null;
  const sessions = new Map<number, z.output<typeof ownerRow>>();
  for await (const row of archive.rows()) {
    if (past.take(row)) continue;
    if (row.part === 'history_block') {
      const block = parsed(blockRow, row.text);
      if (block.block === placeOf(await past.begun(), place, id)?.block) stored.take(block);
    } else if (row.part === 'journal') {
      const { seq, at } = await past.replay(row);
      oldest ??= seq;
      if (seq > past.reach.begin) firstAt ??= at;
    } else if (row.part === 'session_record') {
      // The sessions come after the journal.
      page ??= await pageNow();
      const owner = parsed(ownerRow, row.text);
      if (page?.entries.some(({ session }) => session === owner.ordinal)) sessions.set(owner.ordinal, owner);
    }
  }
  page ??= await pageNow();
  return page === null ? null : { ...page, sessions };

  async function pageNow() {
    const state = await past.begun();
    const plan = placeOf(state, place, id);
    if (plan === null) return null;
    const { begin, rows } = historyOf(state, plan);
    const first = Math.max(begin + 1, oldest ?? 1);
    const found = await pageOfHistory([...rows.toReversed(), ...stored], { ...asked, ...plan, begin: first - 1 });
    return { ...found, first, firstAt };
  }
}

/** The state of the event, as far as the file was read. */
class Past {
  readonly #start = new ArchivedStart();
  /** Of the first record in the file; null: it is not known before the journal begins. */
  #firstSeq: number | null;
  #stored: HistoryReach = { begin: 0, to: 0 };
  #image: EventImage | null = null;
  #state: EventState | null = null;

  constructor(firstSeq: number | null) {
    this.#firstSeq = firstSeq;
  }

  /** True for a row of the layout, the snapshot or the reach: it is no part of the past. */
  take(row: ArchivedRow): boolean {
    if (row.part === 'event_history') this.#stored = parsed(reachRow, row.text);
    return row.part === 'event_history' || this.#start.take(row);
  }

  /** Known once the snapshot was read. */
  get reach(): HistoryReach {
    return reachFrom(this.#stored, this.#image?.seq ?? 0);
  }

  /** The state of the snapshot, or later. */
  async begun(): Promise<EventState> {
    if (this.#state === null) {
      this.#image = this.#start.image();
      this.#state = await this.#start.state(this.#image, this.#firstSeq ?? 1);
      this.#state.historyLog = new HistoryLog(this.#state.areas, this.reach);
    }
    return this.#state;
  }

  /** Returns the record, which the state has afterwards. */
  async replay(row: ArchivedRow): Promise<JournalRecord> {
    const record = recordOf(row.text);
    this.#firstSeq ??= record.seq;
    const state = await this.begun();
    if (record.seq > state.seq) replay(state, record);
    return record;
  }
}
