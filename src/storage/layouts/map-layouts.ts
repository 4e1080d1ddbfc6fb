/**
 * Reads a layout for the public map: the present, visible elements in one consistent snapshot, seats in pages. The
 * caller has checked access.
 */
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { MapLayout, MapSeat } from '#codec/map/map-layout.ts';
import { inSnapshot } from '../database/pool.ts';
import { rowsOf } from '../database/rows.ts';
import { mapSections, sectionsOf } from './layout-sections.ts';
import { shapesOf } from './layout-shapes.ts';
import { planOf, unitsOf } from './versions/plan.ts';

/**
 * Seats of a page, as numbered in the layout. A page arrives as one row of columns: 100,000 seats take 45 ms of the thread, and
 * one scan of Postgres. Read as rows by order and limit they took 230 ms, and 20 scans where the table had no statistics yet.
 */
const seatsPerPage = 50_000;

const highestRow = z.object({ index: z.int().nullable() });

const seatRows = rowsOf(
  z.object({
    id: z.int(),
    sectionId: z.int(),
    name: z.string(),
    rowNoun: z.string(),
    seatNoun: z.string(),
  }),
);

/** Calls `take` with the sections, rows and shapes, then `takeSeats` with every page of seats in order. */
export async function readMapLayout(
  pool: DatabasePool,
  schemaId: number,
  take: (layout: MapLayout) => void,
  takeSeats: (page: readonly MapSeat[]) => void,
): Promise<void> {
  await inSnapshot(pool, async (transaction) => {
    take(await readFrame(transaction, schemaId));
    const end =
      (await transaction.maybeOneFirst(sql.type(highestRow)`
      select max(index) as index from seat where schema_id = ${schemaId}
    `)) ?? -1;
    for (let from = 0; from <= end; from += seatsPerPage) takeSeats(await readSeats(transaction, schemaId, from));
  });
}

type SeatColumns = { readonly [Name in keyof MapSeat]: readonly MapSeat[Name][] | null };

/** The seats of one page in their order. Not checked, because of their number. */
async function readSeats(connection: CommonQueryMethods, schemaId: number, from: number): Promise<MapSeat[]> {
  const { id, index, rowId, name, x, y, accessible, marked, features } = (await connection.one(sql.unsafe`
    select json_agg(id) as id, json_agg(index) as index, json_agg(row_id) as "rowId", json_agg(name) as name,
      json_agg(x) as x, json_agg(y) as y, json_agg(accessible) as accessible, json_agg(marked) as marked,
      json_agg(features) as features
    from (
      select id, index, row_id, name, x, y, accessible, marked, features
      from seat
      where schema_id = ${schemaId} and index >= ${from} and index < ${from + seatsPerPage}
        and removed_version is null and not hidden
      order by index
    ) as page
  `)) as SeatColumns;
  // Without a seat there are no columns.
  return (id ?? []).map((seat, at) => ({
    id: seat,
    index: index?.[at] as number,
    rowId: rowId?.[at] as number,
    name: name?.[at] as string,
    x: x?.[at] as number,
    y: y?.[at] as number,
    accessible: accessible?.[at] as boolean,
    marked: marked?.[at] as boolean,
    features: features?.[at] as number,
  }));
}

async function readFrame(connection: CommonQueryMethods, schemaId: number): Promise<MapLayout> {
  const sections = await sectionsOf(connection, mapSections, schemaId);
  const rows = await connection.any(sql.type(seatRows.row)`
    select ${seatRows.columns} from seat_row
    where schema_id = ${schemaId} and removed_version is null
    order by first_index
  `);
  return {
    sections,
    rows,
    shapes: await shapesOf(connection, schemaId),
    plan: await planOf(connection, schemaId),
    hasUnits: (await unitsOf(connection, schemaId)).length > 0,
  };
}
