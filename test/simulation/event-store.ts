/** A node's event store and projection: the actors' ports over connections to the simulated database. */
import { Moved } from '#actors/fault.ts';
import type { EventIdentity, EventStore, Ownership, Projection, ProjectionStep, StoredEvent } from '#actors/ports.ts';
import { shardOf } from '#actors/shard.ts';
import { assert } from '#collections/assert.ts';
import type { JournalRecord } from '#domain/fact.ts';
import { type EventImage, stateOf } from '#domain/image.ts';
import type { SeatMap } from '#domain/seats/seat-map.ts';
import type { Session } from '#domain/session/session.ts';
import { partsOf } from '#storage/journal/snapshot-format.ts';
import { eventId, organizationId, seatMapOf } from '../support/event-driver.ts';
import { imageIn } from '../support/stored-image.ts';
import { forgetErased, type SimulatedEvent, type StoredSnapshot } from './database.ts';
import type { DatabaseConnection } from './database-connection.ts';
import type { RunContext } from './run-context.ts';

const recordsPerPage = 100;

export class SimulatedEventStore implements EventStore, Projection {
  readonly #context: RunContext;
  readonly #connection: DatabaseConnection;
  readonly #node: string;

  constructor(context: RunContext, connection: DatabaseConnection, node: string) {
    this.#context = context;
    this.#connection = connection;
    this.#node = node;
  }

  async takeOver(eventNumber: number): Promise<Ownership | 'unknown' | 'parked'> {
    const { database, trace } = this.#context;
    const { value, isWarned } = await this.#connection.send('take-over', () => {
      const taken = database.takeOver(eventNumber, this.#node);
      trace.count('take-over');
      trace.note(`${this.#node} takes over ${eventNumber}`);
      return taken;
    });
    if (isWarned) throw new Error('The take-over may not be durable');
    return value;
  }

  async load(ownership: Ownership): Promise<StoredEvent> {
    const { database } = this.#context;
    const { eventNumber, headSeq } = ownership;
    const found = await this.#connection.query('load', () => {
      const { owner, records, projectedSeq, isReported, snapshots, plan, history } = database.event(eventNumber);
      return {
        token: owner.token,
        lastSeq: records.length,
        projectedSeq,
        isReported,
        snapshot: snapshots.at(-1),
        plan,
        reach: history.reach,
      };
    });
    if (found.token !== ownership.token) throw new Moved(`Event ${eventNumber} has another owner by now.`);
    assert(found.lastSeq === headSeq, `the journal ends at ${found.lastSeq}, its owner's head is ${headSeq}`);
    const { snapshot, projectedSeq, isReported, plan, reach } = found;
    // Without its geometry, as in the product: the first command that needs it has to have it read.
    const seatMap = seatMapOf(plan.rows, plan.areas, plan.units);
    const restored = snapshot === undefined ? null : stateOf(readSnapshot(snapshot), seatMap);
    if (restored !== null) this.#context.trace.count('loaded from snapshot');
    return {
      identity: { eventNumber, eventId, organizationId, schemaId: 1 },
      seatMap,
      policy: plan.policy,
      restored,
      projectedSeq,
      isReported,
      history: reach,
      records: () => this.#recordsAfter(eventNumber, restored?.seq ?? 0, headSeq),
    };
  }

  seatMap({ eventNumber }: EventIdentity): Promise<SeatMap> {
    return this.#connection.query('load', () => this.#context.database.event(eventNumber).seatMap);
  }

  placedSeatMap(event: EventIdentity): Promise<SeatMap> {
    this.#context.trace.count('geometry read');
    return this.seatMap(event);
  }

  async saveSnapshot(ownership: Ownership, image: EventImage): Promise<void> {
    const { random, faultRates, trace, database } = this.#context;
    const snapshot: StoredSnapshot = { seq: image.seq, parts: [...partsOf(image)] };
    if (random.chance(faultRates.snapshotFails)) {
      trace.count('snapshot failed');
      throw new Error('the snapshot could not be written');
    }
    if (!(await this.#connection.query('snapshot', () => database.saveSnapshot(ownership, snapshot)))) return;
    trace.count('snapshot');
    const event = database.event(ownership.eventNumber);
    const from = random.below(event.records.length);
    trace.count('record rewritten without a person', forgetErased(event, from, from + random.below(200)));
  }

  async findSession(eventNumber: number, sessionId: string): Promise<Session | null> {
    const stored = await this.#connection.query('find', () =>
      this.#context.database.event(eventNumber).sessions.get(sessionId),
    );
    this.#context.trace.count('stored session read');
    return stored === undefined ? null : JSON.parse(stored);
  }

  findOverdue(
    now: number,
    except: readonly number[],
    limit: number,
    shards: readonly number[] | null = null,
  ): Promise<readonly number[]> {
    const isOverdue = ({ nextDeadline }: SimulatedEvent) => nextDeadline !== null && nextDeadline <= now;
    return this.#find(isOverdue, except, limit, shards);
  }

  findUnprojected(
    except: readonly number[],
    limit: number,
    shards: readonly number[] | null = null,
  ): Promise<readonly number[]> {
    return this.#find(({ headSeq, projectedSeq }) => headSeq > projectedSeq, except, limit, shards);
  }

  park(eventNumber: number, reason: string): Promise<void> {
    return this.#connection.query('take-over', () => {
      this.#context.database.event(eventNumber).parked = reason;
    });
  }

  write(step: ProjectionStep): Promise<number | null> {
    const { random, faultRates, trace, database } = this.#context;
    if (random.chance(faultRates.projectionFails)) {
      trace.count('projection failed');
      return Promise.reject(new Error('the projection could not be written'));
    }
    return this.#connection.query('project', () => {
      const projectedSeq = database.project(step);
      if (projectedSeq === step.toSeq && step.feed !== undefined) trace.count('projected with changes of the feed');
      if (projectedSeq === null) trace.count('projection overtaken');
      else trace.count(projectedSeq === step.toSeq ? 'projected' : 'projected late by a former owner');
      return projectedSeq;
    });
  }

  #find(
    match: (event: SimulatedEvent) => boolean,
    except: readonly number[],
    limit: number,
    shards: readonly number[] | null,
  ): Promise<readonly number[]> {
    return this.#connection.query('find', () =>
      [...this.#context.database.events]
        .filter(([eventNumber]) => shards === null || shards.includes(shardOf(eventNumber)))
        .filter(([eventNumber, event]) => event.parked === null && match(event) && !except.includes(eventNumber))
        .map(([eventNumber]) => eventNumber)
        .slice(0, limit),
    );
  }

  async *#recordsAfter(eventNumber: number, after: number, head: number): AsyncGenerator<readonly JournalRecord[]> {
    for (let last = after; last < head; last += recordsPerPage) {
      const limit = Math.min(recordsPerPage, head - last);
      yield await this.#connection.query('records', () =>
        this.#context.database.recordsAfter(eventNumber, last, limit),
      );
    }
  }
}

/** The image that a stored snapshot holds. */
export function readSnapshot({ parts }: StoredSnapshot): EventImage {
  return imageIn(parts);
}
