/**
 * Reads what an event's inventory was after one of its records, or at a time: from the newest snapshot forward through the
 * journal, or back through the stored history, whichever has the record. Reads in one snapshot of the database, and one at a time
 * for each organization in the whole cluster. The past of an event in an archive is read from its file.
 */
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { EventState } from '#domain/event-state.ts';
import { reachFrom } from '#domain/history/history-log.ts';
import { Moment } from '#domain/history/moment.ts';
import { SeatMap } from '#domain/seats/seat-map.ts';
import { archivedMoment } from '../archive/archived-past.ts';
import { readArchive } from '../archive/read-archive.ts';
import { type EventProgress, eventProgress, Replay } from '../audit/replayed-event.ts';
import type { StorageLog } from '../database/log.ts';
import { inSnapshot } from '../database/pool.ts';
import { restore } from '../journal/event-store.ts';
import { loadSnapshot } from '../journal/snapshots.ts';
import { readSeatMapPlan } from '../layouts/seat-maps.ts';
import { blockRow, type StoredRow } from './history-reads.ts';
import { historyReach } from './history-rows.ts';
import { type MomentOutcome, outOfReach, type Wanted } from './moment-outcome.ts';
import { isAlone } from './one-reader.ts';

const rowsPerPage = 256;
const timeRow = z.object({ at: z.int() });

export function readMoment(
  pool: DatabasePool,
  organizationId: number,
  eventNumber: number,
  wanted: Wanted,
  log: StorageLog,
): Promise<MomentOutcome> {
  return inSnapshot(pool, async (connection): Promise<MomentOutcome> => {
    if (!(await isAlone(connection, organizationId))) return { outcome: 'busy' };
    const event = await eventProgress(connection, eventNumber);
    if (event?.firstSeq != null) return momentOf(connection, event, event.firstSeq, wanted, log);
    return readArchive(connection, eventNumber, (archive) => archivedMoment(archive, wanted));
  });
}

async function momentOf(
  connection: CommonQueryMethods,
  event: EventProgress,
  firstSeq: number,
  wanted: Wanted,
  log: StorageLog,
): Promise<MomentOutcome> {
  const { eventNumber, headSeq } = event;
  const image = await loadSnapshot(connection, eventNumber, log);
  const stored = await historyReach(connection, eventNumber);
  const snapshotSeq = image?.seq ?? 0;
  const first = Math.max(firstSeq, reachFrom(stored, snapshotSeq).begin);
  const sequence = 'sequence' in wanted ? wanted.sequence : await lastAt(connection, event, firstSeq, wanted.time);
  const out = outOfReach(sequence, { firstSeq, headSeq, first });
  if (out !== null) return out;
  const map = SeatMap.from(await readSeatMapPlan(connection, event.schemaId));
  const state = image === null ? new EventState(map) : await restore(image, map);
  if (sequence > state.seq) await new Replay(connection, event, state, null).to(sequence);
  const moment = new Moment(state);
  if (sequence < state.seq) await undo(connection, eventNumber, moment, sequence, state.seq);
  return { outcome: 'found', sequence, at: await timeOf(connection, eventNumber, sequence), moment };
}

/** The last record that was decided at this time or before; 0: none of those that are kept. The times of records never fall. */
async function lastAt(
  connection: CommonQueryMethods,
  { eventNumber, headSeq }: EventProgress,
  firstSeq: number,
  time: number,
): Promise<number> {
  let [low, high] = [firstSeq - 1, headSeq];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((await timeOf(connection, eventNumber, middle)) <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

function timeOf(connection: CommonQueryMethods, eventNumber: number, seq: number): Promise<number> {
  return connection.oneFirst(sql.type(timeRow)`
    select at from journal where event_number = ${eventNumber} and seq = ${seq}
  `);
}

/** Undoes what happened after record `seq` until record `from`, block by block. */
async function undo(
  connection: CommonQueryMethods,
  eventNumber: number,
  moment: Moment,
  seq: number,
  from: number,
): Promise<void> {
  let [block, to] = [-(2 ** 31), 0];
  let rows: StoredRow[] = [];
  for (;;) {
    const page = await connection.any(sql.type(blockRow)`
      select block, after_seq as after, to_seq as to, entries from history_block
      where event_number = ${eventNumber} and (block, to_seq) > (${block}::int4, ${to}::int8)
        and to_seq > ${seq}::int8 and after_seq < ${from}::int8
      order by block, to_seq
      limit ${rowsPerPage}
    `);
    for (const row of page) {
      if (row.block !== rows[0]?.block) {
        moment.undo(rows, seq);
        rows = [];
      }
      rows.push(row);
    }
    const last = page.at(-1);
    if (last === undefined || page.length < rowsPerPage) break;
    [block, to] = [last.block, last.to];
  }
  moment.undo(rows, seq);
}
