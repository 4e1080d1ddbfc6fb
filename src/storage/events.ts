/**
 * Events as the catalog knows them: rows of `event`. Their inventory belongs to their actor. Promises that
 * an event and the record that only its actor may write are made together. Every query takes the organization.
 */
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { EventStatus } from '#domain/fact.ts';
import { Cache } from './cache.ts';
import { openEvent } from './epochs.ts';
import type { Notifications } from './notifications.ts';

const eventRow = z.object({
  id: z.string(),
  number: z.int(),
  schemaId: z.int(),
  name: z.string(),
  start: z.string(),
  end: z.string(),
  status: z.enum(['DRAFT', 'PUBLISHED', 'ARCHIVED']),
  createdAt: z.date(),
});

export type EventRecord = z.infer<typeof eventRow>;

const columns = sql.fragment`
  id, number, schema_id as "schemaId", name, start_at as "start", end_at as "end", status, created_at as "createdAt"
`;

export interface EventFields {
  readonly schemaId: number;
  readonly name: string;
  /** Local date-times in canonical form. */
  readonly start: string;
  readonly end: string;
  readonly status: EventStatus;
}

export class Events {
  readonly #pool: DatabasePool;

  constructor(pool: DatabasePool) {
    this.#pool = pool;
  }

  /** Makes an event; null when the organization has no such schema. */
  create(organizationId: number, event: EventFields): Promise<EventRecord | null> {
    return this.#pool.transaction(async (transaction) => {
      const created = await transaction.maybeOne(sql.type(eventRow)`
        insert into event (organization_id, schema_id, name, start_at, end_at, status)
        select organization_id, id, ${event.name}, ${event.start}, ${event.end}, ${event.status}
        from schema
        where id = ${event.schemaId} and organization_id = ${organizationId} and visible
        returning ${columns}
      `);
      if (created !== null) await openEvent(transaction, created.number, event.status);
      return created;
    });
  }

  /** The organization's event, or null. */
  find(organizationId: number, eventId: string): Promise<EventRecord | null> {
    return this.#pool.maybeOne(sql.type(eventRow)`
      select ${columns} from event where id = ${eventId} and organization_id = ${organizationId}
    `);
  }
}

const addressRow = z.object({
  eventId: z.string(),
  eventNumber: z.int(),
  organizationId: z.int(),
  schemaId: z.int(),
  publicKey: z.string(),
});

/** Where an event's commands go, and who may send them. */
export type EventAddress = z.infer<typeof addressRow>;

/** Some 300 bytes each. */
const addressesMax = 50_000;

/** Finds events by their public id without a query for those that were asked for before. */
export class EventDirectory {
  readonly #cache: Cache<string, EventAddress | null>;

  constructor(connection: CommonQueryMethods, notifications: Notifications) {
    this.#cache = new Cache(addressesMax, (eventId) => findAddress(connection, eventId));
    notifications.on('event', {
      changed: (id) => this.#cache.drop(id),
      reset: () => this.#cache.clear(),
    });
  }

  /** `eventId`: lower case. Null: there is no such event. */
  find(eventId: string): Promise<EventAddress | null> {
    return this.#cache.get(eventId);
  }

  /** The event if it is at hand; undefined when `find` would have to look. */
  peek(eventId: string): EventAddress | undefined {
    return this.#cache.peek(eventId);
  }
}

function findAddress(connection: CommonQueryMethods, eventId: string): Promise<EventAddress | null> {
  return connection.maybeOne(sql.type(addressRow)`
    select event.id as "eventId", event.number as "eventNumber", event.organization_id as "organizationId",
      event.schema_id as "schemaId", organization.public_key as "publicKey"
    from event join organization on organization.id = event.organization_id
    where event.id = ${eventId}
  `);
}
