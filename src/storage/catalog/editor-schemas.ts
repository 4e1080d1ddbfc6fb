/**
 * Schemas for the editor: rows of `schema` inside a venue, with the editor's own fields. Every query is limited to the
 * organization and the venue. Never changes a layout.
 */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { Database } from '../database/call-changes.ts';
import { type PageRequest, type PageRows, readPage } from '../database/paging.ts';

const schemaRow = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  draft: z.boolean(),
  gaCapacity: z.int().nullable(),
  venueId: z.int(),
  seatsCount: z.int(),
  seatsCapacity: z.int(),
});

export type EditorSchemaRecord = z.infer<typeof schemaRow>;

export interface EditorSchemaFields {
  readonly name: string;
  readonly description: string | null;
  readonly draft: boolean;
  /** Default capacity of an area that is drawn without one; null: none. */
  readonly gaCapacity: number | null;
}

/** Absent members stay unchanged. */
export type EditorSchemaChange = Pick<EditorSchemaFields, 'name'> & {
  readonly [Name in keyof EditorSchemaFields]?: EditorSchemaFields[Name] | undefined;
};

const areaPlaces = sql.fragment`
  coalesce((select sum(section.capacity) from section where section.schema_id = schema.id and ga and section.removed_version is null), 0)
`;
const columns = sql.fragment`
  id, name, description, draft, ga_capacity as "gaCapacity", venue_id as "venueId",
  capacity - ${areaPlaces} as "seatsCount", capacity as "seatsCapacity"
`;
const sortable = { id: sql.fragment`id`, name: sql.fragment`name` };

export interface EditorSchemaFilter {
  /** Part of the name, in upper or lower case; null: all. */
  readonly search: string | null;
  readonly isDraft: boolean | null;
}

export class EditorSchemas {
  readonly #pool: DatabasePool;

  constructor(pool: DatabasePool) {
    this.#pool = pool;
  }

  /** Creates an empty schema; null when the organization has no such venue. */
  create(
    database: Database,
    organizationId: number,
    venueId: number,
    { name, description, draft, gaCapacity }: EditorSchemaFields,
  ): Promise<EditorSchemaRecord | null> {
    return database.maybeOne(sql.type(schemaRow)`
      insert into schema (organization_id, venue_id, name, capacity, visible, description, draft, ga_capacity)
      select organization_id, id, ${name}, 0, true, ${description}, ${draft}, ${gaCapacity}::int4
      from venue
      where id = ${venueId} and organization_id = ${organizationId}
      for key share
      returning ${columns}
    `);
  }

  /** The venue's schema, or null. */
  find(organizationId: number, venueId: number, schemaId: number): Promise<EditorSchemaRecord | null> {
    return this.#pool.maybeOne(sql.type(schemaRow)`
      select ${columns} from schema
      where id = ${schemaId} and venue_id = ${venueId} and organization_id = ${organizationId} and visible
    `);
  }

  list(
    organizationId: number,
    venueId: number,
    { search, isDraft }: EditorSchemaFilter,
    paging: PageRequest<keyof typeof sortable>,
  ): Promise<PageRows<EditorSchemaRecord>> {
    const conditions = [
      sql.fragment`organization_id = ${organizationId}`,
      sql.fragment`venue_id = ${venueId}`,
      sql.fragment`visible`,
    ];
    if (search !== null) conditions.push(sql.fragment`strpos(lower(name), lower(${search})) > 0`);
    if (isDraft !== null) conditions.push(sql.fragment`draft = ${isDraft}`);
    const from = sql.fragment`schema where ${sql.join(conditions, sql.fragment` and `)}`;
    return readPage(this.#pool, schemaRow, { columns, from, sortable }, paging);
  }

  /** Null when the venue has no such schema. */
  update(
    database: Database,
    organizationId: number,
    venueId: number,
    schemaId: number,
    change: EditorSchemaChange,
  ): Promise<EditorSchemaRecord | null> {
    const { name, description, draft, gaCapacity } = change;
    const kept = [sql.fragment`name = ${name}`, sql.fragment`updated_at = now()`];
    if (description !== undefined) kept.push(sql.fragment`description = ${description}`);
    if (draft !== undefined) kept.push(sql.fragment`draft = ${draft}`);
    if (gaCapacity !== undefined) kept.push(sql.fragment`ga_capacity = ${gaCapacity}`);
    return database.maybeOne(sql.type(schemaRow)`
      update schema set ${sql.join(kept, sql.fragment`, `)}
      where id = ${schemaId} and venue_id = ${venueId} and organization_id = ${organizationId} and visible
      returning ${columns}
    `);
  }
}
