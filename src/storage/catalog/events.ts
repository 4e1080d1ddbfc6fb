/**
 * The catalog's events: rows of `event`. Their inventory belongs to their actors. Promises that an event and its first
 * journal record are created together. Every query of a client is limited to the organization.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { EventStatus } from '#domain/fact.ts';
import { Cache } from '../database/cache.ts';
import type { Database } from '../database/call-changes.ts';
import type { Notifications } from '../database/notifications.ts';
import { allOf, contains, type PageRequest, type PageRows, readPage } from '../database/paging.ts';
import { rowsOf } from '../database/rows.ts';
import { lockSettled, type SettledEvent, tellCreated, tellDeleted, tellMoved } from '../feed/event-changes.ts';
import { openEvent } from '../journal/epochs.ts';

export const events = rowsOf(
  z.object({
    id: z.string(),
    number: z.int(),
    schemaId: z.int(),
    name: z.string(),
    /** Local date-times in canonical form. */
    start: z.string(),
    end: z.string(),
    status: z.enum(['DRAFT', 'PUBLISHED', 'ARCHIVED']),
    createdAt: z.date(),
    seriesId: z.int().nullable(),
  }),
  {
    expressions: { start: sql.fragment`start_at`, end: sql.fragment`end_at` },
    // A language collation would ignore the signs between the digits.
    orders: {
      start: sql.fragment`start_at collate "C"`,
      endDate: sql.fragment`end_at collate "C"`,
      createdDate: sql.fragment`created_at`,
    },
  },
);

export type EventRecord = z.infer<typeof events.row>;

/** The members that can be changed without the event's actor. */
export type EventDetails = Pick<EventRecord, 'name' | 'start' | 'end'>;
type EventFields = Omit<EventRecord, 'id' | 'number' | 'createdAt' | 'seriesId'>;

/** Null: no condition. */
export interface EventFilter {
  readonly venueId: number | null;
  readonly status: EventStatus | null;
  /** Part of the name, in upper or lower case. */
  readonly name: string | null;
  /** Canonical local date-time: events that end then or later. */
  readonly endsFrom: string | null;
  /** Ids of the only events to list. */
  readonly only: readonly string[] | null;
}

type EventProperty = 'id' | 'name' | 'start' | 'endDate' | 'createdDate' | 'schemaId' | 'status';

/** An event without an owner's row is being removed, so it is hidden. */
export const isThere = sql.fragment`exists (select from event_owner where event_owner.event_number = event.number)`;

/** The event is one of these. */
export const isOneOf = (ids: readonly string[]) => sql.fragment`event.id = any(${sql.array([...ids], 'uuid')})`;

/** Archived series create no more events, so their templates are free. */
export const usedAsTemplate = (eventNumber: number) => sql.fragment`
  exists (select from series where template_number = ${eventNumber} and status <> 'ARCHIVED')
`;

/** Creates an event; null when the organization has no such schema. */
export function create(database: Database, organizationId: number, event: EventFields): Promise<EventRecord | null> {
  return database.transaction(async (transaction) => {
    const created = await transaction.maybeOne(sql.type(events.row)`
      insert into event (organization_id, schema_id, name, start_at, end_at, status)
      select organization_id, id, ${event.name}, ${event.start}, ${event.end}, ${event.status}
      from schema
      where id = ${event.schemaId} and organization_id = ${organizationId} and visible
      for key share
      returning ${events.columns}
    `);
    if (created === null) return null;
    await openEvent(transaction, created, event.status);
    await tellCreated(transaction, created);
    return created;
  });
}

/** The organization's event, or null. */
export function find(
  connection: CommonQueryMethods,
  organizationId: number,
  eventId: string,
): Promise<EventRecord | null> {
  return connection.maybeOne(sql.type(events.row)`
    select ${events.columns} from event where id = ${eventId} and organization_id = ${organizationId} and ${isThere}
  `);
}

export function list(
  connection: CommonQueryMethods,
  organizationId: number,
  { venueId, status, name, endsFrom, only }: EventFilter,
  paging: PageRequest<EventProperty>,
): Promise<PageRows<EventRecord>> {
  const isInVenue = sql.fragment`exists (select from schema where schema.id = event.schema_id and venue_id = ${venueId})`;
  const conditions = allOf([
    sql.fragment`organization_id = ${organizationId} and ${isThere}`,
    venueId !== null && isInVenue,
    status !== null && sql.fragment`status = ${status}`,
    name !== null && contains(sql.fragment`name`, name),
    endsFrom !== null && sql.fragment`end_at collate "C" >= ${endsFrom}`,
    only !== null && isOneOf(only),
  ]);
  return readPage(connection, events, sql.fragment`event where ${conditions}`, paging);
}

/** Whether a series uses this event as its template, so that it must not change. */
export function isTemplate(connection: CommonQueryMethods, eventNumber: number): Promise<boolean> {
  return connection.exists(sql.unsafe`select where ${usedAsTemplate(eventNumber)}`);
}

/** Null when the organization has no such event, or when an event of a series would move its start. */
export function update(
  database: Database,
  organizationId: number,
  eventId: string,
  { name, start, end }: EventDetails,
): Promise<EventRecord | null> {
  return database.maybeOne(sql.type(events.row)`
    update event set name = ${name}, start_at = ${start}, end_at = ${end}
    where id = ${eventId} and organization_id = ${organizationId} and ${isThere}
      and (series_id is null or start_at = ${start})
    returning ${events.columns}
  `);
}

/** Whether the organization has this schema. */
export function hasSchema(connection: CommonQueryMethods, organizationId: number, schemaId: number): Promise<boolean> {
  return connection.exists(sql.unsafe`
    select from schema where id = ${schemaId} and organization_id = ${organizationId} and visible
  `);
}

/**
 * Changes the details and moves the event to another schema, if its journal still ends with record `seq`, all of it
 * is projected, and the event is neither part nor template of a series; null otherwise. The same statement fences off
 * the actor with the old layout.
 */
export function moveToSchema(
  database: Database,
  organizationId: number,
  eventNumber: number,
  seq: number,
  { schemaId, name, start, end }: EventDetails & Pick<EventFields, 'schemaId'>,
): Promise<EventRecord | null> {
  return alone(database, eventNumber, seq, async (transaction, settled) => {
    const moved = await transaction.maybeOne(sql.type(events.row)`
    with fenced as (
      update event_owner set epoch = epoch + 1, token = gen_random_uuid(), node = null
      where event_number = ${eventNumber} and head_seq = ${seq} and not ${usedAsTemplate(eventNumber)}
      returning event_number
    ), chosen as (
      select from schema
      where id = ${schemaId} and organization_id = ${organizationId} and visible
      for key share
    )
    update event set schema_id = ${schemaId}, name = ${name}, start_at = ${start}, end_at = ${end}
    from fenced, chosen
    where number = fenced.event_number and organization_id = ${organizationId} and series_id is null
    returning ${events.columns}
  `);
    if (moved === null) return null;
    // What is stored for reports names the seats of the other schema.
    await transaction.query(sql.unsafe`
      update event_projection set is_reported = false where event_number = ${eventNumber}
    `);
    await tellMoved(transaction, settled, schemaId);
    return moved;
  });
}

/**
 * Hides the event and takes every node's right to append, if its journal still ends with record `seq`, all of it is
 * projected, and no series uses it as its template; false otherwise. Cannot be undone. Frees its start for another
 * event of its series.
 */
export async function beginRemoval(database: Database, eventNumber: number, seq: number): Promise<boolean> {
  const begun = await alone(database, eventNumber, seq, async (transaction, settled) => {
    const { rowCount } = await transaction.query(sql.unsafe`
      with gone as (
        delete from event_owner
        where event_number = ${eventNumber} and head_seq = ${seq} and not ${usedAsTemplate(eventNumber)}
        returning event_number
      )
      update event set series_id = null from gone where number = gone.event_number
    `);
    if (rowCount > 0) await tellDeleted(transaction, settled);
    return rowCount > 0;
  });
  return begun === true;
}

/**
 * Acts while nothing of the event is being projected; null while it is, or while it has records that are not
 * projected. Locks the event's row: serialized with transactions that make the event the template of a series.
 */
export function alone<T>(
  database: Database,
  eventNumber: number,
  seq: number,
  act: (transaction: CommonQueryMethods, settled: SettledEvent) => Promise<T>,
): Promise<T | null> {
  return database.transaction(async (transaction) => {
    const settled = await lockSettled(transaction, eventNumber, seq);
    if (settled === null) return null;
    await transaction.query(sql.unsafe`select from event where number = ${eventNumber} for update`);
    return act(transaction, settled);
  });
}

const addressRow = z.object({
  eventId: z.string(),
  eventNumber: z.int(),
  organizationId: z.int(),
  schemaId: z.int(),
  publicKey: z.string(),
  name: z.string(),
  /** Its rows are in an archive: the engine and every read refuse it. */
  isArchived: z.boolean(),
});

/** The routing data of an event, and the keys that may send it commands. */
export type EventAddress = z.infer<typeof addressRow>;

/** About 300 bytes each. */
const addressesMax = 50_000;

/** Finds events by their public id, with a cache. */
export class EventDirectory {
  readonly #cache: Cache<string, EventAddress | null>;

  constructor(connection: CommonQueryMethods, notifications: Notifications) {
    this.#cache = new Cache(addressesMax, (eventId) => findAddress(connection, eventId));
    this.#cache.followByKey(notifications, 'event', String);
    this.#cache.followByMember(notifications, 'organization', 'organizationId');
  }

  /** `eventId`: lower case. Null: there is no such event. */
  find(eventId: string): Promise<EventAddress | null> {
    return this.#cache.get(eventId);
  }

  /** Called after a change or removal: the next `find` on this node queries again. */
  drop(eventId: string): void {
    this.#cache.drop(eventId);
  }

  /** The event if it is cached; undefined when `find` would need a query. */
  peek(eventId: string): EventAddress | undefined {
    return this.#cache.peek(eventId);
  }
}

function findAddress(connection: CommonQueryMethods, eventId: string): Promise<EventAddress | null> {
  return connection.maybeOne(sql.type(addressRow)`
    select event.id as "eventId", event.number as "eventNumber", event.organization_id as "organizationId",
      event.schema_id as "schemaId", organization.public_key as "publicKey", event.name, false as "isArchived"
    from event join organization on organization.id = event.organization_id
    where event.id = ${eventId} and not organization.deleting and ${isThere}
    union all
    select archived.id, archived.event_number, archived.organization_id, archived.schema_id, organization.public_key,
      archived.name, true
    from archived_event as archived join organization on organization.id = archived.organization_id
    where archived.id = ${eventId} and not organization.deleting
  `);
}
