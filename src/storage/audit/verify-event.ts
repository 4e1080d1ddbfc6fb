/**
 * Verifies one event in one snapshot of the database, so that a service may go on writing meanwhile: its journal has no gap
 * and ends at its head, its snapshot and the records after it make the same state as the whole journal, its tables and its
 * feed, its report and the history of its places say what the journal said when they were written, and no seat or place is sold but to a confirmed cart. A journal
 * whose oldest records were deleted is replayed from the snapshot. Reads only.
 */
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import type { EventState } from '#domain/event-state.ts';
import { HistoryLog } from '#domain/history/history-log.ts';
import { isLive, type Session } from '#domain/session/session.ts';
import type { StorageLog } from '../database/log.ts';
import { inSnapshot } from '../database/pool.ts';
import { isOutage } from '../database/sql-errors.ts';
import { restore } from '../journal/event-store.ts';
import { loadSnapshot } from '../journal/snapshots.ts';
import type { SeatMaps } from '../layouts/seat-maps.ts';
import { compareHistory } from './compare-history.ts';
import { contradictions } from './contradictions.ts';
import { isAsTold } from './differences.ts';
import { compareFeed, toldOf } from './fed-changes.ts';
import { type ComparedEvent, compareProjection } from './projected-event.ts';
import { type EventProgress, eventProgress, Replay } from './replayed-event.ts';

/** One line for each difference between an event's tables and its replayed journal. */
export type Comparison = (connection: CommonQueryMethods, compared: ComparedEvent) => Promise<readonly string[]>;

export interface Auditor {
  readonly pool: DatabasePool;
  readonly seatMaps: SeatMaps;
  readonly compareReport: Comparison;
}

export interface Verified {
  readonly records: number;
  readonly sessions: number;
  /** One line each. */
  readonly findings: readonly string[];
}

/** Rejects only when the database does not answer. */
export async function verifyEvent(auditor: Auditor, eventNumber: number): Promise<Verified> {
  try {
    return await inSnapshot(auditor.pool, async (connection) => {
      const event = await eventProgress(connection, eventNumber);
      if (event === null) return unreadable('it has no owner, no projection or no journal');
      const parked = await connection.maybeOneFirst(sql.unsafe`
        select reason from parked_event where event_number = ${eventNumber}
      `);
      const found = parked === null ? [] : [`it is parked: ${parked}`];
      const wrong = disorderOf(event);
      if (wrong !== null) return unreadable(...found, wrong);
      const verified = await verifyReplay(connection, auditor, event);
      return { ...verified, findings: [...found, ...verified.findings] };
    });
  } catch (error) {
    if (isOutage(error)) throw error;
    return unreadable((error as Error).message);
  }
}

function unreadable(...findings: readonly string[]): Verified {
  return { records: 0, sessions: 0, findings };
}

function disorderOf({ headSeq, lastSeq, projectedSeq }: EventProgress): string | null {
  if (lastSeq !== headSeq) return `its journal ends at ${lastSeq ?? 'nothing'} and its head is ${headSeq}`;
  return projectedSeq > headSeq ? `its tables are at record ${projectedSeq} and its head is ${headSeq}` : null;
}

async function verifyReplay(
  connection: CommonQueryMethods,
  { seatMaps, compareReport }: Auditor,
  event: EventProgress,
): Promise<Verified> {
  const findings: string[] = [];
  const complaints: StorageLog = {
    info: () => {},
    warn: () => {},
    error: ({ reason }: { readonly reason?: unknown }) => findings.push(`a snapshot cannot be read: ${reason}`),
  };
  const map = await seatMaps.get(event.schemaId);
  const image = await loadSnapshot(connection, event.eventNumber, complaints);
  const isWhole = event.firstSeq === 1;
  if (!isWhole && (image === null || image.seq + 1 < (event.firstSeq ?? 0))) {
    return unreadable(...findings, `its journal begins at ${event.firstSeq}, and no snapshot has what was before`);
  }
  const restored = image === null ? null : await restore(image, map);
  const begin = isWhole ? map : (restored as EventState);
  const replayed = new Replay(connection, event, begin, isWhole ? toldOf(event.eventId, 'heading') : null);
  if (isWhole) replayed.state.historyLog = new HistoryLog(replayed.state.areas, { begin: 0, to: 0 });
  // A snapshot is not newer than the tables.
  await replayed.to(event.projectedSeq);
  const ended: Session[] | undefined = isWhole ? undefined : [];
  const { state, changes } = replayed;
  const compared = { eventNumber: event.eventNumber, state, ...(ended === undefined ? {} : { ended }) };
  const inTables = await compareProjection(connection, compared);
  // A difference in the rows of places is one in the report too.
  findings.push(...inTables, ...(inTables.length > 0 ? [] : await compareReport(connection, compared)));
  if (isWhole) {
    findings.push(...(await compareFeed(connection, event.eventId, changes, 'heading')));
    const due = state.historyLog?.rows(null, state.seq) ?? [];
    findings.push(...(await compareHistory(connection, event.eventNumber, due)));
  } else findings.push(...contradictions(state, [...state.sessions.values(), ...(ended ?? [])]));
  await replayed.to(event.headSeq);
  if (isWhole) {
    findings.push(...contradictions(state));
    if (restored !== null) {
      const tail = new Replay(connection, event, restored, null);
      await tail.to(event.headSeq);
      findings.push(...compareStates(tail.state, state));
    }
  }
  return { records: event.headSeq, sessions: state.sessions.size + (ended?.length ?? 0), findings };
}

/** What a snapshot and the records after it make, compared with what the whole journal makes. */
function compareStates(restored: EventState, whole: EventState): string[] {
  const found: string[] = [];
  const priceOf = ({ seats, prices }: EventState, seat: number) => prices.bySlot(seats.priceSlotOf(seat))?.id;
  for (let seat = 0; seat < whole.seats.size; seat++) {
    const isSame =
      restored.seats.stateOf(seat) === whole.seats.stateOf(seat) &&
      restored.seats.ownerOf(seat) === whole.seats.ownerOf(seat) &&
      priceOf(restored, seat) === priceOf(whole, seat);
    if (!isSame) found.push(`seat ${seat} is another by the snapshot than by the journal`);
  }
  whole.areas.forEach((area, place) => {
    const other = restored.areas[place];
    const names = ['available', 'held', 'locked', 'blocked', 'sold'] as const;
    if (names.some((name) => other?.[name] !== area[name]))
      found.push(`area ${area.id} is another by the snapshot than by the journal`);
  });
  for (const session of whole.sessions.values()) {
    const other = restored.sessionsByOrdinal.get(session.ordinal);
    // Those that have ended may have left memory.
    if (other === undefined ? isLive(session) : !isAsTold(other, session))
      found.push(`session ${session.ordinal} is another by the snapshot than by the journal`);
  }
  return found;
}
