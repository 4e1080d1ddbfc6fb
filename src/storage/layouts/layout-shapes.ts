/** A layout's shapes, which are drawn but cannot be booked. Read in drawing order. */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { ShapeRecord } from '#codec/layout-records.ts';
import { shapePurposes } from '#domain/layout/layout-change.ts';

const shapeRow = z.object({
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
}) satisfies z.ZodType<ShapeRecord>;

/** All shapes of the schema, from bottom to top. */
export function shapesOf(connection: CommonQueryMethods, schemaId: number): Promise<readonly ShapeRecord[]> {
  return connection.any(sql.type(shapeRow)`
    select id, section_id as "sectionId", guid, type, shape_type as "shapeType", purpose, "left", top, width, height, angle,
      "order", text, fill, rest
    from layout_shape
    where schema_id = ${schemaId}
    order by "order", id
  `);
}
