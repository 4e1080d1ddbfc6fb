/**
 * The steps of cloning a queued schema: take a request, write one piece, note an error, remove the rows of a clone that
 * cannot be finished. A piece is one transaction that also stores the progress: two nodes at the same clone are
 * serialized by locks. A clone is invisible until its last piece.
 */
import { type CommonQueryMethods, type DatabasePool, type DatabaseTransactionConnection, sql } from 'slonik';
import { z } from 'zod';
import { silentLog } from '../database/log.ts';
import { deleteInPieces } from '../database/piecewise-deletion.ts';
import { createPool } from '../database/pool.ts';
import { rowsOf } from '../database/rows.ts';
import { cloneSeatRows, cloneSeats, cloneSections, cloneShapes } from './schema-clone-pieces.ts';

/** A piece takes Postgres about 60 ms. */
const elementsPerPiece = 10_000;
const ownerDeleted = 'The organization was deleted.';

/** A permanent failure: a retry cannot succeed. */
export class CloneFailure extends Error {}

/** Connects the one thread that clones. */
export function createClonePool(connectionString: string): Promise<DatabasePool> {
  return createPool(connectionString, {
    maximumPoolSize: 1,
    settings: { application_name: 'usher clones' },
    log: silentLog,
  });
}

const queued = rowsOf(
  z.object({ uuid: z.string(), schemaId: z.int(), attempts: z.int(), error: z.string().nullable() }),
);

const progress = rowsOf(
  z.object({
    state: z.enum(['CREATED', 'IN_PROCESS', 'DONE', 'ERROR']),
    organizationId: z.int(),
    schemaId: z.int(),
    newSchemaId: z.int().nullable(),
    sections: z.int(),
    rows: z.int(),
    seats: z.int(),
    total: z.int(),
    copied: z.int(),
    firstSection: z.int().nullable(),
    firstRow: z.int().nullable(),
    firstSeat: z.int().nullable(),
    rowShift: z.int().nullable(),
    oldZones: z.string(),
    newZones: z.string(),
  }),
  { expressions: { oldZones: sql.fragment`old_zones::text`, newZones: sql.fragment`new_zones::text` } },
);

type Progress = z.infer<typeof progress.row>;

/** The oldest request, null for an empty queue; requests that another node seems to process come last. */
export function takeNext(pool: DatabasePool) {
  return pool.maybeOne(sql.type(queued.row)`
    update schema_clone set attempts = attempts + 1
    where uuid = (
      select uuid from schema_clone
      where is_open
      order by state <> 'CREATED' and updated_at > now() - interval '5 seconds', created_at, uuid
      limit 1
      for update skip locked
    )
    returning ${queued.columns}
  `);
}

export async function noteError(pool: DatabasePool, uuid: string, reason: string, isFinal: boolean): Promise<void> {
  await pool.query(sql.unsafe`
    update schema_clone
    set error = ${reason}, state = case when ${isFinal} then 'ERROR' else state end, updated_at = now()
    where uuid = ${uuid} and state in ('CREATED', 'IN_PROCESS')
  `);
}

/** Processes the next piece and returns the number of cloned rows; null when the clone is finished. */
export function clonePiece(pool: DatabasePool, uuid: string): Promise<number | null> {
  return pool.transaction(async (transaction) => {
    const seen = await readProgress(transaction, uuid);
    if (seen === null) throw new CloneFailure(ownerDeleted);
    if (seen.state === 'DONE') return null;
    if (seen.state === 'ERROR') throw new CloneFailure('It has failed before.');
    const schemaIds = [seen.schemaId, seen.newSchemaId].filter((id) => id !== null);
    // Lock schemas first, in the same order as the deletion of an organization, to avoid a deadlock.
    const kept = await transaction.any(sql.unsafe`
      select id from schema where id = any(${sql.array(schemaIds, 'int8')}) order by id for key share
    `);
    const clone = await readProgress(transaction, uuid, 'for update');
    if (clone === null) throw new CloneFailure(ownerDeleted);
    if (clone.state === 'DONE') return null;
    // Another node has started it meanwhile.
    if (clone.newSchemaId !== seen.newSchemaId || clone.state === 'ERROR') return 0;
    if (kept.length < schemaIds.length) throw new CloneFailure('The schema was deleted.');
    if (clone.newSchemaId === null) return begin(transaction, uuid, clone);
    if (clone.copied === clone.total) return finish(transaction, uuid, { ...clone, newSchemaId: clone.newSchemaId });
    return advance(transaction, uuid, clone);
  });
}

function readProgress(connection: CommonQueryMethods, uuid: string, lock?: 'for update'): Promise<Progress | null> {
  return connection.maybeOne(sql.type(progress.row)`
    select ${progress.columns} from schema_clone
    where uuid = ${uuid}
    ${lock === undefined ? sql.fragment`` : sql.fragment`for update`}
  `);
}

/** Creates the invisible schema with its pricing zones, and allocates its ids. */
async function begin(transaction: DatabaseTransactionConnection, uuid: string, clone: Progress): Promise<number> {
  // Refuse an organization that is being deleted; the lock makes a new deletion wait.
  const owner = await transaction.any(sql.unsafe`
    select from organization where id = ${clone.organizationId} and not deleting for share
  `);
  if (owner.length === 0) throw new CloneFailure(ownerDeleted);
  const newSchemaId = await transaction.oneFirst(sql.type(z.object({ id: z.int() }))`
    insert into schema
      (organization_id, venue_id, name, capacity, visible, layout_version, description, draft, ga_capacity, focal_x, focal_y,
        vector_background, client_view_box, units)
    select organization_id, venue_id, name || ' (copy)', capacity, false, layout_version, description, draft, ga_capacity,
      focal_x, focal_y, vector_background, client_view_box, units
    from schema
    where id = ${clone.schemaId}
    returning id
  `);
  await transaction.query(sql.unsafe`
    with zone as (
      select id, nextval(pg_get_serial_sequence('pricing_zone', 'id')) as new_id, name
      from pricing_zone
      where schema_id = ${clone.schemaId}
    ),
    copied as (
      insert into pricing_zone (id, schema_id, name)
      overriding system value
      select new_id, ${newSchemaId}::int8, name from zone
    ),
    -- Count again: a layout change may have been in progress when the clone was requested.
    counted as (
      select (select count(*) from section where schema_id = ${clone.schemaId}) as sections,
        (select count(*) from seat_row where schema_id = ${clone.schemaId}) as rows,
        (select count(*) from seat where schema_id = ${clone.schemaId}) as seats
    ),
    block as (
      update layout_ids
      set next_section = next_section + counted.sections, next_row = next_row + counted.rows,
        next_seat = next_seat + counted.seats
      from counted
      returning next_section, next_row, next_seat, counted.sections, counted.rows, counted.seats
    )
    update schema_clone
    set state = 'IN_PROCESS', new_schema_id = ${newSchemaId}, sections = block.sections, rows = block.rows,
      seats = block.seats, first_section = next_section - block.sections, first_row = next_row - block.rows,
      first_seat = next_seat - block.seats,
      row_shift = (
        select case when min(id - place) = max(id - place) then next_row - block.rows - min(id - place) end
        from (
          select id, row_number() over (order by first_index) - 1 as place
          from seat_row
          where schema_id = ${clone.schemaId}
        ) as source
      ),
      old_zones = array(select id from zone order by id), new_zones = array(select new_id from zone order by id),
      attempts = 0, updated_at = now()
    from block
    where uuid = ${uuid}
  `);
  return 0;
}

async function advance(transaction: DatabaseTransactionConnection, uuid: string, clone: Progress): Promise<number> {
  const { schemaId, newSchemaId, firstSection, firstRow, firstSeat, sections, rows, copied } = clone;
  if (newSchemaId === null || firstSection === null || firstRow === null || firstSeat === null) {
    throw new CloneFailure('It was never begun.');
  }
  const target = { ...clone, schemaId, newSchemaId, firstSection, firstRow, firstSeat };
  const kinds = [
    { first: 0, end: sections, write: cloneSections },
    { first: sections, end: sections + rows, write: cloneSeatRows },
    { first: sections + rows, end: clone.total, write: cloneSeats },
  ];
  const kind = kinds.find(({ end }) => copied < end);
  if (kind === undefined) throw new CloneFailure('There is nothing left to clone.');
  const from = copied - kind.first;
  const size = Math.min(elementsPerPiece, kind.end - copied);
  const written = await kind.write(transaction, target, from, from + size);
  if (written !== size) throw new CloneFailure('The layout of the schema is not whole.');
  await transaction.query(sql.unsafe`
    update schema_clone set copied = copied + ${size}, attempts = 0, updated_at = now() where uuid = ${uuid}
  `);
  return size;
}

async function finish(
  transaction: DatabaseTransactionConnection,
  uuid: string,
  clone: Pick<Progress, 'schemaId'> & { readonly newSchemaId: number },
): Promise<null> {
  const { newSchemaId } = clone;
  await cloneShapes(transaction, clone);
  await transaction.query(sql.unsafe`
    update schema set visible = true, created_at = now(), updated_at = now() where id = ${newSchemaId}
  `);
  await transaction.query(sql.unsafe`
    update schema_clone set state = 'DONE', error = null, updated_at = now() where uuid = ${uuid}
  `);
  return null;
}

/** Removes the rows of a failed clone, in pieces. */
export async function removeClone(pool: DatabasePool, uuid: string): Promise<void> {
  const clone = await readProgress(pool, uuid);
  if (clone === null || clone.state !== 'ERROR' || clone.newSchemaId === null) return;
  const { newSchemaId } = clone;
  await deleteInPieces(pool, 'seat', 'schema_id', newSchemaId);
  await pool.transaction(async (transaction) => {
    await transaction.query(sql.unsafe`delete from schema where id = ${newSchemaId} and not visible`);
    await transaction.query(sql.unsafe`update schema_clone set new_schema_id = null where uuid = ${uuid}`);
  });
}
