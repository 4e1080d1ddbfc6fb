/** The version of a schema's layout, and the order of the seats in a layout that has changed. */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';

/** 0 for a layout that was never changed. */
export function layoutVersionOf(connection: CommonQueryMethods, schemaId: number): Promise<number> {
  return connection.oneFirst(sql.type(z.object({ version: z.int() }))`
    select layout_version as version from schema where id = ${schemaId}
  `);
}

/** The versions of these schemas, which exist; a schema may be named more than once. */
export async function layoutVersionsOf(
  connection: CommonQueryMethods,
  schemaIds: readonly number[],
): Promise<readonly number[]> {
  const rows = await connection.any(sql.type(z.object({ id: z.int(), version: z.int() }))`
    select id, layout_version as version from schema where id = any(${sql.array([...new Set(schemaIds)], 'int8')})
  `);
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  return schemaIds.map((id) => versions.get(id) ?? 0);
}

/**
 * Indices of the present and of the removed seats, in layout order: section by section, row by row, position by
 * position. Null: the layout was never changed, so all seats are present and their layout order is that of the indices.
 */
export async function seatOrderOf(
  connection: CommonQueryMethods,
  schemaId: number,
): Promise<{ readonly there: readonly number[]; readonly gone: readonly number[] } | null> {
  if ((await layoutVersionOf(connection, schemaId)) === 0) return null;
  const rows = await connection.any(sql.type(z.object({ isGone: z.boolean(), indices: z.string() }))`
    select seat.removed_version is not null as "isGone", string_agg(
        seat.index::text, ','
        order by section.position, seat_row.position, seat_row.id, coalesce(seat.position, seat.index)
      ) as indices
    from seat join seat_row on seat_row.id = seat.row_id join section on section.id = seat_row.section_id
    where seat.schema_id = ${schemaId}
    group by 1
  `);
  const indicesOf = (isGone: boolean): readonly number[] =>
    rows
      .find((row) => row.isGone === isGone)
      ?.indices.split(',')
      .map(Number) ?? [];
  return { there: indicesOf(false), gone: indicesOf(true) };
}
