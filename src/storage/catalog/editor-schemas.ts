/**
 * Schemas for the editor: rows of `schema` inside a venue, with the editor's own fields. Every query is limited to the
 * organization and the venue. Never changes a layout.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { Database } from '../database/call-changes.ts';
import { allOf, contains, type PageRequest, type PageRows, readPage } from '../database/paging.ts';
import { assignments, type ChangeOf, rowsOf } from '../database/rows.ts';

const areaPlaces = sql.fragment`
  coalesce((select sum(section.capacity) from section where section.schema_id = schema.id and ga and section.removed_version is null), 0)
`;
const schemas = rowsOf(
  z.object({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    draft: z.boolean(),
    /** Default capacity of an area that is drawn without one; null: none. */
    gaCapacity: z.int().nullable(),
    venueId: z.int(),
    seatsCount: z.int(),
    seatsCapacity: z.int(),
  }),
  { expressions: { seatsCount: sql.fragment`capacity - ${areaPlaces}`, seatsCapacity: sql.fragment`capacity` } },
);

export type EditorSchemaRecord = z.infer<typeof schemas.row>;

type EditorSchemaFields = Pick<EditorSchemaRecord, 'name' | 'description' | 'draft' | 'gaCapacity'>;

export interface EditorSchemaFilter {
  /** Part of the name, in upper or lower case; null: all. */
  readonly search: string | null;
  readonly isDraft: boolean | null;
}

/** Creates an empty schema; null when the organization has no such venue. */
export function create(
  database: Database,
  organizationId: number,
  venueId: number,
  { name, description, draft, gaCapacity }: EditorSchemaFields,
): Promise<EditorSchemaRecord | null> {
  return database.maybeOne(sql.type(schemas.row)`
    insert into schema (organization_id, venue_id, name, capacity, visible, description, draft, ga_capacity)
    select organization_id, id, ${name}, 0, true, ${description}, ${draft}, ${gaCapacity}::int4
    from venue
    where id = ${venueId} and organization_id = ${organizationId}
    for key share
    returning ${schemas.columns}
  `);
}

/** The venue's schema, or null. */
export function find(
  connection: CommonQueryMethods,
  organizationId: number,
  venueId: number,
  schemaId: number,
): Promise<EditorSchemaRecord | null> {
  return connection.maybeOne(sql.type(schemas.row)`
    select ${schemas.columns} from schema
    where id = ${schemaId} and venue_id = ${venueId} and organization_id = ${organizationId} and visible
  `);
}

export function list(
  connection: CommonQueryMethods,
  organizationId: number,
  venueId: number,
  { search, isDraft }: EditorSchemaFilter,
  paging: PageRequest<'id' | 'name'>,
): Promise<PageRows<EditorSchemaRecord>> {
  const conditions = allOf([
    sql.fragment`organization_id = ${organizationId} and venue_id = ${venueId} and visible`,
    search !== null && contains(sql.fragment`name`, search),
    isDraft !== null && sql.fragment`draft = ${isDraft}`,
  ]);
  return readPage(connection, schemas, sql.fragment`schema where ${conditions}`, paging);
}

/** Null when the venue has no such schema. */
export function update(
  database: Database,
  organizationId: number,
  venueId: number,
  schemaId: number,
  change: Pick<EditorSchemaFields, 'name'> & ChangeOf<EditorSchemaFields>,
): Promise<EditorSchemaRecord | null> {
  const { name, description, draft, gaCapacity } = change;
  return database.maybeOne(sql.type(schemas.row)`
    update schema set updated_at = now(), ${assignments({ name, description, draft, gaCapacity })}
    where id = ${schemaId} and venue_id = ${venueId} and organization_id = ${organizationId} and visible
    returning ${schemas.columns}
  `);
}
