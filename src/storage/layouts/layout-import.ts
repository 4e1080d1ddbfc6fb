/**
 * Writes the layout of a new schema: rows of `section`, `seat_row`, `seat` and `layout_shape`, in pieces that do not
 * block the event loop. Ids come in blocks, so that seats have consecutive ids in layout order. Never changes a layout.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { type Decoration, type Layout, type LayoutSection, unpackText } from '#domain/layout/layout.ts';
import type { StorageLog } from '../database/log.ts';

/** A piece of 10,000 seats takes about 5 ms of the event loop to encode, and Postgres 60 ms to write. */
const seatsPerPiece = 10_000;
const sectionsPerPiece = 500;
/** Progress is logged only for layouts of at least this size. */
const seatsWorthLogging = 50_000;

/** The first id of the block of each kind. */
export interface LayoutIds {
  readonly firstSection: number;
  readonly firstRow: number;
  readonly firstSeat: number;
}

/** Allocates a block of ids for each kind. Ids of a layout that fails later stay unused. */
export function allocateLayoutIds(
  connection: CommonQueryMethods,
  { sections, rows, seats }: { readonly sections: number; readonly rows: number; readonly seats: number },
): Promise<LayoutIds> {
  return connection.one(sql.type(z.object({ firstSection: z.int(), firstRow: z.int(), firstSeat: z.int() }))`
    update layout_ids
    set next_section = next_section + ${sections}, next_row = next_row + ${rows}, next_seat = next_seat + ${seats}
    returning next_section - ${sections} as "firstSection", next_row - ${rows} as "firstRow",
      next_seat - ${seats} as "firstSeat"
  `);
}

/** Writes all sections, rows, seats and decorations of a new schema. */
export async function writeLayout(
  connection: CommonQueryMethods,
  schemaId: number,
  layout: Layout,
  ids: LayoutIds,
  log: StorageLog,
): Promise<void> {
  for (let from = 0; from < layout.sections.length; from += sectionsPerPiece) {
    const piece = layout.sections.slice(from, from + sectionsPerPiece);
    await writeSections(connection, schemaId, piece, ids.firstSection + from, from);
  }
  for (let from = 0; from < layout.rows.count; from += seatsPerPiece) {
    await writeRows(connection, schemaId, layout, ids, from);
  }
  for (let from = 0; from < layout.decorations.length; from += sectionsPerPiece) {
    const piece = layout.decorations.slice(from, from + sectionsPerPiece);
    await writeDecorations(connection, schemaId, piece, ids.firstSection, from);
  }
  const { count } = layout.seats;
  for (let from = 0; from < count; from += seatsPerPiece) {
    await writeSeats(connection, schemaId, layout, ids, from);
    if (count < seatsWorthLogging) continue;
    log.info({ schemaId, seats: Math.min(from + seatsPerPiece, count), of: count }, 'writing a layout');
  }
}

async function writeSections(
  connection: CommonQueryMethods,
  schemaId: number,
  sections: readonly LayoutSection[],
  firstId: number,
  firstPosition: number,
): Promise<void> {
  const column = <Name extends keyof LayoutSection>(name: Name) => sections.map((section) => section[name]);
  await connection.query(sql.unsafe`
    insert into section
      (id, schema_id, position, name, prefix, seat_prefix, ga, capacity, shapes, x, y, width, height, angle)
    select ${firstId}::int8 + place - 1, ${schemaId}::int8, ${firstPosition}::int4 + place - 1,
      name, prefix, seat_prefix, ga, capacity, shapes::jsonb, x, y, width, height, angle
    from unnest(
      ${sql.array(column('name'), 'text')}, ${sql.array(column('prefix'), 'text')},
      ${sql.array(column('seatPrefix'), 'text')}, ${sql.array(column('ga'), 'bool')},
      ${sql.array(column('capacity'), 'int4')}, ${sql.array(column('shapes'), 'text')},
      ${sql.array(column('x'), 'float8')}, ${sql.array(column('y'), 'float8')},
      ${sql.array(column('width'), 'float8')}, ${sql.array(column('height'), 'float8')},
      ${sql.array(column('angle'), 'float8')}
    ) with ordinality as piece
      (name, prefix, seat_prefix, ga, capacity, shapes, x, y, width, height, angle, place)
  `);
}

async function writeRows(
  connection: CommonQueryMethods,
  schemaId: number,
  { rows }: Layout,
  ids: LayoutIds,
  from: number,
): Promise<void> {
  const to = Math.min(from + seatsPerPiece, rows.count);
  await connection.query(sql.unsafe`
    insert into seat_row (id, schema_id, section_id, position, name, x, y, first_index, seat_count)
    select ${ids.firstRow + from}::int8 + place - 1, ${schemaId}::int8, ${ids.firstSection}::int8 + section,
      position, name, x, y, first_index, seat_count
    from unnest(
      ${numbersText(rows.sections, from, to)}::int4[], ${numbersText(rows.positions, from, to)}::int4[],
      ${sql.array(unpackText(rows.names, from, to), 'text')},
      ${numbersText(rows.xs, from, to)}::float8[], ${numbersText(rows.ys, from, to)}::float8[],
      ${numbersText(rows.firstSeats, from, to)}::int4[], ${numbersText(rows.seatCounts, from, to)}::int4[]
    ) with ordinality as piece (section, position, name, x, y, first_index, seat_count, place)
  `);
}

async function writeSeats(
  connection: CommonQueryMethods,
  schemaId: number,
  { seats }: Layout,
  ids: LayoutIds,
  from: number,
): Promise<void> {
  const to = Math.min(from + seatsPerPiece, seats.count);
  await connection.query(sql.unsafe`
    insert into seat (id, schema_id, row_id, index, name, x, y, accessible, marked, features)
    select ${ids.firstSeat + from}::int8 + place - 1, ${schemaId}::int8, ${ids.firstRow}::int8 + row,
      ${from}::int4 + place - 1, name, x, y, accessible <> 0, marked <> 0, features
    from unnest(
      ${numbersText(seats.rows, from, to)}::int4[], ${sql.array(unpackText(seats.names, from, to), 'text')},
      ${numbersText(seats.xs, from, to)}::float8[], ${numbersText(seats.ys, from, to)}::float8[],
      ${numbersText(seats.accessible, from, to)}::int2[], ${numbersText(seats.marked, from, to)}::int2[],
      ${numbersText(seats.features, from, to)}::int2[]
    ) with ordinality as piece (row, name, x, y, accessible, marked, features, place)
  `);
}

/** In drawing order. They are ordinary shapes, which an editor can change later. */
async function writeDecorations(
  connection: CommonQueryMethods,
  schemaId: number,
  decorations: readonly Decoration[],
  firstSection: number,
  firstOrder: number,
): Promise<void> {
  await connection.query(sql.unsafe`
    insert into layout_shape
      (schema_id, section_id, type, shape_type, purpose, "left", top, width, height, angle, "order", text, fill, rest)
    select ${schemaId}::int8, ${firstSection}::int8 + area, type, "shapeType",
      case when area is null then 'OBJECT' else 'GA' end, "left", top, width, height, angle,
      ${firstOrder}::int4 + row_number() over () - 1, text, fill, rest
    from jsonb_to_recordset(${JSON.stringify(decorations)}::jsonb) as item (
      type text, "shapeType" text, "left" float8, top float8, width float8, height float8, angle float8, text text,
      fill text, area int4, rest jsonb
    )
  `);
}

/** A Postgres array literal of numbers: ten times as fast as an array parameter. */
function numbersText(column: Int32Array | Float64Array | Uint8Array, from: number, to: number): string {
  return `{${column.subarray(from, to).join(',')}}`;
}
