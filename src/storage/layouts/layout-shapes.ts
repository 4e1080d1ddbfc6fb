/** A layout's shapes, which are drawn but cannot be booked. Read in drawing order. */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { ShapeRecord } from '#codec/layout-records.ts';
import { shapePurposes } from '#domain/layout/layout-change.ts';
import { rowsOf } from '../database/rows.ts';

const shapes = rowsOf(
  z.object({
    id: z.int(),
    sectionId: z.int().nullable(),
    guid: z.string(),
    type: z.string(),
    shapeType: z.string().nullable(),
    purpose: z.enum(shapePurposes),
    left: z.number(),
    top: z.number(),
    width: z.number().nullable(),
    height: z.number().nullable(),
    angle: z.number().nullable(),
    order: z.number(),
    text: z.string().nullable(),
    fill: z.string().nullable(),
    rest: z.record(z.string(), z.unknown()),
  }),
);

/** All shapes of the schema, from bottom to top. */
export function shapesOf(connection: CommonQueryMethods, schemaId: number): Promise<readonly ShapeRecord[]> {
  return connection.any(sql.type(shapes.row)`
    select ${shapes.columns} from layout_shape
    where schema_id = ${schemaId}
    order by "order", id
  `);
}
