/**
 * Keeps the projection of one event up to date: collects changes, writes them in the background, one step at a time,
 * and evicts ended sessions once they are written. A step is taken only between two batches, so that only durable facts
 * reach the projection. The step also carries the changes of the organization's feed, each of them exactly once.
 */

import { Bitmap } from '#collections/bitmap.ts';
import type { Changes, EventState } from '#domain/event-state.ts';
import type { Change } from '#domain/feed/change.ts';
import { type EventImage, imageOf } from '#domain/image.ts';
import { isLive, type Session } from '#domain/session/session.ts';
import { defer } from './defer.ts';
import type {
  EventStore,
  HistoryEntry,
  Ownership,
  PolicySource,
  Projection,
  ProjectionStep,
  SeatRow,
  Timers,
} from './ports.ts';
import { areaRow, reportedOf, seatRow } from './projection-rows.ts';

/** After this many records the next step begins a snapshot as well. */
export const snapshotEveryRecords = 5_000;
/**
 * A snapshot writes every session again, so an event with many sessions writes it less often: after one record for so
 * many sessions. A recovery reads a record about as fast as a session, so these records make it a twentieth longer.
 */
const sessionsPerRecord = 20;
const evictedPerStep = 1_000;
/** The cluster version from which the projection has what reports need. */
const reportsSince = 2;
/** About 8,000 changes of seats. */
const historyBytesMax = 64 * 1024;

export interface ProjectorPorts {
  readonly projection: Projection;
  readonly store: EventStore;
  readonly timers?: Timers;
}

export class Projector {
  readonly #ownership: Ownership;
  readonly #state: EventState;
  readonly #ports: ProjectorPorts;
  /** Seats that have a row in the projection. */
  #projectedSeats: Bitmap;
  readonly #policy: PolicySource;
  /** Whether the projection has what reports need: a release that did not know them may have written it. */
  #isReported: boolean;
  #projectedSeq: number;
  #snapshotSeq: number;
  /** Recalled sessions that must stay in memory, with the number of calls that need them. */
  readonly #pinned = new Map<string, number>();
  #writing: Promise<boolean> | null = null;
  /** The snapshot that is being written; never rejects. */
  #saving: Promise<void> | null = null;
  /** The error of a snapshot that nobody has waited for. */
  #saveError: unknown = null;

  constructor(
    ports: ProjectorPorts,
    ownership: Ownership,
    state: EventState,
    start: ProjectionStart,
    policy: PolicySource,
  ) {
    this.#policy = policy;
    this.#isReported = start.isReported;
    this.#ports = ports;
    this.#ownership = ownership;
    this.#state = state;
    this.#projectedSeats = start.projectedSeats;
    this.#projectedSeq = start.projectedSeq;
    this.#snapshotSeq = start.snapshotSeq;
  }

  /** Whether a step or a snapshot is being written. */
  get isWriting(): boolean {
    return this.#writing !== null || this.#saving !== null;
  }

  /** Resolves when no step, and with `alsoSnapshot` no snapshot, is being written, whether it succeeded or not. */
  async idle(alsoSnapshot: boolean): Promise<void> {
    while (this.#writing !== null) await this.#writing.catch(() => undefined);
    if (alsoSnapshot) await this.#saving;
  }

  get isBehind(): boolean {
    return this.#state.seq > this.#projectedSeq || (!this.#isReported && this.#canReport);
  }

  get #canReport(): boolean {
    return this.#policy.current.clusterVersion.current >= reportsSince;
  }

  /**
   * Takes a step of the current state and writes it, or waits for the one that is being written; call between two
   * batches. False: another owner writes the projection, so this one has been fenced. Rejects when the database does
   * not answer; the changes are kept for the next step. A snapshot that is due is written beside the steps after this
   * one, and its error rejects a later step; a wanted one is complete when its step is. Do not ask for one while
   * another is being written.
   */
  advance(nextDeadline: number | null, wantsSnapshot: boolean): Promise<boolean> {
    this.#writing ??= this.#write(nextDeadline, wantsSnapshot).finally(() => {
      this.#writing = null;
    });
    return this.#writing;
  }

  async #write(nextDeadline: number | null, wantsSnapshot: boolean): Promise<boolean> {
    if (!this.#isReported && this.#canReport) this.#state.changes.addAll(this.#state);
    const changes = this.#state.takeChanges();
    const feedChanges = this.#state.changeLog?.take() ?? [];
    if (this.#projectedSeats.size < changes.seats.size) {
      this.#projectedSeats = this.#projectedSeats.grown(changes.seats.size);
    }
    const isSnapshotDue = this.#isSnapshotDue(this.#state.seq, wantsSnapshot);
    const history = this.#historyOf(isSnapshotDue);
    const step = { ...this.#stepOf(changes, feedChanges, nextDeadline), ...(history === null ? {} : { history }) };
    const image = isSnapshotDue ? imageOf(this.#state) : null;
    try {
      const isNew = step.toSeq > step.fromSeq || history !== null || (!this.#isReported && step.reported !== undefined);
      if (isNew && !(await this.#send(step, changes))) return false;
    } catch (error) {
      this.#state.changeLog?.giveBack(feedChanges);
      this.#giveBack(changes);
      throw error;
    }
    this.#projectedSeq = step.toSeq;
    this.#isReported ||= step.reported !== undefined;
    if (history !== null) this.#state.historyLog?.stored(history.to);
    changes.seats.forEach((seat) => {
      this.#projectedSeats.remove(seat);
    });
    for (const row of step.seatsTaken) this.#projectedSeats.add(row.seat);
    await this.#evictAll(step.sessions);
    if (image !== null) {
      const saving = this.#save(image);
      if (wantsSnapshot) await saving;
    }
    if (this.#saveError === null) return true;
    const error = this.#saveError;
    this.#saveError = null;
    throw error;
  }

  async #save(image: EventImage): Promise<void> {
    this.#saving = this.#ports.store.saveSnapshot(this.#ownership, image).then(
      () => {
        this.#snapshotSeq = image.seq;
        this.#saving = null;
      },
      (error: unknown) => {
        this.#saveError = error;
        this.#saving = null;
      },
    );
    await this.#saving;
  }

  /**
   * The history is stored with each snapshot, because a recovery that begins there knows no earlier change, and when much of
   * it waits. Null: it is not to be stored now.
   */
  #historyOf(isSnapshotDue: boolean): HistoryEntry | null {
    const { historyLog, seq } = this.#state;
    if (historyLog === null || !(isSnapshotDue || historyLog.length >= historyBytesMax)) return null;
    return { begin: historyLog.begin, to: seq, rows: historyLog.take(seq) };
  }

  #isSnapshotDue(seq: number, isWanted: boolean): boolean {
    if (isWanted) return seq > this.#snapshotSeq;
    const records = Math.max(snapshotEveryRecords, Math.floor(this.#state.sessions.size / sessionsPerRecord));
    return this.#saving === null && seq - this.#snapshotSeq >= records;
  }

  /**
   * False: this owner has been fenced. A late step of a former owner shows an earlier moment. This step then
   * overwrites it with everything that has changed since this projector began, and also deletes rows of seats that are
   * free now, because the late step may have added them. Of the feed it writes only what the late step has not written.
   */
  async #send(step: ProjectionStep, { seats }: Changes): Promise<boolean> {
    let projectedSeq = await this.#ports.projection.write(step);
    while (projectedSeq !== null && projectedSeq < step.toSeq) {
      const taken = new Set(step.seatsTaken.map(({ seat }) => seat));
      const seatsFreed: number[] = [];
      seats.forEach((seat) => {
        if (!taken.has(seat)) seatsFreed.push(seat);
      });
      const left = withoutFeedUntil(step, projectedSeq);
      projectedSeq = await this.#ports.projection.write({ ...left, fromSeq: projectedSeq, seatsFreed });
    }
    return projectedSeq !== null;
  }

  /** Keeps the session from being evicted until `unpin`. */
  pin(sessionId: string): void {
    this.#pinned.set(sessionId, (this.#pinned.get(sessionId) ?? 0) + 1);
  }

  unpin(sessionId: string): void {
    const count = this.#pinned.get(sessionId) ?? 0;
    if (count > 1) {
      this.#pinned.set(sessionId, count - 1);
      return;
    }
    this.#pinned.delete(sessionId);
    const session = this.#state.sessions.get(sessionId);
    if (session !== undefined && session.seq <= this.#projectedSeq) this.#evict(session);
  }

  /** In steps of less than a millisecond: a step of the projection may have written 30,000 ended sessions. */
  async #evictAll(sessions: readonly Session[]): Promise<void> {
    for (const [place, session] of sessions.entries()) {
      if (place > 0 && place % evictedPerStep === 0) {
        await new Promise<void>((resolve) => defer(this.#ports.timers, resolve));
      }
      this.#evict(session);
    }
  }

  #evict(session: Session): void {
    if (isLive(session) || this.#pinned.has(session.id)) return;
    if (this.#state.sessions.get(session.id) === session) this.#state.evictSession(session);
  }

  #giveBack(changes: Changes): void {
    this.#state.changes.status ||= changes.status;
    this.#state.changes.offer ||= changes.offer;
    for (const [session, places] of changes.places) {
      for (const area of places) this.#state.changes.addPlaces(session, area);
    }
    const { sessions, sessionsGone, seats, areas } = this.#state.changes;
    for (const ordinal of changes.sessions) if (!sessionsGone.has(ordinal)) sessions.add(ordinal);
    for (const ordinal of changes.sessionsGone) sessionsGone.add(ordinal);
    for (const area of changes.areas) areas.add(area);
    changes.seats.forEach((seat) => {
      seats.add(seat);
    });
  }

  #stepOf(changes: Changes, feedChanges: readonly Change[], nextDeadline: number | null): ProjectionStep {
    const state = this.#state;
    const seatsTaken: SeatRow[] = [];
    const seatsFreed: number[] = [];
    changes.seats.forEach((seat) => {
      const seatState = state.seats.stateOf(seat);
      if (seatState !== 'ACTIVE' && seatState !== null) seatsTaken.push(seatRow(state, seat, seatState));
      else if (this.#projectedSeats.has(seat)) seatsFreed.push(seat);
    });
    // The free places of an area depend on the allotments too.
    const areas = [...(changes.offer ? state.areas.keys() : changes.areas)];
    return {
      ownership: this.#ownership,
      fromSeq: this.#projectedSeq,
      toSeq: state.seq,
      nextDeadline,
      ...(changes.status ? { status: state.status } : {}),
      sessions: Array.from(changes.sessions, (ordinal) => state.sessionAt(ordinal)),
      sessionsGone: [...changes.sessionsGone],
      seatsTaken,
      seatsFreed,
      areas: areas.map((index) => areaRow(state, index)),
      ...(feedChanges.length > 0 ? { feed: { eventId: state.eventId, changes: feedChanges } } : {}),
      ...(this.#canReport ? { reported: reportedOf(state, changes, seatsTaken, areas) } : {}),
    };
  }
}

/** The step without the changes of the feed up to record `seq`: a former owner has written them. */
function withoutFeedUntil({ feed, ...step }: ProjectionStep, seq: number): ProjectionStep {
  const changes = feed?.changes.filter((change) => change.seq > seq) ?? [];
  return feed === undefined || changes.length === 0 ? step : { ...step, feed: { ...feed, changes } };
}

/** Where a projector begins after recovery. */
export interface ProjectionStart {
  readonly projectedSeq: number;
  readonly snapshotSeq: number;
  /** The seats that were not ACTIVE as of `projectedSeq`. */
  readonly projectedSeats: Bitmap;
  /** Whether the projection has what reports need. */
  readonly isReported: boolean;
}

/** The seats that are not ACTIVE now. */
export function takenSeats(state: EventState): Bitmap {
  const taken = new Bitmap(state.seats.size);
  for (const bitmap of [state.seats.locked, state.seats.sold, state.seats.blocked]) {
    bitmap.forEach((seat) => {
      taken.add(seat);
    });
  }
  return taken;
}
