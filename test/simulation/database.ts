/**
 * The simulated Postgres: the stored data of each event, as text where Postgres stores text, and the statements that
 * change it. Each statement is atomic, and a crash undoes nothing that took effect.
 */
import type { AreaRow, Ownership, PolicySource, ProjectionStep, SeatRow } from '#actors/ports.ts';
import type { JournalRecord } from '#domain/fact.ts';
import { withoutErased } from '#domain/facts/without-erased.ts';
import type { Change } from '#domain/feed/change.ts';
import type { HistoryReach, HistoryRow } from '#domain/history/history-log.ts';
import type { SeatMap } from '#domain/seats/seat-map.ts';
import type { Session } from '#domain/session/session.ts';
import type { PlannedUnit } from '#domain/units/unit.ts';
import type { Part } from '#storage/journal/snapshot-parts.ts';
import { EventDriver } from '../support/event-driver.ts';
import type { Timeline } from './timeline.ts';
import { accessibleIn, aislesIn, wheelchairsIn } from './wish-generator.ts';

/** The layout, prices and policy of an event. */
export interface EventPlan {
  readonly eventNumber: number;
  readonly rows: readonly number[];
  readonly areas: readonly number[];
  readonly prices: readonly string[];
  readonly policy: PolicySource;
  /** How its buyers enter, most of the time. */
  readonly entry: 'PASS' | 'QUEUE';
  readonly hasAllotments: boolean;
  readonly units: readonly PlannedUnit[];
  /** Its prices have amounts and ticket types. */
  readonly hasTypes: boolean;
}

export interface StoredRecord {
  readonly seq: number;
  readonly epoch: number;
  readonly token: string;
  readonly at: number;
  /** Empty for a record of the event's creation, which no node has sent. */
  readonly facts: string;
  /** When it took effect, in virtual time. */
  readonly committedAt: number;
  /** The parsed record, frozen because all readers share it; null until it is read. */
  read: JournalRecord | null;
  /** The record as it was decided, once it has been rewritten without the persons that were erased. */
  readonly decided?: JournalRecord;
}

export interface StoredSnapshot {
  readonly seq: number;
  readonly parts: readonly Part[];
}

/** Everything that is stored of one event. */
export interface SimulatedEvent {
  readonly plan: EventPlan;
  readonly seatMap: SeatMap;
  owner: { epoch: number; token: string; node: string };
  /** The node that took the event over, by epoch. */
  readonly owners: string[];
  headSeq: number;
  readonly records: StoredRecord[];
  projectedSeq: number;
  isReported: boolean;
  nextDeadline: number | null;
  readonly sessions: Map<string, string>;
  /** The event's changes in its organization's feed. */
  readonly feed: Change[];
  /** Of seats and areas. */
  readonly history: { reach: HistoryReach; readonly rows: HistoryRow[] };
  readonly seats: Map<number, SeatRow>;
  readonly areas: Map<number, AreaRow>;
  status: string;
  /** A load uses the last one. */
  readonly snapshots: StoredSnapshot[];
  parked: string | null;
}

/** A record in the parameters of an append statement. */
export interface SentRecord {
  readonly eventNumber: number;
  readonly seq: number;
  readonly epoch: number;
  readonly token: string;
  readonly at: number;
  readonly facts: string;
}

export type AppendOutcome = 'added' | 'skipped' | 'fenced' | 'astray';

export class Database {
  readonly events = new Map<number, SimulatedEvent>();
  readonly #timeline: Timeline;

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  open(plan: EventPlan): void {
    const { rows, areas, prices, policy, units } = plan;
    const kinds = { accessible: accessibleIn(plan), wheelchairs: wheelchairsIn(plan), aisles: aislesIn(plan) };
    const driver = new EventDriver({ rows, areas, prices, policy: policy.current, units, ...kinds });
    const { now } = this.#timeline;
    const records = driver.records.map(({ seq, facts }): StoredRecord => {
      const opening = frozen({ seq, epoch: 0, at: now, facts });
      return { ...opening, token: 'nobody', facts: '', committedAt: now, read: opening };
    });
    this.events.set(plan.eventNumber, {
      plan,
      seatMap: driver.state.seatMap,
      owner: { epoch: 0, token: 'nobody', node: 'nobody' },
      owners: ['nobody'],
      headSeq: records.length,
      records,
      projectedSeq: 1,
      isReported: false,
      nextDeadline: null,
      sessions: new Map(),
      feed: [],
      history: { reach: { begin: 0, to: 0 }, rows: [] },
      seats: new Map(),
      areas: new Map(),
      status: 'PUBLISHED',
      snapshots: [],
      parked: null,
    });
  }

  event(eventNumber: number): SimulatedEvent {
    const event = this.events.get(eventNumber);
    if (event === undefined) throw new Error(`there is no event ${eventNumber}`);
    return event;
  }

  /** Compare-and-set on epoch, token and head, as the append statement does it for each record. */
  append(record: SentRecord): AppendOutcome {
    const event = this.event(record.eventNumber);
    if (!isOwner(event, record)) return 'fenced';
    if (event.headSeq !== record.seq - 1) return 'astray';
    event.headSeq = record.seq;
    const { seq, epoch, token, at, facts } = record;
    event.records.push({ seq, epoch, token, at, facts, committedAt: this.#timeline.now, read: null });
    return 'added';
  }

  /** The fate of a record that was not added, as the journal shows it. */
  lookUp({ eventNumber, seq, epoch, token }: Pick<SentRecord, 'eventNumber' | 'seq' | 'epoch' | 'token'>): string {
    const event = this.event(eventNumber);
    if (event.records[seq - 1]?.token === token) return 'durable';
    if (!isOwner(event, { epoch, token })) return 'fenced';
    return event.headSeq === seq - 1 ? 'open' : 'astray';
  }

  isHead(eventNumber: number, epoch: number, token: string, seq: number): boolean {
    const event = this.event(eventNumber);
    return isOwner(event, { epoch, token }) && event.headSeq === seq;
  }

  takeOver(eventNumber: number, node: string): Ownership | 'unknown' | 'parked' {
    const event = this.events.get(eventNumber);
    if (event === undefined) return 'unknown';
    if (event.parked !== null) return 'parked';
    const epoch = event.owner.epoch + 1;
    const token = `${node}/${epoch}`;
    event.owner = { epoch, token, node };
    event.owners[epoch] = node;
    return { eventNumber, epoch, token, headSeq: event.headSeq };
  }

  /** Journal records after `seq`, at most `limit`. */
  recordsAfter(eventNumber: number, seq: number, limit: number): JournalRecord[] {
    return this.event(eventNumber)
      .records.slice(seq, seq + limit)
      .map(sharedRecord);
  }

  /** Compare-and-set on `projectedSeq`, only for records that the journal holds under the writer's token. */
  project(step: ProjectionStep): number | null {
    const { ownership, fromSeq, toSeq } = step;
    const event = this.event(ownership.eventNumber);
    const isTrue = event.records[toSeq - 1]?.token === ownership.token || toSeq <= ownership.headSeq;
    if (!isTrue || event.projectedSeq < fromSeq || event.projectedSeq > toSeq) return null;
    if (event.projectedSeq === fromSeq || event.projectedSeq === toSeq) storeHistory(event, step);
    if (event.projectedSeq !== fromSeq) return event.projectedSeq;
    event.projectedSeq = toSeq;
    event.isReported ||= step.reported !== undefined;
    event.nextDeadline = step.nextDeadline;
    if (step.status !== undefined) event.status = step.status;
    for (const session of step.sessions) event.sessions.set(session.id, JSON.stringify(session));
    const gone = new Set(step.sessionsGone);
    for (const [id, stored] of gone.size === 0 ? [] : event.sessions)
      if (gone.has(JSON.parse(stored).ordinal)) event.sessions.delete(id);
    for (const seat of step.seatsFreed) event.seats.delete(seat);
    for (const row of step.seatsTaken) event.seats.set(row.seat, Object.freeze(row));
    for (const row of step.areas) event.areas.set(row.area, Object.freeze(row));
    event.feed.push(...(step.feed?.changes ?? []));
    return toSeq;
  }

  saveSnapshot({ eventNumber, token, headSeq }: Ownership, snapshot: StoredSnapshot): boolean {
    const { records, projectedSeq, snapshots } = this.event(eventNumber);
    const { seq } = snapshot;
    if (snapshots.some((other) => other.seq >= seq)) return true;
    const isTrue = records[seq - 1]?.token === token || seq <= headSeq;
    if (!isTrue || projectedSeq < seq) return false;
    snapshots.push(snapshot);
    return true;
  }
}

/**
 * Rewrites some of the records that a snapshot contains without the persons that were erased until then, as the erasure
 * does in the background; and deletes the older snapshots. Returns how many records it has rewritten.
 */
export function forgetErased({ records, sessions, snapshots }: SimulatedEvent, from: number, to: number): number {
  const newest = snapshots.at(-1)?.seq ?? 0;
  snapshots.splice(0, snapshots.length - 1);
  const erased = new Map<number, number>();
  for (const stored of sessions.values()) {
    const session: Session = JSON.parse(stored);
    if (session.erased !== undefined && session.erased <= newest) erased.set(session.ordinal, session.erased);
  }
  let count = 0;
  for (const [index, stored] of records.slice(from, Math.min(to, newest)).entries()) {
    const decided = recordOf(stored);
    const facts = withoutErased(decided.facts, decided.seq, (ordinal) => erased.get(ordinal));
    if (facts === null) continue;
    const rewritten = { ...stored, facts: JSON.stringify(facts), read: null };
    records[from + index] = { ...rewritten, decided: stored.decided ?? decided };
    count++;
  }
  return count;
}

/** The parsed record that all readers share; parsed once and frozen. */
function sharedRecord(stored: StoredRecord): JournalRecord {
  stored.read ??= frozen(recordOf(stored));
  return stored.read;
}

/** The shared parsed record if there is one, otherwise a newly parsed one. */
export function recordOf(stored: StoredRecord): JournalRecord {
  const { seq, epoch, at, facts, read } = stored;
  return read ?? { seq, epoch, at, facts: JSON.parse(facts) };
}

function storeHistory({ history }: SimulatedEvent, step: ProjectionStep): void {
  if (step.history === undefined) return;
  const { begin, to, rows } = step.history;
  history.reach = { begin, to };
  history.rows.push(...rows);
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

function isOwner(
  { owner }: SimulatedEvent,
  { epoch, token }: { readonly epoch: number; readonly token: string },
): boolean {
  return owner.epoch === epoch && owner.token === token;
}
