/**
 * The interfaces that actors need, declared here and implemented by higher ranks. Nothing here knows Postgres, Redis or
 * the wall clock, so a simulator can implement them too.
 */

import type { Command } from '#domain/command.ts';
import type { EventState } from '#domain/event-state.ts';
import type { EventStatus, Fact, JournalRecord } from '#domain/fact.ts';
import type { SessionStep } from '#domain/facts/definition.ts';
import type { Change } from '#domain/feed/change.ts';
import type { HistoryReach, HistoryRow } from '#domain/history/history-log.ts';
import type { EventImage } from '#domain/image.ts';
import type { Policy } from '#domain/policy.ts';
import type { PriceCapture } from '#domain/pricing/price.ts';
import type { Properties } from '#domain/properties.ts';
import type { Answer } from '#domain/reply.ts';
import type { AreaParts } from '#domain/reports/area-parts.ts';
import type { OfferImage } from '#domain/reports/offer-image.ts';
import type { OwnedRow } from '#domain/reports/owned-places.ts';
import type { SeatMap } from '#domain/seats/seat-map.ts';
import type { Session } from '#domain/session/session.ts';

/**
 * A clock with timers. The actors get actor time: milliseconds since 1970 by the database's clock, never going back.
 * The cluster, the live maps and the processes get a monotonic clock by the same interface, usually named `time`.
 */
export interface Clock {
  now(): number;
  /** Calls `wake` once at or after `time`; the returned function cancels. */
  wakeAt(time: number, wake: () => void): () => void;
}

/** Measures durations: milliseconds of a monotonic clock from an arbitrary start. Not actor time. */
export type Stopwatch = () => number;

/** The right to write one event, taken at activation and valid until another activation takes it. */
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
  /** False when appends have been failing for a while: they are retried, and no new command should wait behind them. */
  readonly isWritable: boolean;
  /**
   * Resolves once the outcome is known, however long that takes: `durable` when the record is on disk, `fenced` when
   * the event has another owner and the record is not in the journal and never will be. Rejects when the database
   * certainly refused the record for another reason, and with the fault OUTCOME_UNKNOWN when the journal is closed
   * before the outcome is known.
   */
  append(batch: Batch): Promise<'durable' | 'fenced'>;
  /**
   * True when, at some moment after the call, the ownership was still valid and `seq` the head. Rejects when this
   * cannot be determined.
   */
  verify(ownership: Ownership, seq: number): Promise<boolean>;
}

/** The ids of an event; constant while an actor has it. */
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

/** Everything needed to rebuild an event: its rows, the newest snapshot and the records after it. */
export interface StoredEvent {
  readonly identity: EventIdentity;
  readonly seatMap: SeatMap;
  readonly policy: PolicySource;
  /** Restored from the newest snapshot, or null when there is none; its `seq` is the snapshot's. */
  readonly restored: EventState | null;
  /** The last projected record at the time of the read; a snapshot may be newer. */
  readonly projectedSeq: number;
  /** Whether the projection has what reports need. */
  readonly isReported: boolean;
  /** How much of its history is stored. */
  readonly history: HistoryReach;
  /** Records after the snapshot in order, in pages. */
  records(): AsyncIterable<readonly JournalRecord[]>;
}

/** There is no such event, an operator has to look at it first, or its rows are in an archive. */
export type WhyNotTaken = 'unknown' | 'parked' | 'archived';

export interface EventStore {
  /** Takes the event over in one committed statement, or says why that cannot be. */
  takeOver(eventNumber: number): Promise<Ownership | WhyNotTaken>;
  /** Reads the event in new statements, after the take-over. */
  load(ownership: Ownership): Promise<StoredEvent>;
  /** The newest version of the event's layout. */
  seatMap(event: EventIdentity): Promise<SeatMap>;
  /** The newest version of the event's layout, with its geometry. */
  placedSeatMap(event: EventIdentity): Promise<SeatMap>;
  /** Writes a snapshot. The projection must have reached its sequence number before. */
  saveSnapshot(ownership: Ownership, image: EventImage): Promise<void>;
  /** Reads an ended session that has left memory from the projection. */
  findSession(eventNumber: number, sessionId: string): Promise<Session | null>;
  /**
   * Events of these shards (null: of all) whose next projected deadline has passed, without those in `except`; at most
   * `limit`.
   */
  findOverdue(
    now: number,
    except: readonly number[],
    limit: number,
    shards: readonly number[] | null,
  ): Promise<readonly number[]>;
  /** Events of these shards with records that are not projected; these may contain deadlines. Scans all events. */
  findUnprojected(
    except: readonly number[],
    limit: number,
    shards: readonly number[] | null,
  ): Promise<readonly number[]>;
  /** Parks an event whose journal cannot be replayed; `takeOver` answers `parked` until an operator unparks it. */
  park(eventNumber: number, reason: string): Promise<void>;
}

/** One write of the projection: every row that changed since `fromSeq`, as of `toSeq`. */
export interface ProjectionStep {
  readonly ownership: Ownership;
  readonly fromSeq: number;
  readonly toSeq: number;
  /** Earliest deadline of the event, null for none. */
  readonly nextDeadline: number | null;
  /** Only when it has changed. */
  readonly status?: EventStatus;
  readonly sessions: readonly Session[];
  /** Ordinals of sessions of which nothing is kept; they may have a row. */
  readonly sessionsGone: readonly number[];
  readonly seatsTaken: readonly SeatRow[];
  /** Indices of seats that were taken in the projection and are ACTIVE again. */
  readonly seatsFreed: readonly number[];
  readonly areas: readonly AreaRow[];
  /**
   * For the organization's feed: all changes after `fromSeq` up to `toSeq`, in order. Written with the rest of the step
   * or not at all. Absent: none.
   */
  readonly feed?: FeedEntry;
  /** What only reports need. Absent: an older node may write the same rows, which does not know it. */
  readonly reported?: Reported;
  /** What seats and areas have been through, as far as it is to be stored now. Absent: nothing. */
  readonly history?: HistoryEntry;
}

/** The rows, and how far the stored history reaches with them. */
export interface HistoryEntry extends HistoryReach {
  readonly rows: readonly HistoryRow[];
}

/** What a step writes for reports beside the usual rows. */
export interface Reported {
  /** Absent: unchanged. */
  readonly offer?: OfferImage;
  readonly owned: readonly OwnedRow[];
  /** What a seat of no session has captured, or costs now; sessions have it in their carts. */
  readonly seatPrices: ReadonlyMap<number, PriceCapture>;
  readonly areaParts: ReadonlyMap<number, AreaParts>;
}

export interface FeedEntry {
  /** The event's public id. */
  readonly eventId: string;
  readonly changes: readonly Change[];
}

export interface SeatRow {
  readonly seat: number;
  readonly state: 'LOCKED' | 'SOLD' | 'BLOCKED';
  /** The session's ordinal, a private lock's negated, or 0. */
  readonly owner: number;
  readonly holdType: string | null;
  readonly priceId: number | null;
  readonly priceName: string | null;
  /** The seat's own properties. */
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
   * Resolves with the sequence number that the projection has reached: `toSeq` when the step is written, now or before;
   * between `fromSeq` and `toSeq` when a late step of a former owner came first, and then nothing is written; null when
   * the writer has been fenced.
   */
  write(step: ProjectionStep): Promise<number | null>;
}

/**
 * Which shards this node looks after. It only keeps nodes from competing for an event: the journal alone decides whose
 * records count.
 */
export interface ShardAssignment {
  /** The shards whose events this node maintains without a request; null: all. */
  shards(): readonly number[] | null;
  /**
   * Tries to get the event for this node; false when another node has it, or when this cannot be determined. Never
   * rejects.
   */
  obtain(eventNumber: number): Promise<boolean>;
  /** Calls the listener when the node may have got other shards to look after. */
  onChange(listener: () => void): void;
}

/** Tells a session id that the service issued from an invented one, without a lookup. */
export interface SessionIds {
  isGenuine(sessionId: string): boolean;
}

/** The node's metrics; every method is cheap and never throws. */
export interface Meter {
  batch(size: number): void;
  held(lines: number): void;
  lost(): void;
  expired(count: number, lagMs: number): void;
  sessionStep(step: SessionStep, organizationId: number): void;
  /** A session that held nothing was ended to make room. */
  evicted(): void;
  broken(reason: 'fenced' | 'assertion' | 'refused'): void;
}

/** Defers work. A simulation implements it with its own event loop. */
export interface Timers {
  /** Runs the task after the input of this event-loop iteration has been handled. */
  soon(task: () => void): void;
  /** Runs the task after the current callback and its microtasks, before any other input is handled. */
  thereafter(task: () => void): void;
  /** Runs the task after `ms`. */
  after(ms: number, task: () => void): void;
}

/** A turn that is proven and whose replies are about to be given, in this order. */
export interface ProvenTurn {
  readonly now: number;
  /** The last record that its replies depend on. */
  readonly seq: number;
  /** Empty: the turn only read. */
  readonly facts: readonly Fact[];
  readonly replies: readonly (readonly [asked: { readonly command: Command }, answer: Answer])[];
}

/** Hooks for simulations. Absent in production, which runs on the process's own timers and calls no witness. */
export interface SimulationHooks {
  readonly timers?: Timers;
  /** Called with every turn when it is proven, before its answers are given; the state may be a turn ahead of it. */
  readonly witness?: (event: { readonly ownership: Ownership; readonly state: EventState }, turn: ProvenTurn) => void;
}

export interface Log {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
