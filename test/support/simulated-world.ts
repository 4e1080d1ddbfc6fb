/**
 * In-memory implementations of the actors' ports: a journal with the fence's compare-and-set, snapshots, a projection
 * and a clock. Data is stored as JSON or a structured clone, so nothing is shared with an actor's memory. The test
 * decides when calls pass, and which fail.
 */

import { DeadlineQueue } from '#actors/deadlines.ts';
import type {
  Batch,
  EventIdentity,
  EventStore,
  Journal,
  Log,
  Meter,
  Ownership,
  PolicySource,
  Projection,
  ProjectionStep,
  SessionIds,
  StoredEvent,
} from '#actors/ports.ts';
import type { RegistryWorld } from '#actors/registry.ts';
import type { Fact, JournalRecord } from '#domain/fact.ts';
import type { HistoryReach } from '#domain/history/history-log.ts';
import { type EventImage, stateOf } from '#domain/image.ts';
import type { Policy } from '#domain/policy.ts';
import type { SeatMap } from '#domain/seats/seat-map.ts';
import type { Session } from '#domain/session/session.ts';
import { CallGate } from './call-gate.ts';
import { EventDriver, eventId, organizationId, policy } from './event-driver.ts';
import { LoneNode } from './lone-node.ts';
import { ManualClock } from './manual-clock.ts';

/** The stored data of one event; it outlives the event's actor. */
export interface StoredData {
  seatMap: SeatMap;
  owner: { epoch: number; token: string };
  readonly records: string[];
  projectedSeq: number;
  history: HistoryReach;
  nextDeadline: number | null;
  readonly sessions: Map<string, string>;
  /** Seats that are not ACTIVE, as the projection has them. */
  readonly takenSeats: Map<number, string>;
  snapshot: { readonly seq: number; readonly image: EventImage } | null;
  parked: string | null;
}

export class SimulatedWorld implements RegistryWorld, Journal, EventStore, Projection, SessionIds {
  readonly node = 'node 1';
  readonly clock = new ManualClock();
  readonly deadlines = new DeadlineQueue(this.clock, 1_000);
  readonly policy: { current: Policy } & PolicySource = { current: policy };
  readonly events = new Map<number, StoredData>();
  readonly broken: string[] = [];
  readonly warnings: string[] = [];
  /** Commands per turn. */
  readonly batches: number[] = [];
  readonly takeOvers: number[] = [];
  readonly steps: ProjectionStep[] = [];
  readonly gates = {
    append: new CallGate(),
    verify: new CallGate(),
    project: new CallGate(),
    find: new CallGate(),
    load: new CallGate(),
    snapshot: new CallGate(),
  };
  readonly journal: Journal = this;
  isWritable = true;
  readonly store: EventStore = this;
  readonly projection: Projection = this;
  readonly sessionIds: SessionIds = this;

  makeNode(): LoneNode {
    return new LoneNode(this);
  }

  /** An event as the catalog makes it, with priced seats; `hall` as for `EventDriver`. */
  addEvent(eventNumber = 1, hall: ConstructorParameters<typeof EventDriver>[0] = {}): StoredData {
    const driver = new EventDriver(hall);
    const data: StoredData = {
      seatMap: driver.state.seatMap,
      owner: { epoch: 1, token: 'no node' },
      records: driver.records.map((record) => JSON.stringify({ ...record, at: this.clock.now() })),
      projectedSeq: driver.records.length,
      history: { begin: 0, to: 0 },
      nextDeadline: null,
      sessions: new Map(),
      takenSeats: new Map(),
      snapshot: null,
      parked: null,
    };
    this.events.set(eventNumber, data);
    return data;
  }

  stored(eventNumber = 1): StoredData {
    const data = this.events.get(eventNumber);
    if (data === undefined) throw new Error(`no event ${eventNumber}`);
    return data;
  }

  /** All facts of the event that are durable. */
  facts(eventNumber = 1): readonly Fact[] {
    return this.stored(eventNumber).records.flatMap((record) => (JSON.parse(record) as JournalRecord).facts);
  }

  /** Another node takes the event over. */
  loseOwnership(eventNumber = 1): void {
    const { owner } = this.stored(eventNumber);
    this.stored(eventNumber).owner = { epoch: owner.epoch + 1, token: `elsewhere ${owner.epoch + 1}` };
  }

  async append({ ownership, seq, at, facts }: Batch): Promise<'durable' | 'fenced'> {
    const stored = JSON.stringify({ seq, epoch: ownership.epoch, at, facts });
    await this.gates.append.pass(ownership.eventNumber);
    const data = this.stored(ownership.eventNumber);
    if (!isOwner(data, ownership) || data.records.length !== seq - 1) return 'fenced';
    data.records.push(stored);
    return 'durable';
  }

  async verify(ownership: Ownership, seq: number): Promise<boolean> {
    await this.gates.verify.pass();
    const data = this.stored(ownership.eventNumber);
    return isOwner(data, ownership) && data.records.length === seq;
  }

  async takeOver(eventNumber: number): Promise<Ownership | 'unknown' | 'parked'> {
    const data = this.events.get(eventNumber);
    if (data === undefined) return 'unknown';
    if (data.parked !== null) return 'parked';
    this.takeOvers.push(eventNumber);
    const epoch = data.owner.epoch + 1;
    data.owner = { epoch, token: `activation ${epoch}` };
    return { eventNumber, epoch, token: data.owner.token, headSeq: data.records.length };
  }

  async load(ownership: Ownership): Promise<StoredEvent> {
    await this.gates.load.pass();
    const data = this.stored(ownership.eventNumber);
    const { snapshot, seatMap, records, projectedSeq } = data;
    const restored = snapshot === null ? null : stateOf(structuredClone(snapshot.image), seatMap);
    return {
      identity: { eventNumber: ownership.eventNumber, eventId, organizationId, schemaId: 1 },
      seatMap,
      policy: this.policy,
      restored,
      projectedSeq,
      isReported: true,
      history: data.history,
      async *records() {
        const later = records.slice(restored?.seq ?? 0).map((record) => JSON.parse(record) as JournalRecord);
        for (let first = 0; first < later.length; first += 3) yield later.slice(first, first + 3);
      },
    };
  }

  placedSeatMap(event: EventIdentity): Promise<SeatMap> {
    return this.seatMap(event);
  }

  async seatMap({ eventNumber }: EventIdentity): Promise<SeatMap> {
    return this.stored(eventNumber).seatMap;
  }

  async saveSnapshot(ownership: Ownership, image: EventImage): Promise<void> {
    const stored = { seq: image.seq, image: structuredClone(image) };
    await this.gates.snapshot.pass();
    this.stored(ownership.eventNumber).snapshot = stored;
  }

  async findSession(eventNumber: number, sessionId: string): Promise<Session | null> {
    const stored = this.stored(eventNumber).sessions.get(sessionId);
    await this.gates.find.pass();
    return stored === undefined ? null : JSON.parse(stored);
  }

  async findOverdue(now: number, except: readonly number[], limit: number): Promise<readonly number[]> {
    return this.#eventsThat(({ nextDeadline }) => nextDeadline !== null && nextDeadline <= now, except, limit);
  }

  async findUnprojected(except: readonly number[], limit: number): Promise<readonly number[]> {
    return this.#eventsThat(({ records, projectedSeq }) => records.length > projectedSeq, except, limit);
  }

  async park(eventNumber: number, reason: string): Promise<void> {
    this.stored(eventNumber).parked = reason;
  }

  async write(step: ProjectionStep): Promise<number | null> {
    const stored = structuredClone(step);
    const { ownership, fromSeq, toSeq } = stored;
    await this.gates.project.pass(ownership.eventNumber);
    const data = this.stored(ownership.eventNumber);
    const { projectedSeq, records } = data;
    const isTrue = toSeq <= ownership.headSeq || epochOf(records[toSeq - 1]) === ownership.epoch;
    if (!isTrue || projectedSeq < fromSeq || projectedSeq > toSeq) return null;
    if (stored.history !== undefined && [fromSeq, toSeq].includes(projectedSeq)) data.history = stored.history;
    if (projectedSeq !== fromSeq) return projectedSeq;
    this.steps.push(stored);
    data.projectedSeq = toSeq;
    data.nextDeadline = stored.nextDeadline;
    for (const session of stored.sessions) data.sessions.set(session.id, JSON.stringify(session));
    for (const [id, text] of data.sessions)
      if (stored.sessionsGone.includes(JSON.parse(text).ordinal)) data.sessions.delete(id);
    for (const row of stored.seatsTaken) data.takenSeats.set(row.seat, row.state);
    for (const seat of stored.seatsFreed) data.takenSeats.delete(seat);
    return toSeq;
  }

  /** Ids of this world begin with an s. */
  isGenuine(sessionId: string): boolean {
    return sessionId.startsWith('s');
  }

  #eventsThat(match: (data: StoredData) => boolean, except: readonly number[], limit: number): readonly number[] {
    const matching = [...this.events].filter(([, data]) => data.parked === null && match(data));
    const numbers = matching.map(([eventNumber]) => eventNumber);
    return numbers.filter((eventNumber) => !except.includes(eventNumber)).slice(0, limit);
  }

  readonly meter: Meter = {
    batch: (size) => void this.batches.push(size),
    held: () => {},
    lost: () => {},
    expired: () => {},
    sessionStep: () => {},
    evicted: () => {},
    broken: (reason) => void this.broken.push(reason),
  };

  readonly log: Log = {
    debug: () => {},
    info: () => {},
    warn: (_, message) => void this.warnings.push(message),
    error: (_, message) => void this.warnings.push(message),
  };
}

function epochOf(record: string | undefined): number | null {
  return record === undefined ? null : (JSON.parse(record) as JournalRecord).epoch;
}

function isOwner({ owner }: StoredData, { epoch, token }: Ownership): boolean {
  return owner.epoch === epoch && owner.token === token;
}

/** Runs 20 iterations of the event loop, so that all promises settle that wait for no timer and no gate. */
export async function flushPromises(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}
