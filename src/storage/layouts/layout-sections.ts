/** A layout's sections and areas, read in layout order. Each reader selects the members that it shows. */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { type Rows, rowsOf } from '../database/rows.ts';

const members = z.object({
  id: z.int(),
  guid: z.string(),
  name: z.string(),
  ga: z.boolean(),
  capacity: z.int(),
  prefix: z.string().nullable(),
  seatPrefix: z.string().nullable(),
  type: z.string().nullable(),
  externalId: z.string().nullable(),
  shapes: z.array(z.record(z.string(), z.unknown())).nullable(),
  x: z.number().nullable(),
  y: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  angle: z.number().nullable(),
});
/** `rest`: all other fields of the editor. */
const withRest = members.extend({ rest: z.record(z.string(), z.unknown()) });
const expressions = { rest: sql.fragment`editor_rest` };

/** As lists of a layout show them. */
export const shownSections = rowsOf(members.omit({ type: true, externalId: true }));
/** As an editor has drawn them. */
export const drawnSections = rowsOf(withRest.omit({ shapes: true }), { expressions });
/** As the public map draws them. */
export const mapSections = rowsOf(withRest.omit({ prefix: true, seatPrefix: true, externalId: true }), { expressions });

/** `withGone`: including removed ones. */
export function sectionsOf<Section>(
  connection: CommonQueryMethods,
  { row, columns }: Rows<z.ZodType<Section>, string>,
  schemaId: number,
  withGone = false,
): Promise<readonly Section[]> {
  return connection.any(sql.type(row)`
    select ${columns} from section
    where schema_id = ${schemaId} and (removed_version is null or ${withGone})
    order by position
  `);
}
