/** Writes the sections, areas and rows of a layout change. New ones are placed after the existing ones. */
import { sql } from 'slonik';
import { type Draft, idOf, merged } from './draft.ts';
import { inJsonPieces } from './stored-items.ts';
import { writtenColumns } from './written-columns.ts';

const frame = { x: 'float8', y: 'float8', width: 'float8', height: 'float8', angle: 'float8' };
const labels = { name: 'text', prefix: 'text', seatPrefix: 'text', type: 'text', externalId: 'text', guid: 'uuid' };
const ofSection = writtenColumns({ ...labels, ...frame, capacity: 'int4', rest: 'jsonb' }, { rest: 'editor_rest' });
const rowLabels = { name: 'text', rowNoun: 'text', seatNoun: 'text', guid: 'uuid' };
const ofRow = writtenColumns({ ...rowLabels, x: 'float8', y: 'float8' });

export async function writeSections({ connection, schemaId, version, change, stored, ids }: Draft): Promise<void> {
  const added = change.sections.add.map(({ capacity, rest = {}, ...section }) => ({
    ...section,
    id: idOf(ids.sections, section.guid),
    capacity: section.ga ? capacity : 0,
    rest,
  }));
  await inJsonPieces(added, (piece) =>
    connection.query(sql.unsafe`
      insert into section (id, schema_id, ga, position, since_version, ${ofSection.columns})
      select id, ${schemaId}::int8, ga,
        (select coalesce(max(position), -1) from section where schema_id = ${schemaId}) + row_number() over (order by id),
        ${version}::int4, ${ofSection.values}
      from jsonb_to_recordset(${piece}::jsonb) as item (id int8, ga bool, ${ofSection.definition})
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
      update section set ${ofSection.assignments},
        first_capacity = case when ga and since_version = 0 then coalesce(first_capacity, section.capacity) end
      from jsonb_to_recordset(${piece}::jsonb) as item (id int8, ${ofSection.definition})
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
        id, schema_id, section_id, position, first_index, seat_count, since_version, ${ofRow.columns}
      )
      select id, ${schemaId}::int8, section,
        coalesce(last_position, -1) + row_number() over (partition by section order by id),
        (select coalesce(max(first_index), -1) from seat_row where schema_id = ${schemaId}) + row_number() over (order by id),
        0, ${version}::int4, ${ofRow.values}
      from jsonb_to_recordset(${piece}::jsonb) as item (id int8, section int8, ${ofRow.definition})
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
      update seat_row set ${ofRow.assignments}
      from jsonb_to_recordset(${piece}::jsonb) as item (id int8, ${ofRow.definition})
      where seat_row.id = item.id
    `),
  );
}
