/**
 * Writes the seats of a layout change. New seats get indices above all that were ever used. Rows that gain, lose or
 * reorder seats are renumbered.
 */
import { sql } from 'slonik';
import { z } from 'zod';
import { type PlacedSeat, rowOrder } from '#domain/layout/row-order.ts';
import { type Draft, idOf, merged } from './draft.ts';
import { inPieces, type StoredSeat } from './stored-items.ts';

/** A seat that joins a row or gets another place in it. */
interface Arrival extends PlacedSeat {
  readonly row: number;
}

export async function writeSeats(draft: Draft): Promise<void> {
  const added = await addSeats(draft);
  await numberRows(draft, added.concat(await changeSeats(draft)));
}

/** Indices are assigned in the order of the new ids, so that both are consecutive. */
async function addSeats({ connection, schemaId, version, change, ids }: Draft): Promise<Arrival[]> {
  const { add } = change.seats;
  if (add.length === 0) return [];
  const size = await connection.oneFirst(sql.type(z.object({ size: z.int() }))`
    select coalesce(max(index) + 1, 0) as size from seat where schema_id = ${schemaId}
  `);
  const firstId = [...ids.seats.values()].reduce((first, id) => Math.min(first, id));
  const added = add.map(({ row, ...seat }) => {
    const id = idOf(ids.seats, seat.guid);
    return { ...seat, id, row: idOf(ids.rows, row), index: size + id - firstId };
  });
  await inPieces(added, (piece) =>
    connection.query(sql.unsafe`
      insert into seat (
        id, schema_id, row_id, index, name, x, y, section_x, section_y, angle, accessible, marked, hidden, guid,
        since_version
      )
      select id, ${schemaId}::int8, "row", index, name, x, y, "sectionX", "sectionY", angle, accessible, marked,
        hidden, guid, ${version}::int4
      from jsonb_to_recordset(${piece}::jsonb) as item (
        id int8, "row" int8, index int4, name text, x float8, y float8, "sectionX" float8,
        "sectionY" float8, angle float8, accessible bool, marked bool, hidden bool, guid uuid
      )
    `),
  );
  return added.map(({ row, index, place }) => ({ row, index, place }));
}

async function changeSeats({ connection, schemaId, change, stored, ids }: Draft): Promise<Arrival[]> {
  const arrivals: Arrival[] = [];
  const changed: StoredSeat[] = [];
  for (const { id, row, place, ...members } of change.seats.change) {
    const before = stored.seats.get(id);
    if (before === undefined) continue;
    const target = row === undefined ? before.row : idOf(ids.rows, row);
    const after = merged(before, { ...members, row: target });
    if (after !== null) changed.push(after);
    const hasMoved = target !== before.row;
    if (place !== undefined || hasMoved) arrivals.push({ row: target, index: before.index, place: place ?? null });
  }
  await inPieces(changed, (piece) =>
    connection.query(sql.unsafe`
      update seat set row_id = item."row", name = item.name, x = item.x, y = item.y,
        section_x = "sectionX", section_y = "sectionY", angle = item.angle, accessible = item.accessible, marked = item.marked, hidden = item.hidden, guid = item.guid
      from jsonb_to_recordset(${piece}::jsonb) as item (
        index int4, "row" int8, name text, x float8, y float8, "sectionX" float8,
        "sectionY" float8, angle float8, accessible bool, marked bool, hidden bool, guid uuid
      )
      where seat.schema_id = ${schemaId} and seat.index = item.index
    `),
  );
  return arrivals;
}

async function numberRows(
  { connection, schemaId, change, stored, ids }: Draft,
  arrivals: readonly Arrival[],
): Promise<void> {
  const elsewhere = new Map<number, number>();
  for (const { id, row } of change.seats.change) if (row !== undefined) elsewhere.set(id, idOf(ids.rows, row));
  const standing = Map.groupBy(stored.seats.values(), ({ row }) => row);
  const numbered = [...Map.groupBy(arrivals, ({ row }) => row)].flatMap(([row, placed]) => {
    const here = standing.get(row) ?? [];
    // Seats that leave the row still count here, so that the requested places of the others stay right.
    const order = rowOrder(
      here.map(({ index }) => index),
      placed,
    );
    const gone = new Set(here.filter(({ id }) => (elsewhere.get(id) ?? row) !== row).map(({ index }) => index));
    return order.filter((index) => !gone.has(index)).map((index, place) => ({ index, place }));
  });
  await inPieces(numbered, (piece) =>
    connection.query(sql.unsafe`
      update seat set position = place
      from jsonb_to_recordset(${piece}::jsonb) as item (index int4, place int4)
      where seat.schema_id = ${schemaId} and seat.index = item.index and position is distinct from place
    `),
  );
}
