/**
 * Loads the composite keys of a layout, with an LRU cache. A layout that has changed is loaded again; removed items
 * have no key.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { type KeyedRow, SeatKeys } from '#domain/layout/seat-keys.ts';
import { Cache } from '../database/cache.ts';
import type { Notifications } from '../database/notifications.ts';

/** About 150 bytes per unit, as `SeatKeys` weighs. */
const weightMax = 1_000_000;
/** A page takes about 5 ms of the event loop. */
const seatsPerPage = 20_000;

const sectionRow = z.object({ id: z.int(), name: z.string(), ga: z.boolean() });
const rowRow = z.object({ id: z.int(), sectionId: z.int(), name: z.string() });

interface Piece {
  readonly firstSeatId: number;
  /** JSON lists ordered by seat id. The ids only when they are not consecutive, else null. */
  readonly seatNames: string;
  readonly seatIds: string | null;
}

export class SeatKeyDirectory {
  readonly #cache: Cache<number, SeatKeys>;

  constructor(connection: CommonQueryMethods, notifications: Notifications) {
    this.#cache = new Cache(
      weightMax,
      (schemaId) => load(connection, schemaId),
      ({ weight }) => weight,
    );
    this.#cache.followByKey(notifications, 'schema', Number);
  }

  /** The keys of a schema that exists. */
  get(schemaId: number): Promise<SeatKeys> {
    return this.#cache.get(schemaId);
  }
}

async function load(connection: CommonQueryMethods, schemaId: number): Promise<SeatKeys> {
  const sections = await connection.any(sql.type(sectionRow)`
    select id, name, ga from section where schema_id = ${schemaId} and removed_version is null order by position
  `);
  const rows = await connection.any(sql.type(rowRow)`
    select id, section_id as "sectionId", name from seat_row where schema_id = ${schemaId} and removed_version is null
  `);
  const pieces = await readPieces(connection, schemaId);
  // Rows with the same seat names share one list.
  const lists = new Map<string, readonly string[]>();
  return new SeatKeys(sections, keyedRows(rows, pieces, lists));
}

/** The seats of each row, in one piece per page. */
async function readPieces(
  connection: CommonQueryMethods,
  schemaId: number,
): Promise<ReadonlyMap<number, readonly Piece[]>> {
  const pieces = new Map<number, Piece[]>();
  const last = await connection.maybeOneFirst(sql.type(z.object({ last: z.int().nullable() }))`
    select max(index) as last from seat where schema_id = ${schemaId}
  `);
  for (let from = 0; from <= (last ?? -1); from += seatsPerPage) {
    // No join, so that it is fast even without statistics about a new layout.
    const page = (await connection.any(sql.unsafe`
      select row_id as "rowId", min(id) as "firstSeatId", json_agg(name order by id)::text as "seatNames",
        case when max(id) - min(id) >= count(*) then json_agg(id order by id)::text end as "seatIds"
      from seat
      where schema_id = ${schemaId} and index >= ${from} and index < ${from + seatsPerPage} and removed_version is null
      group by row_id
    `)) as readonly (Piece & { readonly rowId: number })[];
    for (const piece of page) {
      const known = pieces.get(piece.rowId);
      if (known === undefined) pieces.set(piece.rowId, [piece]);
      else known.push(piece);
    }
  }
  return pieces;
}

function* keyedRows(
  rows: readonly z.infer<typeof rowRow>[],
  pieces: ReadonlyMap<number, readonly Piece[]>,
  lists: Map<string, readonly string[]>,
): Generator<KeyedRow> {
  for (const row of rows) {
    const [first, ...others] = pieces.get(row.id) ?? [];
    if (first === undefined) continue;
    if (others.length > 0) {
      yield { ...row, ...joined([first, ...others]) };
      continue;
    }
    const seatNames = lists.get(first.seatNames) ?? JSON.parse(first.seatNames);
    lists.set(first.seatNames, seatNames);
    const seatIds = first.seatIds === null ? null : JSON.parse(first.seatIds);
    yield { ...row, seatNames, firstSeatId: first.firstSeatId, seatIds };
  }
}

/** A row whose seats came in several pages. */
function joined(pieces: readonly Piece[]): Pick<KeyedRow, 'seatNames' | 'firstSeatId' | 'seatIds'> {
  const seats = pieces.flatMap(({ seatNames, seatIds, firstSeatId }) => {
    const names: string[] = JSON.parse(seatNames);
    const ids: number[] | null = seatIds === null ? null : JSON.parse(seatIds);
    return names.map((name, at) => ({ name, id: ids?.[at] ?? firstSeatId + at }));
  });
  seats.sort((one, other) => one.id - other.id);
  const seatIds = seats.map(({ id }) => id);
  return { seatNames: seats.map(({ name }) => name), firstSeatId: seatIds[0] as number, seatIds };
}
