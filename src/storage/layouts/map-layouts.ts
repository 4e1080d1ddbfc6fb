/**
 * Reads a layout for the public map: the present, visible elements in one consistent snapshot, seats in pages. The
 * caller has checked access.
 */
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { MapLayout, MapRow, MapSeat, MapSection } from '#codec/map/map-layout.ts';
import { shapesOf } from './layout-shapes.ts';
import { planOf } from './versions/plan.ts';

/** A page takes about 15 ms of a worker thread to read. */
const seatsPerPage = 5_000;

const sectionRow = z.object({
  id: z.int(),
  guid: z.string(),
  name: z.string(),
  ga: z.boolean(),
  capacity: z.int(),
  type: z.string().nullable(),
  shapes: z.array(z.record(z.string(), z.unknown())).nullable(),
  x: z.number().nullable(),
  y: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  angle: z.number().nullable(),
  rest: z.record(z.string(), z.unknown()),
}) satisfies z.ZodType<MapSection>;

const lineRow = z.object({
  id: z.int(),
  sectionId: z.int(),
  name: z.string(),
  rowNoun: z.string(),
  seatNoun: z.string(),
}) satisfies z.ZodType<MapRow>;

/** Calls `take` with the sections, rows and shapes, then `takeSeats` with every page of seats in order. */
export async function readMapLayout(
  pool: DatabasePool,
  schemaId: number,
  take: (layout: MapLayout) => void,
  takeSeats: (page: readonly MapSeat[]) => void,
): Promise<void> {
  await pool.transaction(async (transaction) => {
    await transaction.query(sql.unsafe`set transaction isolation level repeatable read, read only`);
    take(await readFrame(transaction, schemaId));
    for (let last = -1; ; ) {
      const page = (await transaction.any(sql.unsafe`
        select id, index, row_id as "rowId", name, x, y, accessible, marked
        from seat
        where schema_id = ${schemaId} and index > ${last} and removed_version is null and not hidden
        order by index
        limit ${seatsPerPage}
      `)) as readonly MapSeat[];
      takeSeats(page);
      if (page.length < seatsPerPage) return;
      last = page.at(-1)?.index ?? last;
    }
  });
}

async function readFrame(connection: CommonQueryMethods, schemaId: number): Promise<MapLayout> {
  const sections = await connection.any(sql.type(sectionRow)`
    select id, guid, name, ga, capacity, type, shapes, x, y, width, height, angle, editor_rest as rest from section
    where schema_id = ${schemaId} and removed_version is null
    order by position
  `);
  const rows = await connection.any(sql.type(lineRow)`
    select id, section_id as "sectionId", name, row_noun as "rowNoun", seat_noun as "seatNoun" from seat_row
    where schema_id = ${schemaId} and removed_version is null
    order by first_index
  `);
  return {
    sections,
    rows,
    shapes: await shapesOf(connection, schemaId),
    plan: await planOf(connection, schemaId),
  };
}
