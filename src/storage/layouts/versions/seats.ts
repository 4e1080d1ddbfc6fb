/**
 * Writes the seats of a layout change. New seats get indices above all that were ever used. Rows that gain, lose or
 * reorder seats are renumbered. Columns and array literals: 200,000 seats as JSON took three times as long.
 */
import { sql } from 'slonik';
import { z } from 'zod';
import { type PlacedSeat, rowOrder } from '#domain/layout/row-order.ts';
import { changedFeatures } from '#domain/layout/seat-features.ts';
import { type Draft, idOf, merged } from './draft.ts';
import { columnOf, inPieces, type StoredSeat } from './stored-items.ts';

/** A seat that joins a row or gets another place in it. */
interface Arrival extends PlacedSeat {
  readonly row: number;
}

type AddedSeat = Omit<StoredSeat, 'id'> & { readonly id: number; readonly place: number | null };

export async function writeSeats(draft: Draft): Promise<void> {
  const added = await placeNew(draft);
  const { changed, arrivals } = mergeChanged(draft);
  const positions = numberRows(draft, [...added, ...arrivals]);
  await inPieces(added, (piece) => insertPiece(draft, piece, positions));
  await inPieces(changed, (piece) => updatePiece(draft, piece));
  for (const { index } of added) positions.delete(index);
  await inPieces([...positions], (piece) => movePiece(draft, piece));
}

/** Indices are assigned in the order of the new ids, so that both are consecutive. */
async function placeNew({ connection, schemaId, change, ids }: Draft): Promise<readonly AddedSeat[]> {
  const { add } = change.seats;
  if (add.length === 0) return [];
  const size = await connection.oneFirst(sql.type(z.object({ size: z.int() }))`
    select coalesce(max(index) + 1, 0) as size from seat where schema_id = ${schemaId}
  `);
  const firstId = [...ids.seats.values()].reduce((first, id) => Math.min(first, id));
  return add.map(({ row, features, ...seat }) => {
    const id = idOf(ids.seats, seat.guid);
    return { ...seat, features: features.set, id, row: idOf(ids.rows, row), index: size + id - firstId };
  });
}

/** The seats that differ from the stored ones, and those that get another place. */
function mergeChanged({ change, stored, ids }: Draft) {
  const arrivals: Arrival[] = [];
  const changed: StoredSeat[] = [];
  for (const { id, row, place, features, ...members } of change.seats.change) {
    const before = stored.seats.get(id);
    if (before === undefined) continue;
    const target = row === undefined ? before.row : idOf(ids.rows, row);
    const now = features === undefined ? before.features : changedFeatures(before.features, features);
    const after = merged(before, { ...members, features: now, row: target });
    if (after !== null) changed.push(after);
    const hasMoved = target !== before.row;
    if (place !== undefined || hasMoved) arrivals.push({ row: target, index: before.index, place: place ?? null });
  }
  return { changed, arrivals };
}

/** The columns that a new and a changed seat have in common. */
function columnsOf(piece: readonly Omit<StoredSeat, 'id'>[]) {
  const names = sql.array(
    piece.map(({ name }) => name),
    'text',
  );
  const column = (member: keyof (typeof piece)[number]) => columnOf(piece.map((seat) => seat[member]));
  return sql.fragment`
    ${column('index')}::int4[], ${column('row')}::int8[], ${names}, ${column('x')}::float8[], ${column('y')}::float8[],
    ${column('sectionX')}::float8[], ${column('sectionY')}::float8[], ${column('angle')}::float8[],
    ${column('accessible')}::bool[], ${column('marked')}::bool[], ${column('hidden')}::bool[],
    ${column('features')}::int2[], ${column('guid')}::uuid[]
  `;
}

const columnNames = sql.fragment`
  index, "row", name, x, y, "sectionX", "sectionY", angle, accessible, marked, hidden, features, guid
`;

function insertPiece(
  { connection, schemaId, version }: Draft,
  piece: readonly AddedSeat[],
  positions: ReadonlyMap<number, number>,
): Promise<unknown> {
  const ids = columnOf(piece.map(({ id }) => id));
  const places = columnOf(piece.map(({ index }) => positions.get(index) ?? null));
  return connection.query(sql.unsafe`
    insert into seat (
      id, schema_id, row_id, index, position, name, x, y, section_x, section_y, angle, accessible, marked, hidden,
      features, guid, since_version
    )
    select id, ${schemaId}::int8, "row", index, position, name, x, y, "sectionX", "sectionY", angle, accessible, marked,
      hidden, features, guid, ${version}::int4
    from unnest(${ids}::int8[], ${places}::int4[], ${columnsOf(piece)}) as item (id, position, ${columnNames})
  `);
}

function updatePiece({ connection, schemaId }: Draft, piece: readonly StoredSeat[]): Promise<unknown> {
  return connection.query(sql.unsafe`
    update seat set row_id = item."row", name = item.name, x = item.x, y = item.y, section_x = "sectionX",
      section_y = "sectionY", angle = item.angle, accessible = item.accessible, marked = item.marked,
      hidden = item.hidden, features = item.features, guid = item.guid
    from unnest(${columnsOf(piece)}) as item (${columnNames})
    where seat.schema_id = ${schemaId} and seat.index = item.index
  `);
}

function movePiece({ connection, schemaId }: Draft, piece: readonly (readonly [number, number])[]): Promise<unknown> {
  const [indices, places] = [columnOf(piece.map(([index]) => index)), columnOf(piece.map(([, place]) => place))];
  return connection.query(sql.unsafe`
    update seat set position = place
    from unnest(${indices}::int4[], ${places}::int4[]) as item (index, place)
    where seat.schema_id = ${schemaId} and seat.index = item.index and position is distinct from place
  `);
}

/** The new position of each seat, by index, in the rows that gain, lose or reorder seats. */
function numberRows({ change, stored, ids }: Draft, arrivals: readonly Arrival[]): Map<number, number> {
  const elsewhere = new Map<number, number>();
  for (const { id, row } of change.seats.change) if (row !== undefined) elsewhere.set(id, idOf(ids.rows, row));
  const standing = Map.groupBy(stored.seats.values(), ({ row }) => row);
  const positions = new Map<number, number>();
  for (const [row, placed] of Map.groupBy(arrivals, ({ row }) => row)) {
    const here = standing.get(row) ?? [];
    // Seats that leave the row still count here, so that the requested places of the others stay right.
    const order = rowOrder(
      here.map(({ index }) => index),
      placed,
    );
    const gone = new Set(here.filter(({ id }) => (elsewhere.get(id) ?? row) !== row).map(({ index }) => index));
    let place = 0;
    for (const index of order) if (!gone.has(index)) positions.set(index, place++);
  }
  return positions;
}
