/**
 * Pricing zones: rows of `pricing_zone`, and the zone of each seat and area. `unknown`: the organization has no such
 * schema. Writers of one schema's zones are serialized.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { PlacedZones, ZoneContents } from '#domain/pricing/zone-assignments.ts';
import type { Database } from '../database/call-changes.ts';
import { type PageRequest, type PageRows, readPage } from '../database/paging.ts';
import { rowsOf } from '../database/rows.ts';

/** A piece takes Postgres about 50 ms. */
const seatsPerPiece = 10_000;

const zones = rowsOf(z.object({ id: z.int(), name: z.string(), schemaId: z.int() }), { table: 'pricing_zone' });

export type ZoneRecord = z.infer<typeof zones.row>;

const contentsRow = z.object({
  id: z.int(),
  firsts: z.string().nullable(),
  counts: z.string().nullable(),
  areas: z.array(z.tuple([z.int(), z.int().nullable()])),
});

const ofSchema = (organizationId: number, schemaId: number) => sql.fragment`
  pricing_zone join schema on schema.id = schema_id
  where schema_id = ${schemaId} and organization_id = ${organizationId} and visible
`;

/** Creates a zone for each name, with ids in that order; `taken` when a name is in use or given twice. */
export function create(
  database: Database,
  organizationId: number,
  schemaId: number,
  names: readonly string[],
): Promise<readonly ZoneRecord[] | 'unknown' | 'taken'> {
  return write(database, organizationId, schemaId, async (connection) => {
    if (await isTaken(connection, schemaId, names, [])) return 'taken';
    const made = await connection.any(sql.type(zones.row)`
      insert into pricing_zone (schema_id, name)
      select ${schemaId}::int8, name from unnest(${sql.array(names, 'text')}) with ordinality as given (name, place)
      order by place
      returning ${zones.columns}
    `);
    return made.toSorted((a, b) => a.id - b.id);
  });
}

/** Renames all of the zones or none; `missing` when the schema lacks one of them. `zones` must have unique ids. */
export function rename(
  database: Database,
  organizationId: number,
  schemaId: number,
  zones: readonly { readonly id: number; readonly name: string }[],
): Promise<'renamed' | 'unknown' | 'missing' | 'taken'> {
  const ids = zones.map(({ id }) => id);
  const names = zones.map(({ name }) => name);
  return write(database, organizationId, schemaId, async (connection) => {
    if ((await existing(connection, schemaId, ids)).size < ids.length) return 'missing';
    if (await isTaken(connection, schemaId, names, ids)) return 'taken';
    await connection.query(sql.unsafe`
      update pricing_zone set name = given.name
      from unnest(${sql.array(ids, 'int8')}, ${sql.array(names, 'text')}) as given (id, name)
      where pricing_zone.id = given.id
    `);
    return 'renamed';
  });
}

export function list(
  connection: CommonQueryMethods,
  organizationId: number,
  schemaId: number,
  paging: PageRequest<'id' | 'name'>,
): Promise<PageRows<ZoneRecord>> {
  return readPage(connection, zones, ofSchema(organizationId, schemaId), paging);
}

/** The zone, or null. */
export function find(
  connection: CommonQueryMethods,
  organizationId: number,
  schemaId: number,
  zoneId: number,
): Promise<ZoneRecord | null> {
  return connection.maybeOne(sql.type(zones.row)`
    select ${zones.columns} from ${ofSchema(organizationId, schemaId)} and pricing_zone.id = ${zoneId}
  `);
}

/** Removes a zone that no seat and no area has. */
export async function remove(
  database: Database,
  organizationId: number,
  schemaId: number,
  zoneId: number,
): Promise<'removed' | 'unknown' | 'missing' | 'assigned'> {
  return write(database, organizationId, schemaId, async (connection) => {
    const assigned = await connection.maybeOneFirst(sql.unsafe`
      select id from section where schema_id = ${schemaId} and pricing_zone_id = ${zoneId}
      union all
      select id from seat where schema_id = ${schemaId} and pricing_zone_id = ${zoneId}
      limit 1
    `);
    if (assigned !== null) return 'assigned';
    const { rowCount } = await connection.query(sql.unsafe`
      delete from pricing_zone where id = ${zoneId} and schema_id = ${schemaId}
    `);
    return rowCount === 0 ? 'missing' : 'removed';
  });
}

/** Stores the zones of seats and areas, all or none; resolves with the zones that the schema does not have. */
export async function assign(
  database: Database,
  organizationId: number,
  schemaId: number,
  { seatIndices, seatZones, areas }: PlacedZones,
): Promise<'unknown' | { readonly unknownZones: ReadonlySet<number> }> {
  const wanted = new Set(seatZones);
  for (const { assignmentId } of areas) wanted.add(assignmentId);
  return write(database, organizationId, schemaId, async (connection) => {
    const known = await existing(connection, schemaId, [...wanted]);
    const unknownZones = new Set([...wanted].filter((zone) => !known.has(zone)));
    if (unknownZones.size > 0) return { unknownZones };
    for (let from = 0; from < seatIndices.length; from += seatsPerPiece) {
      const indices = seatIndices.subarray(from, from + seatsPerPiece);
      // The range keeps Postgres from scanning the whole layout for every piece.
      await connection.query(sql.unsafe`
        update seat set pricing_zone_id = given.zone
        from unnest(
          ${`{${indices.join(',')}}`}::int4[],
          ${`{${seatZones.subarray(from, from + seatsPerPiece).join(',')}}`}::int8[]
        ) as given (index, zone)
        where schema_id = ${schemaId} and seat.index = given.index
          and seat.index between ${indices[0] ?? 0} and ${indices.at(-1) ?? 0}
          and removed_version is null and pricing_zone_id is distinct from given.zone
      `);
    }
    if (areas.length > 0) await assignAreas(connection, schemaId, areas);
    return { unknownZones };
  });
}

/** The current seats and areas of the zones; zones that the schema does not have are left out. */
export async function contents(
  connection: CommonQueryMethods,
  schemaId: number,
  zoneIds: readonly number[],
): Promise<ReadonlyMap<number, ZoneContents>> {
  const rows = await connection.any(sql.type(contentsRow)`
    with run as (
      select zone, min(id) as first, count(*) as count
      from (
        select id, pricing_zone_id as zone, id - row_number() over (partition by pricing_zone_id order by id) as run
        from seat
        where schema_id = ${schemaId} and pricing_zone_id = any(${sql.array(zoneIds, 'int8')})
      ) as numbered
      group by zone, run
    ), held as (
      select zone, string_agg(first::text, ',' order by first) as firsts,
        string_agg(count::text, ',' order by first) as counts
      from run
      group by zone
    )
    select pricing_zone.id, firsts, counts, (
      select coalesce(jsonb_agg(jsonb_build_array(section.id, zone_active_count) order by position), '[]')
      from section
      where section.schema_id = ${schemaId} and ga and pricing_zone_id = pricing_zone.id
    ) as areas
    from pricing_zone left join held on zone = pricing_zone.id
    where schema_id = ${schemaId} and pricing_zone.id = any(${sql.array(zoneIds, 'int8')})
  `);
  return new Map(rows.map(({ id, firsts, counts, areas }) => [id, { seats: runsOf(firsts, counts), areas }]));
}

function write<Outcome>(
  database: Database,
  organizationId: number,
  schemaId: number,
  change: (connection: CommonQueryMethods) => Promise<Outcome>,
): Promise<Outcome | 'unknown'> {
  return database.transaction(async (transaction) => {
    const schema = await transaction.maybeOne(sql.unsafe`
      select id from schema where id = ${schemaId} and organization_id = ${organizationId} and visible
      for no key update
    `);
    return schema === null ? 'unknown' : change(transaction);
  });
}

/** Those of the ids that are zones of the schema. */
async function existing(
  connection: CommonQueryMethods,
  schemaId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const found = await connection.anyFirst(sql.type(z.object({ id: z.int() }))`
    select id from pricing_zone where schema_id = ${schemaId} and id = any(${sql.array(ids, 'int8')})
  `);
  return new Set(found);
}

/** True when two of the names are the same, or a zone that is not among `exceptIds` has one of them. */
async function isTaken(
  connection: CommonQueryMethods,
  schemaId: number,
  names: readonly string[],
  exceptIds: readonly number[],
): Promise<boolean> {
  if (new Set(names).size < names.length) return true;
  const holder = await connection.maybeOne(sql.unsafe`
    select id from pricing_zone
    where schema_id = ${schemaId} and name = any(${sql.array(names, 'text')})
      and id <> all(${sql.array(exceptIds, 'int8')})
    limit 1
  `);
  return holder !== null;
}

async function assignAreas(
  connection: CommonQueryMethods,
  schemaId: number,
  areas: PlacedZones['areas'],
): Promise<void> {
  const column = (name: keyof PlacedZones['areas'][number]) => areas.map((area) => area[name]);
  await connection.query(sql.unsafe`
    update section set pricing_zone_id = given.zone, zone_active_count = given.active_count
    from unnest(
      ${sql.array(column('objectId'), 'int8')}, ${sql.array(column('assignmentId'), 'int8')},
      ${sql.array(column('activeCount'), 'int4')}
    ) as given (id, zone, active_count)
    where schema_id = ${schemaId} and section.id = given.id and removed_version is null
  `);
}

function runsOf(firsts: string | null, counts: string | null): ZoneContents['seats'] {
  if (firsts === null || counts === null) return [];
  const countAt = counts.split(',');
  return firsts.split(',').map((first, index) => [Number(first), Number(countAt[index])] as const);
}
