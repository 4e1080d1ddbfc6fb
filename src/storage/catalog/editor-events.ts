/** Events for the editor, with the names of schema and venue. Read-only; every query is limited to the organization. */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { EventStatus } from '#domain/fact.ts';
import { type PageRequest, type PageRows, readPage } from '../database/paging.ts';

const eventRow = z.object({
  id: z.string(),
  name: z.string(),
  schemaId: z.int(),
  schemaName: z.string(),
  venueId: z.int().nullable(),
  venueName: z.string().nullable(),
  status: z.enum(['DRAFT', 'PUBLISHED', 'ARCHIVED']),
  startsAt: z.string(),
  endsAt: z.string(),
});

export type EditorEventRecord = z.infer<typeof eventRow>;

/** Null: no condition. */
export interface EditorEventFilter {
  readonly schemaId: number | null;
  readonly venueId: number | null;
  readonly status: EventStatus | null;
  /** Part of the name, in upper or lower case. */
  readonly search: string | null;
}

const columns = sql.fragment`
  event.id, event.name, schema.id as "schemaId", schema.name as "schemaName", venue.id as "venueId",
  venue.name as "venueName", status, start_at as "startsAt", end_at as "endsAt"
`;
const tables = sql.fragment`
  event join schema on schema.id = event.schema_id left join venue on venue.id = schema.venue_id
`;
/** An event without an owner's row is being removed, so it is hidden. */
const isThere = sql.fragment`exists (select from event_owner where event_owner.event_number = event.number)`;
const sortable = {
  id: sql.fragment`event.id`,
  name: sql.fragment`event.name`,
  // A language collation would ignore the signs between the digits.
  startsAt: sql.fragment`start_at collate "C"`,
  status: sql.fragment`status`,
};

export class EditorEvents {
  readonly #pool: DatabasePool;

  constructor(pool: DatabasePool) {
    this.#pool = pool;
  }

  /** The organization's event, or null. */
  find(organizationId: number, eventId: string): Promise<EditorEventRecord | null> {
    return this.#pool.maybeOne(sql.type(eventRow)`
      select ${columns} from ${tables}
      where event.id = ${eventId} and event.organization_id = ${organizationId} and ${isThere}
    `);
  }

  list(
    organizationId: number,
    { schemaId, venueId, status, search }: EditorEventFilter,
    paging: PageRequest<keyof typeof sortable>,
  ): Promise<PageRows<EditorEventRecord>> {
    const conditions = [sql.fragment`event.organization_id = ${organizationId}`, isThere];
    if (schemaId !== null) conditions.push(sql.fragment`schema.id = ${schemaId}`);
    if (venueId !== null) conditions.push(sql.fragment`venue.id = ${venueId}`);
    if (status !== null) conditions.push(sql.fragment`status = ${status}`);
    if (search !== null) conditions.push(sql.fragment`strpos(lower(event.name), lower(${search})) > 0`);
    const from = sql.fragment`${tables} where ${sql.join(conditions, sql.fragment` and `)}`;
    return readPage(this.#pool, eventRow, { columns, from, sortable }, paging);
  }
}
