/**
 * The changes of the feed that the catalog makes itself: an event is created, deleted or given another layout. Each is
 * written in the transaction that makes the change.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { encodeEventChange } from '#codec/answers/change.ts';
import type { ChangeType } from '#domain/feed/change.ts';
import { maskOf } from './feed-batches.ts';

interface FeedEvent {
  readonly id: string;
  readonly number: number;
}

export interface CreatedEvent extends FeedEvent {
  readonly name: string;
  readonly start: string;
  readonly end: string;
  readonly status: string;
  readonly schemaId: number;
  readonly seriesId: number | null;
  readonly createdAt: Date;
}

/** Nothing of the event can be projected while the transaction runs, and everything journaled has been. */
export interface SettledEvent extends FeedEvent {
  readonly epoch: number;
  /** Number of its last record. */
  readonly seq: number;
  /** The database's clock in milliseconds. */
  readonly now: number;
}

const settledRow = z.object({ id: z.string(), number: z.int(), epoch: z.int(), seq: z.int(), now: z.int() });

/**
 * Must be the first statement of its transaction: the transaction then has a higher id than every projection of the
 * event before, and readers of the feed see its change after theirs. Null while the event has records after `seq`, or
 * records that are not projected, or is being projected.
 */
export function lockSettled(
  transaction: CommonQueryMethods,
  eventNumber: number,
  seq: number,
): Promise<SettledEvent | null> {
  return transaction.maybeOne(sql.type(settledRow)`
    select event.id, event.number, owner.epoch, owner.head_seq as seq,
      (extract(epoch from clock_timestamp()) * 1000)::int8 as now
    from event_projection as projection
    join event_owner as owner on owner.event_number = projection.event_number
    join event on event.number = projection.event_number
    where projection.event_number = ${eventNumber} and projected_seq = ${seq} and head_seq = ${seq}
    for no key update of projection skip locked
  `);
}

export async function tellCreated(transaction: CommonQueryMethods, event: CreatedEvent): Promise<void> {
  const { id, name, start, end, status, schemaId, seriesId } = event;
  const at = event.createdAt.getTime();
  const heading = { id: `${id}-1-0`, type: 'event.created', at, eventId: id, sequence: 1 } as const;
  await insert(
    transaction,
    event,
    heading.type,
    encodeEventChange(heading, { name, start, end, status, schemaId, seriesId }),
  );
}

export async function tellDeleted(transaction: CommonQueryMethods, event: SettledEvent): Promise<void> {
  const { id, seq, now } = event;
  const heading = { id: `${id}-deleted`, type: 'event.deleted', at: now, eventId: id, sequence: seq } as const;
  await insert(transaction, event, heading.type, encodeEventChange(heading, {}));
}

/** The event has the first version of another schema's layout, until its actor adopts a newer one. */
export async function tellMoved(transaction: CommonQueryMethods, event: SettledEvent, schemaId: number): Promise<void> {
  const { id, seq, epoch, now } = event;
  // Two moves may follow the same record, but each of them begins an epoch.
  const changeId = `${id}-${seq}-moved-${epoch}`;
  const heading = { id: changeId, type: 'event.layout-changed', at: now, eventId: id, sequence: seq } as const;
  await insert(transaction, event, heading.type, encodeEventChange(heading, { schemaId, layoutVersion: 0 }));
}

async function insert(
  transaction: CommonQueryMethods,
  { number }: FeedEvent,
  type: ChangeType,
  text: string,
): Promise<void> {
  await transaction.query(sql.unsafe`
    with fed as (
      insert into feed_batch (organization_id, era, event_id, types, count, bytes, changes)
      select organization_id, (select present_era()), id, ${maskOf([type])}, 1, octet_length(${text}), ${text}
      from event where number = ${number}
      returning organization_id
    )
    select pg_notify('catalog', 'feed:' || organization_id) from fed
  `);
}
