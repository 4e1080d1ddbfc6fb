/**
 * The records of an event's journal for recovery, in pages. Some pages are read at the same time and decoded ahead, so that
 * Postgres, this process and the layout that is loaded meanwhile do not wait for each other. Promises that the records have
 * no gap and end where the caller says; anything else is an error, never a shorter history.
 */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { assert } from '#collections/assert.ts';
import { factFormat, type JournalRecord } from '#domain/fact.ts';

/** A record of a busy event has about 10 KB. */
const recordsPerPage = 125;
/** Bounds what waits in memory: about 5 MB of text. */
const pagesAhead = 4;
/** About 2,700 facts of an on-sale. */
const sliceCharacters = 256 * 1024;

const recordRow = z.object({ seq: z.int(), epoch: z.int(), at: z.int(), format: z.int(), facts: z.string() });

type RecordRow = z.infer<typeof recordRow>;

interface Page {
  /** Slices between which the event loop can serve others. */
  readonly slices: readonly (readonly JournalRecord[])[];
  /** Of the page's last record. */
  readonly epoch: number;
}

/** The records after `afterSeq` up to `headSeq`. The first pages are requested at once; read them once. */
export function recordsAfter(
  pool: DatabasePool,
  eventNumber: number,
  afterSeq: number,
  headSeq: number,
): () => AsyncGenerator<readonly JournalRecord[]> {
  const asked: Promise<Page>[] = [];
  let askedTo = afterSeq;
  let last: Promise<Page> = Promise.resolve({ slices: [], epoch: 0 });
  const ask = (): void => {
    while (asked.length < pagesAhead && askedTo < headSeq) {
      const from = askedTo;
      askedTo = Math.min(from + recordsPerPage, headSeq);
      last = decoded(eventNumber, readRows(pool, eventNumber, from, askedTo), last);
      // The reader gets the rejection. Without a reader it must not count as unhandled.
      last.catch(() => undefined);
      asked.push(last);
    }
  };
  ask();
  return async function* read() {
    for (let page = asked.shift(); page !== undefined; page = asked.shift()) {
      const { slices } = await page;
      ask();
      for (const slice of slices) {
        yield slice;
        await new Promise(setImmediate);
      }
    }
  };
}

/** All records after `from` up to `to`; throws when one is missing. */
async function readRows(
  pool: DatabasePool,
  eventNumber: number,
  from: number,
  to: number,
): Promise<readonly RecordRow[]> {
  const rows = await pool.any(sql.type(recordRow)`
    select seq, epoch, at, format, facts from journal
    where event_number = ${eventNumber} and seq > ${from} and seq <= ${to}
    order by seq
  `);
  rows.forEach(({ seq }, place) => {
    assert(seq === from + place + 1, () => `event ${eventNumber}: the journal lacks record ${from + place + 1}`);
  });
  assert(rows.length === to - from, () => `event ${eventNumber}: the journal lacks record ${from + rows.length + 1}`);
  return rows;
}

/** Decodes a page after the one before it: epochs never fall. */
async function decoded(
  eventNumber: number,
  reading: Promise<readonly RecordRow[]>,
  before: Promise<Page>,
): Promise<Page> {
  const [rows, { epoch: epochBefore }] = await Promise.all([reading, before]);
  const slices: JournalRecord[][] = [];
  let lastEpoch = epochBefore;
  let slice: JournalRecord[] = [];
  let characters = 0;
  for (const { seq, epoch, at, format, facts } of rows) {
    assert(epoch >= lastEpoch, () => `event ${eventNumber}: the epoch falls at record ${seq}`);
    assert(format === factFormat, () => `event ${eventNumber}: record ${seq} has the unknown format ${format}`);
    lastEpoch = epoch;
    slice.push({ seq, epoch, at, facts: JSON.parse(facts) });
    characters += facts.length;
    if (characters < sliceCharacters) continue;
    slices.push(slice);
    [slice, characters] = [[], 0];
    await new Promise(setImmediate);
  }
  return { slices: [...slices, slice], epoch: lastEpoch };
}
