/** Events for the editor, with the names of schema and venue. Read-only; every query is limited to the organization. */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { EventStatus } from '#domain/fact.ts';
import { allOf, contains, type PageRequest, type PageRows, readPage } from '../database/paging.ts';
import { rowsOf } from '../database/rows.ts';
import { isOneOf, isThere } from './events.ts';

const events = rowsOf(
  z.object({
    id: z.string(),
    name: z.string(),
    schemaId: z.int(),
    schemaName: z.string(),
    venueId: z.int().nullable(),
    venueName: z.string().nullable(),
    status: z.enum(['DRAFT', 'PUBLISHED', 'ARCHIVED']),
    startsAt: z.string(),
    endsAt: z.string(),
  }),
  {
    table: 'event',
    expressions: {
      schemaName: sql.fragment`schema.name`,
      venueId: sql.fragment`venue.id`,
      venueName: sql.fragment`venue.name`,
      startsAt: sql.fragment`start_at`,
      endsAt: sql.fragment`end_at`,
    },
    // A language collation would ignore the signs between the digits.
    orders: { startsAt: sql.fragment`start_at collate "C"` },
  },
);

export type EditorEventRecord = z.infer<typeof events.row>;

/** Null: no condition. */
export interface EditorEventFilter {
  readonly schemaId: number | null;
  readonly venueId: number | null;
  readonly status: EventStatus | null;
  /** Part of the name, in upper or lower case. */
  readonly search: string | null;
  /** Ids of the only events to list. */
  readonly only: readonly string[] | null;
}

const tables = sql.fragment`
  event join schema on schema.id = event.schema_id left join venue on venue.id = schema.venue_id
`;

/** The organization's event, or null. */
export function find(
  connection: CommonQueryMethods,
  organizationId: number,
  eventId: string,
): Promise<EditorEventRecord | null> {
  return connection.maybeOne(sql.type(events.row)`
    select ${events.columns} from ${tables}
    where event.id = ${eventId} and event.organization_id = ${organizationId} and ${isThere}
  `);
}

export function list(
  connection: CommonQueryMethods,
  organizationId: number,
  { schemaId, venueId, status, search, only }: EditorEventFilter,
  paging: PageRequest<'id' | 'name' | 'startsAt' | 'status'>,
): Promise<PageRows<EditorEventRecord>> {
  const conditions = allOf([
    sql.fragment`event.organization_id = ${organizationId} and ${isThere}`,
    schemaId !== null && sql.fragment`schema.id = ${schemaId}`,
    venueId !== null && sql.fragment`venue.id = ${venueId}`,
    status !== null && sql.fragment`status = ${status}`,
    search !== null && contains(sql.fragment`event.name`, search),
    only !== null && isOneOf(only),
  ]);
  return readPage(connection, events, sql.fragment`${tables} where ${conditions}`, paging);
}
