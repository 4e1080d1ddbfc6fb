/**
 * Rebuilds an event's state from the newest snapshot and the records after it, through the same `apply` that made it.
 * The result equals the last owner's memory when the last record became durable; otherwise it throws `BrokenInvariant`.
 */

import { assert, BrokenInvariant } from '#collections/assert.ts';
import { replay } from '#domain/apply.ts';
import { EventState } from '#domain/event-state.ts';
import type { JournalRecord } from '#domain/fact.ts';
import { ChangeLog } from '#domain/feed/change-log.ts';
import { isSoldOut } from '#domain/feed/sold-out.ts';
import { HistoryLog, reachFrom } from '#domain/history/history-log.ts';
import { isLive } from '#domain/session/session.ts';
import { defer } from './defer.ts';
import type { Ownership, StoredEvent, Timers } from './ports.ts';
import { type ProjectionStart, takenSeats } from './projector.ts';

export interface Recovered {
  readonly state: EventState;
  readonly start: ProjectionStart;
}

/** Pages of sessions that are visited at once when ended ones are removed: about a millisecond. */
const pagesPerStep = 64;

/** Reads pages of records and lets other work run between them. */
export async function recover(stored: StoredEvent, ownership: Ownership, timers?: Timers): Promise<Recovered> {
  const state = stored.restored ?? new EventState(stored.seatMap);
  const snapshotSeq = state.seq;
  // A snapshot is written after the projection; the last owner may have written both since `projectedSeq` was read.
  const projectedSeq = Math.max(stored.projectedSeq, snapshotSeq);
  let projectedSeats = snapshotSeq === projectedSeq ? takenSeats(state) : null;
  // The feed has the changes of all projected records: only those of later ones are derived again.
  if (projectedSeats !== null) state.changeLog = new ChangeLog(isSoldOut(state));
  state.historyLog = new HistoryLog(state.areas, reachFrom(stored.history, snapshotSeq));
  for await (const page of stored.records()) {
    for (const record of page) {
      replayOrBreak(state, record);
      if (record.seq !== projectedSeq) continue;
      projectedSeats = takenSeats(state);
      state.takeChanges();
      state.changeLog = new ChangeLog(isSoldOut(state));
    }
  }
  assert(state.seq === ownership.headSeq, `the journal ends at ${state.seq}, its head is ${ownership.headSeq}`);
  assert(projectedSeats !== null, 'the projection is ahead of the journal');
  await evictEnded(state, projectedSeq, timers);
  return { state, start: { projectedSeq, snapshotSeq, projectedSeats, isReported: stored.isReported } };
}

/** Removes the ended sessions that are projected. */
async function evictEnded(state: EventState, projectedSeq: number, timers: Timers | undefined): Promise<void> {
  const { sessionsByOrdinal } = state;
  for (let page = 0; page < sessionsByOrdinal.pageCount; page++) {
    if (page > 0 && page % pagesPerStep === 0) await new Promise<void>((resolve) => defer(timers, resolve));
    for (const session of sessionsByOrdinal.page(page)) {
      if (session !== undefined && session.seq <= projectedSeq && !isLive(session)) state.evictSession(session);
    }
  }
}

/** Any error that `apply` throws on a record means that the record is broken. */
function replayOrBreak(state: EventState, record: JournalRecord): void {
  try {
    replay(state, record);
  } catch (error) {
    throw new BrokenInvariant(`record ${record.seq} cannot be replayed: ${(error as Error).message}`);
  }
}
