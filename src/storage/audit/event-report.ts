/**
 * The report of one event for the operator on call. It is read in one snapshot of the database: the event's rows, and its
 * state from the newest snapshot and the records after it. Asks no node and takes nothing over, so it tells the same
 * beside a live owner and after its death. Reads no name, reference or property of a buyer.
 */
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { EventState } from '#domain/event-state.ts';
import { type EventTotals, totalsOf } from '#domain/event-totals.ts';
import type { Admission } from '#domain/queue/admission.ts';
import type { StorageLog } from '../database/log.ts';
import { inSnapshot } from '../database/pool.ts';
import { restore } from '../journal/event-store.ts';
import { loadSnapshot } from '../journal/snapshots.ts';
import { SeatMaps } from '../layouts/seat-maps.ts';
import { eventProgress, Replay } from './replayed-event.ts';

const recordsShown = 10;

const row = z.object({
  id: z.string(),
  number: z.int(),
  organizationId: z.int(),
  status: z.string(),
  start: z.string(),
  end: z.string(),
  node: z.string().nullable(),
  epoch: z.int(),
  headSeq: z.int(),
  projectedSeq: z.int(),
  nextDeadline: z.int().nullable(),
  snapshotSeq: z.int().nullable(),
  parked: z.string().nullable(),
  /** The database's clock. */
  now: z.int(),
});

const recordRow = z.object({ seq: z.int(), at: z.int(), epoch: z.int(), facts: z.string() });

export interface LastRecord {
  readonly seq: number;
  readonly at: number;
  readonly epoch: number;
  /** How many facts of each type. */
  readonly types: ReadonlyMap<string, number>;
}

export interface EventReport extends z.infer<typeof row> {
  /** The newest first. */
  readonly last: readonly LastRecord[];
  /** As of the head. A text: why the journal cannot be replayed. */
  readonly state: { readonly totals: EventTotals; readonly admission: Admission } | string;
}

/** The event must exist. */
export function reportEvent(pool: DatabasePool, eventNumber: number): Promise<EventReport> {
  return inSnapshot(pool, async (connection) => {
    const event = await connection.one(sql.type(row)`
      select id, number, organization_id as "organizationId", status, start_at as start, end_at as end, node, epoch,
        head_seq as "headSeq", projected_seq as "projectedSeq", next_deadline as "nextDeadline",
        (select max(seq) from snapshot where snapshot.event_number = number and part = 0) as "snapshotSeq",
        (select reason from parked_event where parked_event.event_number = number) as parked,
        (extract(epoch from clock_timestamp()) * 1000)::int8 as now
      from event
      join event_owner as owner on owner.event_number = number
      join event_projection as projection on projection.event_number = number
      where number = ${eventNumber}
    `);
    const last = await lastRecords(connection, eventNumber);
    const state = await stateOf(pool, connection, eventNumber).then(
      (replayed) => ({ totals: totalsOf(replayed), admission: replayed.admission }),
      (error: Error) => error.message,
    );
    return { ...event, last, state };
  });
}

async function lastRecords(connection: CommonQueryMethods, eventNumber: number): Promise<readonly LastRecord[]> {
  const rows = await connection.any(sql.type(recordRow)`
    select seq, at, epoch, facts from journal
    where event_number = ${eventNumber}
    order by seq desc
    limit ${recordsShown}
  `);
  return rows.map(({ facts, ...record }) => {
    const types = new Map<string, number>();
    for (const { type } of JSON.parse(facts) as readonly { readonly type: string }[]) {
      types.set(type, (types.get(type) ?? 0) + 1);
    }
    return { ...record, types };
  });
}

/** A snapshot that cannot be read is skipped: the journal before it may still be whole. */
const unlogged: StorageLog = { info: () => {}, warn: () => {}, error: () => {} };

async function stateOf(pool: DatabasePool, connection: CommonQueryMethods, eventNumber: number): Promise<EventState> {
  const event = await eventProgress(connection, eventNumber);
  if (event === null) throw new Error('the event has no owner or no projection');
  const map = await new SeatMaps(pool).get(event.schemaId);
  const image = await loadSnapshot(connection, eventNumber, unlogged);
  const replay = new Replay(connection, event, image === null ? map : await restore(image, map), null);
  await replay.to(event.headSeq);
  return replay.state;
}
