/**
 * The statements that clone a piece of a layout into another schema, entirely inside Postgres; new ids follow the layout
 * order. Removed items are cloned too, so that the clone has the same versions and indices. Each returns the number of
 * rows written. The caller checks permissions and keeps the progress.
 */
import { type CommonQueryMethods, sql } from 'slonik';

export interface CloneTarget {
  readonly schemaId: number;
  readonly newSchemaId: number;
  /** The first ids of the clone's blocks. */
  readonly firstSection: number;
  readonly firstRow: number;
  readonly firstSeat: number;
  /** Difference from a row's id to its clone's id; null when it is not the same for all rows. */
  readonly rowShift: number | null;
  /** Pricing zones and their clones in the same order, as array literals. */
  readonly oldZones: string;
  readonly newZones: string;
}

export type ClonePiece = (
  connection: CommonQueryMethods,
  target: CloneTarget,
  from: number,
  to: number,
) => Promise<number>;

/** The clone of the zone of `owner`, by array position: a join would cost as much as writing the seats. */
function newZoneOf(owner: 'seat' | 'section', { oldZones, newZones }: CloneTarget) {
  const zone = sql.identifier([owner, 'pricing_zone_id']);
  return sql.fragment`(${newZones}::int8[])[array_position(${oldZones}::int8[], ${zone})]`;
}

/** Sections by position. Parents come before their children. */
export const cloneSections: ClonePiece = async (connection, target, from, to) => {
  const { schemaId, newSchemaId, firstSection } = target;
  const { rowCount } = await connection.query(sql.unsafe`
    insert into section
      (id, schema_id, position, name, prefix, seat_prefix, parent_id, ga, capacity, pricing_zone_id,
        zone_active_count, external_id, shapes, x, y, width, height, angle, type, editor_rest, since_version, removed_version,
        removal_forced, first_capacity)
    select ${firstSection}::int8 + section.position, ${newSchemaId}::int8, section.position, section.name,
      section.prefix, section.seat_prefix, ${firstSection}::int8 + parent.position, section.ga, section.capacity,
      ${newZoneOf('section', target)}, section.zone_active_count, section.external_id, section.shapes, section.x, section.y,
      section.width, section.height, section.angle, section.type, section.editor_rest, section.since_version, section.removed_version,
      section.removal_forced, section.first_capacity
    from section
    left join section as parent on parent.id = section.parent_id
    where section.schema_id = ${schemaId} and section.position >= ${from} and section.position < ${to}
  `);
  return rowCount;
};

/** Rows in the order of their seats. */
export const cloneSeatRows: ClonePiece = async (connection, target, from, to) => {
  const { schemaId, newSchemaId, firstSection, firstRow } = target;
  const { rowCount } = await connection.query(sql.unsafe`
    insert into seat_row (id, schema_id, section_id, position, name, x, y, first_index, seat_count, row_noun, seat_noun,
      since_version, removed_version)
    select ${firstRow + from}::int8 - 1 + row_number() over (order by piece.first_index), ${newSchemaId}::int8,
      ${firstSection}::int8 + section.position, piece.position, piece.name, piece.x, piece.y, piece.first_index,
      piece.seat_count, piece.row_noun, piece.seat_noun, piece.since_version, piece.removed_version
    from (
      select * from seat_row where schema_id = ${schemaId} order by first_index offset ${from} limit ${to - from}
    ) as piece
    join section on section.id = piece.section_id
  `);
  return rowCount;
};

/** Seats by index. Requires that their rows have been cloned. */
export const cloneSeats: ClonePiece = async (connection, target, from, to) => {
  const { schemaId, newSchemaId, firstSeat, rowShift } = target;
  const newRow =
    rowShift === null
      ? // Not a join: a planner without statistics of the clone compares each seat with all of its rows.
        sql.fragment`(
          select new_row.id
          from seat_row as new_row
          where new_row.schema_id = ${newSchemaId}
            and new_row.first_index = (select first_index from seat_row as old_row where old_row.id = seat.row_id)
        )`
      : sql.fragment`row_id + ${rowShift}::int8`;
  const { rowCount } = await connection.query(sql.unsafe`
    insert into seat (id, schema_id, row_id, index, name, x, y, accessible, marked, features, pricing_zone_id, since_version,
      removed_version, removal_forced, position, section_x, section_y, angle, hidden)
    select ${firstSeat}::int8 + index, ${newSchemaId}::int8, ${newRow}, index, name, x, y, accessible, marked, features,
      ${newZoneOf('seat', target)}, since_version, removed_version, removal_forced, position, section_x,
      section_y, angle, hidden
    from seat
    where schema_id = ${schemaId} and index >= ${from} and index < ${to}
  `);
  return rowCount;
};

/** All shapes. Requires that their sections have been cloned. */
export async function cloneShapes(
  connection: CommonQueryMethods,
  { schemaId, newSchemaId }: Pick<CloneTarget, 'schemaId' | 'newSchemaId'>,
): Promise<void> {
  await connection.query(sql.unsafe`
    insert into layout_shape (
      schema_id, section_id, type, shape_type, purpose, "left", top, width, height, angle, "order", text, fill, rest
    )
    select ${newSchemaId}::int8, cloned.id, layout_shape.type, shape_type, purpose, "left", top, layout_shape.width,
      layout_shape.height, layout_shape.angle, "order", text, fill, rest
    from layout_shape
    left join section on section.id = section_id
    left join section as cloned on cloned.schema_id = ${newSchemaId} and cloned.position = section.position
    where layout_shape.schema_id = ${schemaId}
    order by layout_shape.id
  `);
}
