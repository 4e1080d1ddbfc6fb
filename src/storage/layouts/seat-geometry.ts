/**
 * Reads where the seats of one layout version are and what kind they are, for choosing seats. The seats come in pages,
 * each as one text, so that the event loop is free in between: a page takes about 2 ms of it.
 */
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { type SeatGeometry, seatKinds } from '#domain/best/seating.ts';
import { bitOf } from '#domain/layout/seat-features.ts';
import { inSnapshot } from '../database/pool.ts';
import { layoutVersionOf } from './layout-version.ts';
import { focalPointOf } from './versions/plan.ts';

const seatsPerPage = 5_000;

const pageRow = z.object({ text: z.string().nullable() });

/** Columns of `size` seats; a removed seat keeps zeros. Null: the layout is of another version by now. */
export function readSeatGeometry(
  pool: DatabasePool,
  schemaId: number,
  version: number,
  size: number,
): Promise<SeatGeometry | null> {
  return inSnapshot(pool, async (transaction) => {
    if ((await layoutVersionOf(transaction, schemaId)) !== version) return null;
    const geometry = {
      xs: new Float64Array(size),
      ys: new Float64Array(size),
      kinds: new Uint8Array(size),
      sections: new Float64Array(size),
      focalPoint: await focalPointOf(transaction, schemaId),
    };
    for (let first = 0; first < size; first += seatsPerPage) await readPage(transaction, schemaId, first, geometry);
    return geometry;
  });
}

async function readPage(
  connection: CommonQueryMethods,
  schemaId: number,
  first: number,
  { xs, ys, kinds, sections }: SeatGeometry,
): Promise<void> {
  const { ordinary, accessible, hidden, wheelchair, companion } = seatKinds;
  const { text } = await connection.one(sql.type(pageRow)`
    select string_agg(concat_ws(',', seat.index, seat.x, seat.y, section_id,
        case when hidden then ${hidden}::int
          when features & ${bitOf('wheelchair')}::int <> 0 then ${wheelchair}::int
          when accessible then ${accessible}::int
          when features & ${bitOf('companion')}::int <> 0 then ${companion}::int
          else ${ordinary}::int end), ',') as text
    from seat join seat_row on seat_row.id = seat.row_id
    where seat.schema_id = ${schemaId} and seat.index >= ${first} and seat.index < ${first + seatsPerPage}
      and seat.removed_version is null
  `);
  if (text === null) return;
  const numbers = text.split(',');
  for (let at = 0; at < numbers.length; at += 5) {
    const seat = Number(numbers[at]);
    xs[seat] = Number(numbers[at + 1]);
    ys[seat] = Number(numbers[at + 2]);
    sections[seat] = Number(numbers[at + 3]);
    kinds[seat] = Number(numbers[at + 4]);
  }
}
