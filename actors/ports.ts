/**
 * What actors need of the world, named by them and implemented by higher ranks. Nothing here knows
 * Postgres, Redis or the wall clock, so a simulator can be the world as well.
 */

import type { Command } from '#domain/command.ts';
import type { EventState } from '#domain/event-state.ts';
import type { EventStatus, Fact, JournalRecord } from '#domain/fact.ts';
import type { EventImage } from '#domain/image.ts';
import type { Policy } from '#domain/policy.ts';
import type { Properties } from '#domain/properties.ts';
import type { Answer } from '#domain/reply.ts';
import type { SeatMap } from '#domain/seats/seat-map.ts';
import type { Session } from '#domain/session/session.ts';

/** Actor time: milliseconds since 1970 by the database's clock, never going back. */
export interface Clock {
  now(): number;
  /** Calls `wake` once at or after `time`; the returned function cancels. */
  wakeAt(time: number, wake: () => void): () => void;
}

/** Measures how long things take: milliseconds since some moment, by a clock that is never set. Not actor time. */
export type Stopwatch = () => number;

/** The right to write one event, taken at activation and good until somebody else takes it. */
export interface Ownership {
  readonly eventNumber: number;
  readonly epoch: number;
  /** Fresh random UUID of this activation. */
  readonly token: string;
  /** Sequence number of the last journal record when ownership was taken. */
  readonly headSeq: number;
}

/** One batch of one actor: becomes one journal row. */
export interface Batch {
  readonly ownership: Ownership;
  /** The row's sequence number: the actor's last one plus one. */
  readonly seq: number;
  readonly at: number;
  readonly facts: readonly Fact[];
}

export interface Journal {
  /** False while appends have failed for a while: they are tried again and again, and nothing new should wait behind them. */
  readonly isWritable: boolean;
  /**
   * Resolves once the outcome is known, however long that takes: `durable` when the record is on disk,
   * `fenced` when somebody else owns the event and the record is not in the journal and never will be.
   * Rejects when the database surely refused it for another reason, and with the fault OUTCOME_UNKNOWN when the journal is
   * closed before the outcome is known.
   */
  append(batch: Batch): Promise<'durable' | 'fenced'>;
  /** True when, at some moment after the call, the ownership was still good and `seq` the head. Rejects when it cannot be known. */
  verify(ownership: Ownership, seq: number): Promise<boolean>;
}

/** Who an event is; does not change while an actor has it. */
export interface EventIdentity {
  readonly eventNumber: number;
  readonly eventId: string;
  readonly organizationId: number;
  readonly schemaId: number;
}

/** The organization's settings as they are now; read at every decision. */
export interface PolicySource {
  readonly current: Policy;
}

/** What is needed to rebuild an event: its rows, the newest snapshot and the records after it. */
export interface StoredEvent {
  readonly identity: EventIdentity;
  readonly seatMap: SeatMap;
  readonly policy: PolicySource;
  /** Restored from the newest snapshot, or null when there is none; its `seq` is the snapshot's. */
  readonly restored: EventState | null;
  /** Up to which record the projection had been written when it was looked at; a snapshot may be newer. */
  readonly projectedSeq: number;
  /** Records after the snapshot in order, in pages. */
  records(): AsyncIterable<readonly JournalRecord[]>;
}

export interface EventStore {
  /** Takes the event over in one committed statement, unless there is no such event or it is parked. */
  takeOver(eventNumber: number): Promise<Ownership | 'unknown' | 'parked'>;
  /** Reads the event in new statements, after the take-over. */
  load(ownership: Ownership): Promise<StoredEvent>;
  /** The newest version of the event's layout. */
  seatMap(event: EventIdentity): Promise<SeatMap>;
  /** Writes a snapshot; the projection has reached its sequence number before. */
  saveSnapshot(ownership: Ownership, image: EventImage): Promise<void>;
  /** A session that is over and has left memory, from the projection. */
  findSession(eventNumber: number, sessionId: string): Promise<Session | null>;
  /** Events of these shards (null: of all) whose next projected deadline has passed and that are not among `except`, at most `limit`. */
  findOverdue(
    now: number,
    except: readonly number[],
    limit: number,
    shards: readonly number[] | null,
  ): Promise<readonly number[]>;
  /** Events of these shards with records that the projection lacks, deadlines among them perhaps. Looks at every event. */
  findUnprojected(
    except: readonly number[],
    limit: number,
    shards: readonly number[] | null,
  ): Promise<readonly number[]>;
  /** Sets an event aside whose journal cannot be replayed; `takeOver` answers `parked` until an operator unparks it. */
  park(eventNumber: number, reason: string): Promise<void>;
}

/** What one projection step writes: every row that changed since `fromSeq`, as of `toSeq`. */
export interface ProjectionStep {
  readonly ownership: Ownership;
  readonly fromSeq: number;
  readonly toSeq: number;
  /** Earliest deadline of the event, null for none. */
  readonly nextDeadline: number | null;
  /** Only when it has changed. */
  readonly status?: EventStatus;
  readonly sessions: readonly Session[];
  readonly seatsTaken: readonly SeatRow[];
  /** Indices of seats that were taken in the projection and are ACTIVE again. */
  readonly seatsFreed: readonly number[];
  readonly areas: readonly AreaRow[];
}

export interface SeatRow {
  readonly seat: number;
  readonly state: 'LOCKED' | 'SOLD' | 'BLOCKED';
  /** The session's ordinal, a private lock's negated, or 0. */
  readonly owner: number;
  readonly holdType: string | null;
  readonly priceId: number | null;
  readonly priceName: string | null;
  /** The seat's own. */
  readonly properties: Properties | null;
}

export interface AreaRow {
  readonly area: number;
  readonly available: number;
  readonly held: number;
  readonly locked: number;
  readonly blocked: number;
  readonly sold: number;
  readonly priceId: number | null;
}

export interface Projection {
  /**
   * Resolves with where the projection is: at `toSeq` when the step is written, now or before; between `fromSeq` and that when
   * a step of a former owner came late, and nothing is written; null when the writer has been deposed.
   */
  write(step: ProjectionStep): Promise<number | null>;
}

/**
 * Which events this node should have in memory. It keeps nodes from working against each other; whose work
 * counts is for the journal alone to say.
 */
export interface Tenure {
  /** Whether the event may be loaded and asked here now; looked at before every command. */
  isMine(eventNumber: number): boolean;
  /** Tries to make it so; false when another node has the event, or nobody can say. Never rejects. */
  obtain(eventNumber: number): Promise<boolean>;
  /** The shards whose events this node looks after when nobody asks; null: all. */
  shards(): readonly number[] | null;
}

/** Tells a session id that was made here from one that was made up, without asking anybody. */
export interface SessionIds {
  isGenuine(sessionId: string): boolean;
}

/** What the node counts; every method is cheap and never throws. */
export interface Meter {
  batch(size: number): void;
  held(lines: number): void;
  lost(): void;
  expired(count: number, lagMs: number): void;
  /** A session that held nothing was ended to make room. */
  evicted(): void;
  broken(reason: 'fenced' | 'assertion' | 'refused'): void;
}

/** Puts work off. */
export interface Timers {
  /** Runs the task once what has come in this turn of the loop has been seen to. */
  soon(task: () => void): void;
  /** Runs the task once everything has happened that follows without waiting, before anything else comes in. */
  thereafter(task: () => void): void;
  /** Runs the task after `ms`. */
  after(ms: number, task: () => void): void;
}

/** A turn whose answers are proven and about to be given, in this order. */
export interface ProvenTurn {
  readonly now: number;
  /** The record that its answers rest on. */
  readonly seq: number;
  /** None: it only read. */
  readonly facts: readonly Fact[];
  readonly spoken: readonly (readonly [asked: { readonly command: Command }, answer: Answer])[];
}

/** What a simulated world brings in addition; without it time is the process's own, and nobody looks on. */
export interface Rehearsal {
  readonly timers?: Timers;
  /** Sees every turn when it is proven, before its answers are given; the state may be a turn ahead of it. */
  readonly witness?: (event: { readonly ownership: Ownership; readonly state: EventState }, turn: ProvenTurn) => void;
}

export interface Log {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
