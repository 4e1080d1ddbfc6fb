/**
 * Reads everything that an event is rebuilt from: the take-over first, then the data in new statements. Promises that
 * the records have no gap and end at the ownership's head; anything else is an error, never a shorter history.
 */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { Moved } from '#actors/fault.ts';
import type { EventIdentity, EventStore, Ownership, PolicySource, StoredEvent, WhyNotTaken } from '#actors/ports.ts';
import { shardCount } from '#actors/shard.ts';
import { assert } from '#collections/assert.ts';
import type { VersionInForce } from '#domain/cluster-version.ts';
import type { EventState } from '#domain/event-state.ts';
import { type EventImage, restoring } from '#domain/image.ts';
import type { SeatMap } from '#domain/seats/seat-map.ts';
import type { Session } from '#domain/session/session.ts';
import type { StorageLog } from '../database/log.ts';
import { historyReach } from '../history/history-rows.ts';
import { findSession } from '../projection/sessions.ts';
import { takeOver } from './epochs.ts';
import { parkEvent } from './parked-events.ts';
import { recordsAfter } from './record-pages.ts';
import { trimJournal } from './retention.ts';
import { loadSnapshot, saveSnapshot } from './snapshots.ts';

export interface EventStoreOptions {
  readonly pool: DatabasePool;
  /** Name of this node in the owner's row, for operators. */
  readonly node: string;
  /** The seat map of this version of the layout or a newer one; without a version: of the newest. */
  readonly seatMap: (schemaId: number, version?: number) => Promise<SeatMap>;
  /** The newest version of the seat map, with its geometry. */
  readonly placedSeatMap: (schemaId: number) => Promise<SeatMap>;
  readonly policy: (organizationId: number) => Promise<PolicySource>;
  /** Age at which records covered by a snapshot and the projection are deleted; null: never. */
  readonly journalKeepMs: number | null;
  readonly clusterVersion: VersionInForce;
  readonly log: StorageLog;
}

const storedRow = z.object({
  eventId: z.string(),
  organizationId: z.int(),
  schemaId: z.int(),
  layoutVersion: z.int(),
  lastSeq: z.int().nullable(),
  token: z.string().nullable(),
  projectedSeq: z.int(),
  isReported: z.boolean(),
});

const numberRow = z.object({ number: z.int() });

export class PostgresEventStore implements EventStore {
  readonly #options: EventStoreOptions;

  constructor(options: EventStoreOptions) {
    this.#options = options;
  }

  takeOver(eventNumber: number): Promise<Ownership | WhyNotTaken> {
    const { pool, node, clusterVersion } = this.#options;
    return takeOver(pool, eventNumber, node, clusterVersion.newest);
  }

  async load(ownership: Ownership): Promise<StoredEvent> {
    const { pool, log, seatMap, policy } = this.#options;
    const { eventNumber, headSeq } = ownership;
    const kept = loadSnapshot(pool, eventNumber, log).then(async (image) => {
      assert(image === null || image.seq <= headSeq, `event ${eventNumber}: the snapshot is ahead of the journal`);
      const records = recordsAfter(pool, eventNumber, image?.seq ?? 0, headSeq);
      // Read after the snapshot: its owner stored the history up to it before.
      return { image, records, history: await historyReach(pool, eventNumber) };
    });
    // When the rows below cannot be read, nobody awaits it.
    kept.catch(() => undefined);
    const stored = await pool.one(sql.type(storedRow)`
      select
        id as "eventId", organization_id as "organizationId", schema_id as "schemaId",
        (select layout_version from schema where id = schema_id) as "layoutVersion",
        (select max(seq) from journal where event_number = number) as "lastSeq", token, projected_seq as "projectedSeq",
        is_reported as "isReported"
      from event
      join event_owner as owner on owner.event_number = number
      join event_projection as projection on projection.event_number = number
      where number = ${eventNumber}
    `);
    const { lastSeq, token, projectedSeq, isReported, layoutVersion, ...identity } = stored;
    // The event is sound: another node has taken it over meanwhile, and may have written.
    if (token !== ownership.token) throw new Moved(`Event ${eventNumber} has another owner by now.`);
    assert(lastSeq === headSeq, `event ${eventNumber}: the journal ends at ${lastSeq}, its owner's head is ${headSeq}`);
    const [map, source, { image, records, history }] = await Promise.all([
      seatMap(identity.schemaId, layoutVersion),
      policy(identity.organizationId),
      kept,
    ]);
    const restored = image === null ? null : await restore(image, map);
    return {
      identity: { eventNumber, ...identity } satisfies EventIdentity,
      seatMap: map,
      policy: source,
      restored,
      projectedSeq,
      isReported,
      history,
      records,
    };
  }

  seatMap({ schemaId }: EventIdentity): Promise<SeatMap> {
    return this.#options.seatMap(schemaId);
  }

  placedSeatMap({ schemaId }: EventIdentity): Promise<SeatMap> {
    return this.#options.placedSeatMap(schemaId);
  }

  async saveSnapshot(ownership: Ownership, image: EventImage): Promise<void> {
    const { pool, journalKeepMs, clusterVersion, log } = this.#options;
    const { eventNumber } = ownership;
    const counts = await saveSnapshot(pool, ownership, image, clusterVersion.current);
    if (!counts) log.warn({ eventNumber, seq: image.seq }, 'ignored a snapshot of a former owner');
    else if (journalKeepMs !== null) await trimJournal(pool, eventNumber, image.head.at - journalKeepMs);
  }

  findSession(eventNumber: number, sessionId: string): Promise<Session | null> {
    return findSession(this.#options.pool, eventNumber, sessionId);
  }

  /** In random order, so that events that stay overdue cannot starve the others. */
  findOverdue(
    now: number,
    except: readonly number[],
    limit: number,
    shards: readonly number[] | null = null,
  ): Promise<readonly number[]> {
    return this.#options.pool.anyFirst(sql.type(numberRow)`
      select event_number as number from event_projection
      where next_deadline <= ${now}::int8 and event_number <> all(${sql.array(except, 'int4')}) and ${isOf(shards)}
        and not exists (select from parked_event where parked_event.event_number = event_projection.event_number)
      order by random()
      limit ${limit}
    `);
  }

  findUnprojected(
    except: readonly number[],
    limit: number,
    shards: readonly number[] | null = null,
  ): Promise<readonly number[]> {
    return this.#options.pool.anyFirst(sql.type(numberRow)`
      select event_number as number
      from event_owner join event_projection using (event_number)
      where head_seq > projected_seq and event_number <> all(${sql.array(except, 'int4')}) and ${isOf(shards)}
        and not exists (select from parked_event where parked_event.event_number = event_owner.event_number)
      order by random()
      limit ${limit}
    `);
  }

  park(eventNumber: number, reason: string): Promise<void> {
    return parkEvent(this.#options.pool, eventNumber, reason);
  }
}

/** Rebuilds the state and lets the event loop serve others meanwhile. */
export async function restore(image: EventImage, map: SeatMap): Promise<EventState> {
  const steps = restoring(image, map);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await new Promise(setImmediate);
  }
}

/** Whether the row is of an event in one of the shards. */
function isOf(shards: readonly number[] | null) {
  if (shards === null) return sql.fragment`true`;
  return sql.fragment`event_number & ${shardCount - 1} = any(${sql.array(shards, 'int4')})`;
}
