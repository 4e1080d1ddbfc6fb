/** Writes the shapes of a layout change. No fact refers to a shape, so removed shapes are deleted. */
import { sql } from 'slonik';
import { z } from 'zod';
import type { ShapeRecord } from '#codec/layout-records.ts';
import type { ShapeFields } from '#domain/layout/layout-change.ts';
import { shapesOf } from '../layout-shapes.ts';
import { type Draft, idOf, merged } from './draft.ts';
import { inJsonPieces } from './stored-items.ts';
import { writtenColumns } from './written-columns.ts';

const addedRow = z.object({ id: z.int(), guid: z.string() });

const text = { type: 'text', shapeType: 'text', purpose: 'text', text: 'text', fill: 'text' };
const place = { left: 'float8', top: 'float8', width: 'float8', height: 'float8', angle: 'float8', order: 'float8' };
const written = writtenColumns({ sectionId: 'int8', guid: 'uuid', ...text, ...place, rest: 'jsonb' });

export async function writeShapes({ connection, schemaId, change, ids }: Draft): Promise<void> {
  const { add, change: changes, remove } = change.shapes;
  await connection.query(sql.unsafe`
    delete from layout_shape
    where schema_id = ${schemaId} and (
      id = any(${`{${remove.join(',')}}`}::int8[]) or section_id = any(${`{${change.sections.remove.join(',')}}`}::int8[])
    )
  `);
  const recordOf = ({ section, ...shape }: Partial<ShapeFields>): Partial<ShapeRecord> =>
    section === undefined ? shape : { ...shape, sectionId: section === null ? null : idOf(ids.sections, section) };
  await inJsonPieces(add.map(recordOf), async (piece) => {
    const added = await connection.any(sql.type(addedRow)`
      insert into layout_shape (schema_id, ${written.columns})
      select ${schemaId}::int8, ${written.values}
      from jsonb_to_recordset(${piece}::jsonb) as item (${written.definition})
      returning id, guid
    `);
    for (const { id, guid } of added) ids.shapes.set(guid, id);
  });
  if (changes.length === 0) return;
  const stored = new Map((await shapesOf(connection, schemaId)).map((shape) => [shape.id, shape]));
  const changed = changes.flatMap(({ id, ...members }) => {
    const before = stored.get(id);
    return before === undefined ? [] : (merged(before, recordOf(members)) ?? []);
  });
  await inJsonPieces(changed, (piece) =>
    connection.query(sql.unsafe`
      update layout_shape set ${written.assignments}
      from jsonb_to_recordset(${piece}::jsonb) as item (id int8, ${written.definition})
      where layout_shape.schema_id = ${schemaId} and layout_shape.id = item.id
    `),
  );
}
