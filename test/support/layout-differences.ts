/** Compares two stored layouts in Postgres, ignoring their ids. */
import { type CommonQueryMethods, sql } from 'slonik';

/** Each seat with its row and section, each area and each empty section, with their versions and without ids. */
const contentOf = (schemaId: number) => sql.fragment`
  select (select layout_version from schema where id = ${schemaId}), section.position, section.name, prefix, seat_prefix, ga, section.capacity, first_capacity, section.type,
    shapes, section.x, section.y, section.since_version, section.removed_version, section.removal_forced, seat_row.position,
    seat_row.name, row_noun, seat_noun, seat_row.x, seat_row.y, first_index, seat_count, seat_row.since_version,
    seat_row.removed_version, seat.index, seat.position, seat.name, seat.x, seat.y, section_x, section_y, seat.angle, accessible, marked,
    hidden, seat.since_version, seat.removed_version, seat.removal_forced
  from section
  left join seat_row on seat_row.section_id = section.id
  left join seat on seat.schema_id = ${schemaId} and seat.row_id = seat_row.id
  where section.schema_id = ${schemaId}
`;

/** Each shape with the section that it belongs to. */
const shapesOf = (schemaId: number) => sql.fragment`
  select section.position, layout_shape.type, shape_type, purpose, "left", top, layout_shape.width, layout_shape.height,
    layout_shape.angle, "order", text, fill, rest
  from layout_shape left join section on section.id = section_id
  where layout_shape.schema_id = ${schemaId}
`;

/** Whole rows as texts, which are compared byte by byte: to sort by each column takes ten times as long. */
const textsOf = (part: ReturnType<typeof contentOf>) => sql.fragment`
  select item::text collate "C" as item from (${part}) as item
`;

/** Up to 3 seats, areas, empty sections and up to 3 shapes of each schema that the other one does not have. */
export async function differencesOf(
  connection: CommonQueryMethods,
  schemaId: number,
  otherId: number,
): Promise<readonly unknown[]> {
  return connection.transaction(async (transaction) => {
    // Without statistics of a schema the planner expects few seats, and would compare each with each row.
    await transaction.query(sql.unsafe`set local enable_nestloop = off`);
    const missing: unknown[] = [];
    for (const partOf of [contentOf, shapesOf]) {
      for (const [from, inside] of [
        [schemaId, otherId],
        [otherId, schemaId],
      ] as const) {
        missing.push(
          ...(await transaction.any(sql.unsafe`${textsOf(partOf(from))} except ${textsOf(partOf(inside))} limit 3`)),
        );
      }
    }
    return missing;
  });
}
