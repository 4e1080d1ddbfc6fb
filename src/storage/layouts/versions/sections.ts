/** Writes the sections, areas and rows of a layout change. New ones are placed after the existing ones. */
import { sql } from 'slonik';
import { type Draft, idOf, merged } from './draft.ts';
import { inJsonPieces } from './stored-items.ts';

export async function writeSections({ connection, schemaId, version, change, stored, ids }: Draft): Promise<void> {
  const added = change.sections.add.map(({ capacity, ...section }) => ({
    ...section,
    id: idOf(ids.sections, section.guid),
    capacity: section.ga ? capacity : 0,
  }));
  await inJsonPieces(added, (piece) =>
    connection.query(sql.unsafe`
      insert into section (
        id, schema_id, position, name, prefix, seat_prefix, type, external_id, ga, capacity, guid, x, y, width, height, angle,
        editor_rest, since_version
      )
      select id, ${schemaId}::int8,
        (select coalesce(max(position), -1) from section where schema_id = ${schemaId}) + row_number() over (order by id),
        name, prefix, "seatPrefix", type, "externalId", ga, capacity, guid, x, y, width, height, angle,
        coalesce(rest, '{}'), ${version}::int4
      from jsonb_to_recordset(${piece}::jsonb) as item (
        id int8, name text, prefix text, "seatPrefix" text, type text, "externalId" text, ga bool, capacity int4, guid uuid,
        x float8, y float8, width float8, height float8, angle float8, rest jsonb
      )
    `),
  );
  const changed = change.sections.change.flatMap(({ id, ...members }) => {
    const before = stored.sections.get(id);
    if (before === undefined) return [];
    const { capacity, ...others } = members;
    return merged(before, before.ga && capacity !== undefined ? { ...others, capacity } : others) ?? [];
  });
  await inJsonPieces(changed, (piece) =>
    connection.query(sql.unsafe`
      update section set name = item.name, prefix = item.prefix, seat_prefix = "seatPrefix", type = item.type,
        external_id = "externalId", guid = item.guid, x = item.x, y = item.y, width = item.width, height = item.height,
        angle = item.angle, editor_rest = item.rest, capacity = item.capacity,
        first_capacity = case when ga and since_version = 0 then coalesce(first_capacity, section.capacity) end
      from jsonb_to_recordset(${piece}::jsonb) as item (
        id int8, name text, prefix text, "seatPrefix" text, type text, "externalId" text, capacity int4, guid uuid,
        x float8, y float8, width float8, height float8, angle float8, rest jsonb
      )
      where section.id = item.id
    `),
  );
}

export async function writeRows({ connection, schemaId, version, change, stored, ids }: Draft): Promise<void> {
  const added = change.rows.add.map(({ section, ...row }) => ({
    ...row,
    id: idOf(ids.rows, row.guid),
    section: idOf(ids.sections, section),
  }));
  await inJsonPieces(added, (piece) =>
    connection.query(sql.unsafe`
      insert into seat_row (
        id, schema_id, section_id, position, name, row_noun, seat_noun, x, y, guid, first_index, seat_count, since_version
      )
      select id, ${schemaId}::int8, section,
        coalesce(last_position, -1) + row_number() over (partition by section order by id),
        name, "rowNoun", "seatNoun", x, y, guid,
        (select coalesce(max(first_index), -1) from seat_row where schema_id = ${schemaId}) + row_number() over (order by id),
        0, ${version}::int4
      from jsonb_to_recordset(${piece}::jsonb) as item (
        id int8, section int8, name text, "rowNoun" text, "seatNoun" text, x float8, y float8, guid uuid
      )
      left join (
        select section_id, max(position) as last_position from seat_row where schema_id = ${schemaId} group by section_id
      ) as standing on section_id = section
    `),
  );
  const changed = change.rows.change.flatMap(({ id, ...members }) => {
    const before = stored.rows.get(id);
    return before === undefined ? [] : (merged(before, members) ?? []);
  });
  await inJsonPieces(changed, (piece) =>
    connection.query(sql.unsafe`
      update seat_row set name = item.name, row_noun = "rowNoun", seat_noun = "seatNoun", x = item.x, y = item.y,
        guid = item.guid
      from jsonb_to_recordset(${piece}::jsonb) as item (
        id int8, name text, "rowNoun" text, "seatNoun" text, x float8, y float8, guid uuid
      )
      where seat_row.id = item.id
    `),
  );
}
