/** A node's event store and projection: the actors' ports over connections to the simulated database. */
import type { EventIdentity, EventStore, Ownership, Projection, ProjectionStep, StoredEvent } from '#actors/ports.ts';
import { assert } from '#domain/assert.ts';
import type { JournalRecord } from '#domain/fact.ts';
import { type EventImage, stateOf } from '#domain/image.ts';
import type { SeatMap } from '#domain/seats/seat-map.ts';
import type { Session } from '#domain/session/session.ts';
import { ImageReader, type Part, partsOf } from '#storage/journal/snapshot-format.ts';
import { eventId, organizationId } from '../support/rehearsal.ts';
import type { Show, StoredSnapshot } from './database.ts';
import type { Universe } from './universe.ts';
import type { Wire } from './wire.ts';

const recordsPerPage = 100;

export class StoredShows implements EventStore, Projection {
  readonly #universe: Universe;
  readonly #wire: Wire;
  readonly #node: string;

  constructor(universe: Universe, wire: Wire, node: string) {
    this.#universe = universe;
    this.#wire = wire;
    this.#node = node;
  }

  async takeOver(eventNumber: number): Promise<Ownership | 'unknown' | 'parked'> {
    const { database, trace } = this.#universe;
    const { value, isWarned } = await this.#wire.send('take-over', () => {
      const taken = database.takeOver(eventNumber, this.#node);
      trace.count('take-over');
      trace.note(`${this.#node} takes over ${eventNumber}`);
      return taken;
    });
    if (isWarned) throw new Error('The take-over may not be durable');
    return value;
  }

  async load(ownership: Ownership): Promise<StoredEvent> {
    const { database } = this.#universe;
    const { eventNumber, headSeq } = ownership;
    const found = await this.#wire.query('load', () => {
      const { owner, records, projectedSeq, snapshots, plan, seatMap } = database.show(eventNumber);
      return { token: owner.token, lastSeq: records.length, projectedSeq, snapshot: snapshots.at(-1), plan, seatMap };
    });
    if (found.token !== ownership.token) throw new Error(`event ${eventNumber} has another owner by now`);
    assert(found.lastSeq === headSeq, `the journal ends at ${found.lastSeq}, its owner's head is ${headSeq}`);
    const { seatMap, snapshot, projectedSeq, plan } = found;
    const restored = snapshot === undefined ? null : stateOf(readSnapshot(snapshot), seatMap);
    if (restored !== null) this.#universe.trace.count('loaded from snapshot');
    return {
      identity: { eventNumber, eventId, organizationId, schemaId: 1 },
      seatMap,
      policy: plan.policy,
      restored,
      projectedSeq,
      records: () => this.#recordsAfter(eventNumber, restored?.seq ?? 0, headSeq),
    };
  }

  seatMap({ eventNumber }: EventIdentity): Promise<SeatMap> {
    return this.#wire.query('load', () => this.#universe.database.show(eventNumber).seatMap);
  }

  async saveSnapshot(ownership: Ownership, image: EventImage): Promise<void> {
    const { random, mixture, trace, database } = this.#universe;
    const snapshot = writtenSnapshot(image);
    if (random.chance(mixture.snapshotFails)) {
      trace.count('snapshot failed');
      throw new Error('the snapshot could not be written');
    }
    if (await this.#wire.query('snapshot', () => database.saveSnapshot(ownership, snapshot))) trace.count('snapshot');
  }

  async findSession(eventNumber: number, sessionId: string): Promise<Session | null> {
    const stored = await this.#wire.query('find', () =>
      this.#universe.database.show(eventNumber).sessions.get(sessionId),
    );
    this.#universe.trace.count('session looked for');
    return stored === undefined ? null : JSON.parse(stored);
  }

  findOverdue(now: number, except: readonly number[], limit: number): Promise<readonly number[]> {
    return this.#find(({ nextDeadline }) => nextDeadline !== null && nextDeadline <= now, except, limit);
  }

  findUnprojected(except: readonly number[], limit: number): Promise<readonly number[]> {
    return this.#find(({ headSeq, projectedSeq }) => headSeq > projectedSeq, except, limit);
  }

  park(eventNumber: number, reason: string): Promise<void> {
    return this.#wire.query('take-over', () => {
      this.#universe.database.show(eventNumber).parked = reason;
    });
  }

  write(step: ProjectionStep): Promise<number | null> {
    const { random, mixture, trace, database } = this.#universe;
    if (random.chance(mixture.projectionFails)) {
      trace.count('projection failed');
      return Promise.reject(new Error('the projection could not be written'));
    }
    return this.#wire.query('project', () => {
      const projectedSeq = database.project(step);
      if (projectedSeq === null) trace.count('projection overtaken');
      else trace.count(projectedSeq === step.toSeq ? 'projected' : 'projected late by a former owner');
      return projectedSeq;
    });
  }

  #find(match: (show: Show) => boolean, except: readonly number[], limit: number): Promise<readonly number[]> {
    return this.#wire.query('find', () =>
      [...this.#universe.database.shows]
        .filter(([eventNumber, show]) => show.parked === null && match(show) && !except.includes(eventNumber))
        .map(([eventNumber]) => eventNumber)
        .slice(0, limit),
    );
  }

  async *#recordsAfter(eventNumber: number, after: number, head: number): AsyncGenerator<readonly JournalRecord[]> {
    for (let last = after; last < head; last += recordsPerPage) {
      const limit = Math.min(recordsPerPage, head - last);
      yield await this.#wire.query('records', () => this.#universe.database.recordsAfter(eventNumber, last, limit));
    }
  }
}

function writtenSnapshot(image: EventImage): StoredSnapshot {
  return { seq: image.seq, parts: [...partsOf(image)].map((part) => ({ ...part, bytes: copyOf(part) })) };
}

function copyOf({ bytes }: Part): Part['bytes'] {
  return bytes === null ? null : Buffer.from(bytes);
}

/** The image that a stored snapshot holds. */
export function readSnapshot({ parts }: StoredSnapshot): EventImage {
  const reader = new ImageReader(parts.at(-1) as Part);
  for (const part of parts.slice(0, -1)) reader.add(part);
  return reader.image();
}
