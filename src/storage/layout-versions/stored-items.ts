/**
 * What of a layout a change concerns, as it is stored: read under the schema's lock, compared with what is wanted,
 * written where it differs. Knows no rules about layouts.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import type { RowFields, SeatFields, SectionFields } from '#domain/layout/layout-change.ts';

/** A piece takes some 50 ms of Postgres. */
const itemsPerPiece = 5_000;

export interface StoredSection extends SectionFields {
  readonly id: number;
  readonly ga: boolean;
  readonly rest: Readonly<Record<string, unknown>>;
}

export interface StoredRow extends RowFields {
  readonly id: number;
  readonly section: number;
}

export interface StoredSeat extends Omit<SeatFields, 'row' | 'place'> {
  readonly id: number;
  readonly index: number;
  readonly row: number;
}

/** All sections that are there. */
export async function sectionsOf(
  connection: CommonQueryMethods,
  schemaId: number,
): Promise<ReadonlyMap<number, StoredSection>> {
  const rows = (await connection.any(sql.unsafe`
    select id, ga, name, prefix, seat_prefix as "seatPrefix", type, external_id as "externalId", capacity, guid, x, y,
      width, height, angle, editor_rest as rest
    from section
    where schema_id = ${schemaId} and removed_version is null
  `)) as readonly StoredSection[];
  return byId(rows);
}

/** All rows that are there. */
export async function rowsOf(
  connection: CommonQueryMethods,
  schemaId: number,
): Promise<ReadonlyMap<number, StoredRow>> {
  const rows = (await connection.any(sql.unsafe`
    select id, section_id as section, name, row_noun as "rowNoun", seat_noun as "seatNoun", x, y, guid
    from seat_row
    where schema_id = ${schemaId} and removed_version is null
  `)) as readonly StoredRow[];
  return byId(rows);
}

/** The seats that are there with these ids and those of these rows, row by row as they stand. */
export async function seatsOf(
  connection: CommonQueryMethods,
  schemaId: number,
  which: { readonly ids: readonly number[]; readonly rows: readonly number[] },
): Promise<ReadonlyMap<number, StoredSeat>> {
  if (which.ids.length + which.rows.length === 0) return new Map();
  const rows = (await connection.any(sql.unsafe`
    select id, index, row_id as row, name, x, y, section_x as "sectionX", section_y as "sectionY", angle, accessible,
      marked, hidden, guid
    from seat
    where schema_id = ${schemaId} and removed_version is null
      and (id = any(${`{${which.ids.join(',')}}`}::int8[]) or row_id = any(${`{${which.rows.join(',')}}`}::int8[]))
    order by row_id, coalesce(position, index)
  `)) as readonly StoredSeat[];
  return byId(rows);
}

function byId<Item extends { readonly id: number }>(rows: readonly Item[]): ReadonlyMap<number, Item> {
  return new Map(rows.map((row) => [row.id, row]));
}

/** Calls `write` with the items as JSON, a piece at a time. */
export async function inPieces(items: readonly object[], write: (piece: string) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < items.length; from += itemsPerPiece) {
    await write(JSON.stringify(items.slice(from, from + itemsPerPiece)));
  }
}
