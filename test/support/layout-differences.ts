/** Compares two stored layouts, inside Postgres, by everything but their ids. */
import { type CommonQueryMethods, sql } from 'slonik';

/** Each seat with its row and section, each area and each empty section, without ids. */
const contentOf = (schemaId: number) => sql.fragment`
  select section.position, section.name, prefix, seat_prefix, ga, capacity, shapes, section.x, section.y, seat_row.position,
    seat_row.name, seat_row.x, seat_row.y, first_index, seat_count, seat.index, seat.name, seat.x, seat.y, accessible, marked
  from section
  left join seat_row on seat_row.section_id = section.id
  left join seat on seat.schema_id = ${schemaId} and seat.row_id = seat_row.id
  where section.schema_id = ${schemaId}
`;

/** A few seats, areas and empty sections that one of the schemas has and the other one has not. */
export async function differencesOf(
  connection: CommonQueryMethods,
  schemaId: number,
  otherId: number,
): Promise<readonly unknown[]> {
  const missing = (from: number, inside: number) =>
    connection.any(sql.unsafe`${contentOf(from)} except ${contentOf(inside)} limit 3`);
  return [...(await missing(schemaId, otherId)), ...(await missing(otherId, schemaId))];
}
