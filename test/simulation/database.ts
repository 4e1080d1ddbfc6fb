/**
 * The simulated Postgres: the stored data of each event, as text where Postgres stores text, and the statements that
 * change it. Each statement is atomic, and a crash undoes nothing that took effect.
 */
import type { AreaRow, Ownership, PolicySource, ProjectionStep, SeatRow } from '#actors/ports.ts';
import type { JournalRecord } from '#domain/fact.ts';
import type { SeatMap } from '#domain/seats/seat-map.ts';
import type { Part } from '#storage/journal/snapshot-format.ts';
import { Rehearsal } from '../support/rehearsal.ts';
import type { Timeline } from './timeline.ts';

/** The layout, prices and policy of an event. */
export interface ShowPlan {
  readonly eventNumber: number;
  readonly rows: readonly number[];
  readonly areas: readonly number[];
  readonly prices: readonly string[];
  readonly policy: PolicySource;
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
}

export interface StoredSnapshot {
  readonly seq: number;
  readonly parts: readonly Part[];
}

/** Everything that is stored of one event. */
export interface Show {
  readonly plan: ShowPlan;
  readonly seatMap: SeatMap;
  owner: { epoch: number; token: string; node: string };
  /** The node that took the event over, by epoch. */
  readonly owners: string[];
  headSeq: number;
  readonly records: StoredRecord[];
  projectedSeq: number;
  nextDeadline: number | null;
  readonly sessions: Map<string, string>;
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

export type Fate = 'added' | 'skipped' | 'fenced' | 'astray';

export class Database {
  readonly shows = new Map<number, Show>();
  readonly #timeline: Timeline;

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  open(plan: ShowPlan): void {
    const { rows, areas, prices, policy } = plan;
    const play = new Rehearsal({ rows, areas, prices, policy: policy.current });
    const { now } = this.#timeline;
    const records = play.records.map(({ seq, facts }): StoredRecord => {
      const opening = frozen({ seq, epoch: 0, at: now, facts });
      return { ...opening, token: 'nobody', facts: '', committedAt: now, read: opening };
    });
    this.shows.set(plan.eventNumber, {
      plan,
      seatMap: play.state.seatMap,
      owner: { epoch: 0, token: 'nobody', node: 'nobody' },
      owners: ['nobody'],
      headSeq: records.length,
      records,
      projectedSeq: 1,
      nextDeadline: null,
      sessions: new Map(),
      seats: new Map(),
      areas: new Map(),
      status: 'PUBLISHED',
      snapshots: [],
      parked: null,
    });
  }

  show(eventNumber: number): Show {
    const show = this.shows.get(eventNumber);
    if (show === undefined) throw new Error(`there is no event ${eventNumber}`);
    return show;
  }

  /** Compare-and-set on epoch, token and head, as the append statement does it for each record. */
  append(record: SentRecord): Fate {
    const show = this.show(record.eventNumber);
    if (!isOwner(show, record)) return 'fenced';
    if (show.headSeq !== record.seq - 1) return 'astray';
    show.headSeq = record.seq;
    const { seq, epoch, token, at, facts } = record;
    show.records.push({ seq, epoch, token, at, facts, committedAt: this.#timeline.now, read: null });
    return 'added';
  }

  /** The fate of a record that was not added, as the journal shows it. */
  lookUp({ eventNumber, seq, epoch, token }: Pick<SentRecord, 'eventNumber' | 'seq' | 'epoch' | 'token'>): string {
    const show = this.show(eventNumber);
    if (show.records[seq - 1]?.token === token) return 'durable';
    if (!isOwner(show, { epoch, token })) return 'fenced';
    return show.headSeq === seq - 1 ? 'open' : 'astray';
  }

  isHead(eventNumber: number, epoch: number, token: string, seq: number): boolean {
    const show = this.show(eventNumber);
    return isOwner(show, { epoch, token }) && show.headSeq === seq;
  }

  takeOver(eventNumber: number, node: string): Ownership | 'unknown' | 'parked' {
    const show = this.shows.get(eventNumber);
    if (show === undefined) return 'unknown';
    if (show.parked !== null) return 'parked';
    const epoch = show.owner.epoch + 1;
    const token = `${node}/${epoch}`;
    show.owner = { epoch, token, node };
    show.owners[epoch] = node;
    return { eventNumber, epoch, token, headSeq: show.headSeq };
  }

  /** Journal records after `seq`, at most `limit`. */
  recordsAfter(eventNumber: number, seq: number, limit: number): JournalRecord[] {
    return this.show(eventNumber)
      .records.slice(seq, seq + limit)
      .map(sharedRecord);
  }

  /** Compare-and-set on `projectedSeq`, only for records that the journal holds under the writer's token. */
  project(step: ProjectionStep): number | null {
    const { ownership, fromSeq, toSeq } = step;
    const show = this.show(ownership.eventNumber);
    const isTrue = show.records[toSeq - 1]?.token === ownership.token || toSeq <= ownership.headSeq;
    if (!isTrue || show.projectedSeq < fromSeq || show.projectedSeq > toSeq) return null;
    if (show.projectedSeq !== fromSeq) return show.projectedSeq;
    show.projectedSeq = toSeq;
    show.nextDeadline = step.nextDeadline;
    if (step.status !== undefined) show.status = step.status;
    for (const session of step.sessions) show.sessions.set(session.id, JSON.stringify(session));
    for (const seat of step.seatsFreed) show.seats.delete(seat);
    for (const row of step.seatsTaken) show.seats.set(row.seat, Object.freeze(row));
    for (const row of step.areas) show.areas.set(row.area, Object.freeze(row));
    return toSeq;
  }

  saveSnapshot({ eventNumber, token, headSeq }: Ownership, snapshot: StoredSnapshot): boolean {
    const { records, projectedSeq, snapshots } = this.show(eventNumber);
    const { seq } = snapshot;
    if (snapshots.some((other) => other.seq >= seq)) return true;
    const isTrue = records[seq - 1]?.token === token || seq <= headSeq;
    if (!isTrue || projectedSeq < seq) return false;
    snapshots.push(snapshot);
    return true;
  }
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

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

function isOwner({ owner }: Show, { epoch, token }: { readonly epoch: number; readonly token: string }): boolean {
  return owner.epoch === epoch && owner.token === token;
}
