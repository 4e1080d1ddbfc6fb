/**
 * Layouts as files: read from a table, a drawing or JSON, and written as a table or JSON. A file is read in a thread, and
 * nothing is stored before all of it is known to be right. Large answers are written in pieces.
 */
import { z } from 'zod';
import { Fault } from '#actors/fault.ts';
import { type ExportedLayout, exportedCsv, exportedJson } from '#codec/answers/layout-export.ts';
import { newLayout, newLayoutExample } from '#codec/bodies/new-layout.ts';
import { fieldError } from '#codec/check.ts';
import { booleanText, longText, text } from '#codec/fields.ts';
import type { ImportedLayout } from '#codec/imports/imported-plan.ts';
import { notNull } from '#codec/messages.ts';
import type { VersionInForce } from '#domain/cluster-version.ts';
import type { InvalidBody } from '#domain/command.ts';
import type { Layout } from '#domain/layout/layout.ts';
import type { SeatMap } from '#domain/seats/seat-map.ts';
import * as stored from '#storage/catalog/schemas.ts';
import type { Layouts } from '#storage/layouts/layouts.ts';
import { may } from '../pipeline/access.ts';
import { defineRoute, type Route, type RouteResult } from '../pipeline/route.ts';
import { unknownSchema } from '../refusals.ts';
import { layoutBytesMax, schemaExample, schemaRecord } from './schemas.ts';
import { requireUnits } from './units.ts';
import { unknownVenue } from './venue-body.ts';

const importFormats = ['json', 'csv', 'svg'] as const;
type ImportFormat = (typeof importFormats)[number];
const exportFormats = ['json', 'csv'] as const;

export interface SchemaFileDeps extends stored.SchemaWriter {
  readonly layouts: Pick<Layouts, 'version' | 'focalPoint' | 'shapes' | 'sections' | 'seats'>;
  readonly seatMap: (schemaId: number) => Promise<SeatMap>;
  readonly clusterVersion: VersionInForce;
  /** Transfers the bytes to a thread: the caller cannot use them afterwards. */
  readonly readLayout: (format: ImportFormat, bytes: Uint8Array) => Promise<ImportedLayout | InvalidBody>;
}

const shared = { tag: 'Schemas', caller: 'organization' } as const;
const csvType = 'text/csv';
const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

const importedLayout = z
  .object({
    schema: schemaRecord.nullable().meta({ description: 'The new schema; null after a dry run.' }),
    name: z.string(),
    sections: z.int().meta({ description: 'Sections with rows.' }),
    areas: z.int(),
    rows: z.int(),
    seats: z.int(),
    units: z.int().meta({ description: 'Tables, boxes and booths.' }),
    capacity: z.int().meta({ description: 'Seats, and the places of all areas.' }),
    extent: box.nullable().meta({ description: 'The box around the middles of all seats; null: there are none.' }),
    warnings: z.array(z.string()).meta({ description: 'What the file contains and the layout does not.' }),
  })
  .meta({ id: 'ImportedLayout' });

const figures = {
  ...{ name: 'Main hall', sections: 2, areas: 1, rows: 2, seats: 31, units: 1, capacity: 331 },
  ...{ extent: { x: -362.5, y: 0, width: 725, height: 180 }, warnings: [] },
};
const done = { schema: importedLayout, example: { schema: { ...schemaExample, capacity: 331 }, ...figures } };

export function schemaFiles(deps: SchemaFileDeps): readonly Route[] {
  return [importSchema(deps), exportSchema(deps)];
}

function importSchema({ pool, log, clusterVersion, readLayout }: SchemaFileDeps): Route {
  return defineRoute({
    ...shared,
    idempotency: 'transaction',
    method: 'POST',
    path: '/api/private/v2.0/schemas/import/',
    operationId: 'importSchema',
    access: may('MANAGER', 'whole'),
    summary: 'Create a schema from a file',
    description:
      'A table (CSV, `section,row,seat,x,y,flags,unit`), an SVG drawing with ids, or JSON: of this service or a published chart of the ' +
      'field. All or nothing: the errors name the lines or elements of the file, at most 100. `dryRun=true` stores nothing and ' +
      'answers the same figures. `docs/venues.md` describes the formats.',
    query: z.object({
      format: z.enum(importFormats).default('json').meta({ description: 'Of the file that is sent.' }),
      name: text(1, 255).optional().meta({ description: 'Of the schema; needed where the file has none.' }),
      venueId: longText
        .optional()
        .meta({ description: 'The venue of the schema; the one in the file does not count.' }),
      dryRun: booleanText.optional().meta({ description: 'Only check the file.' }),
    }),
    body: newLayout,
    rawBody: true,
    bodyTypes: [csvType, 'image/svg+xml', 'text/plain'],
    bodyLimitBytes: layoutBytesMax,
    requestExample: { ...newLayoutExample, venueId: null },
    responses: {
      200: { description: 'A dry run: what the file contains.', ...done, example: { schema: null, ...figures } },
      201: { description: 'The new schema, and what the file contains.', ...done },
    },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ query, rawBody, organizationId, changes }) => {
      const read = await readLayout(query.format, rawBody);
      if ('invalid' in read) return { problem: { ...read, code: read.invalid } };
      const name = query.name ?? read.layout.name;
      if (name === '') return unnamed;
      const layout = { ...read.layout, name, venueId: query.venueId ?? null };
      const figures = { name, ...figuresOf(layout), warnings: [...read.warnings] };
      if (query.dryRun === true) return { status: 200, body: { schema: null, ...figures } };
      if (layout.units.length > 0) requireUnits(clusterVersion);
      const schema = await stored.create({ pool, log }, changes, organizationId, layout);
      return schema === null ? unknownVenue : { status: 201, body: { schema, ...figures } };
    },
  });
}

const unnamed: RouteResult = {
  problem: {
    code: 'VALIDATION_FAILED',
    detail: 'name: must not be null: the file has no name.',
    errors: [fieldError('name', 'NOT_NULL', notNull)],
  },
};

function figuresOf({
  sections,
  rows,
  seats,
  units,
  capacity,
}: Layout): Omit<z.output<typeof importedLayout>, 'schema' | 'name' | 'warnings'> {
  const areas = sections.filter(({ ga }) => ga).length;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let seat = 0; seat < seats.count; seat++) {
    const [x, y] = [seats.xs[seat] as number, seats.ys[seat] as number];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  }
  const extent = seats.count === 0 ? null : { x: left, y: top, width: right - left, height: bottom - top };
  const counts = { sections: sections.length - areas, areas, rows: rows.count, seats: seats.count };
  return { ...counts, units: units.length, capacity, extent };
}

function exportSchema({ pool, layouts, seatMap }: SchemaFileDeps): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: '/api/private/v2.0/schemas/{schemaId}/export/',
    operationId: 'exportSchema',
    access: may('VIEWER', 'shared'),
    summary: 'Write a schema as a file',
    description:
      'A file that an import takes. The table has the seats, the areas and the units; JSON has the sections’ shapes and the ' +
      'decorations too. Neither has ids.',
    params: z.object({ schemaId: longText }),
    query: z.object({
      format: z.enum(exportFormats).default('json').meta({ description: 'Of the file that is answered.' }),
    }),
    responses: {
      200: {
        description: 'The file.',
        schema: z
          .looseObject({ name: z.string(), sections: z.array(z.looseObject({})) })
          .meta({ id: 'ExportedLayout' }),
        example: newLayoutExample,
        textTypes: [csvType],
      },
    },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params: { schemaId }, query: { format }, organizationId }) => {
      const schema = await stored.find(pool, organizationId, schemaId);
      if (schema === null) return unknownSchema;
      const version = await layouts.version(schemaId);
      const [sections, shapes, focalPoint] = await Promise.all([
        layouts.sections(schemaId),
        layouts.shapes(schemaId),
        layouts.focalPoint(schemaId),
      ]);
      const map = await seatMap(schema.id);
      if (map.version !== version) throw changedMeanwhile();
      const units = (map.units?.list ?? []).map((unit) => ({
        ...unit,
        seats: unit.seats.map((seat) => map.idAt(seat)),
      }));
      const layout: ExportedLayout = { name: schema.name, sections, shapes, focalPoint, units };
      const write = format === 'csv' ? exportedCsv : exportedJson;
      const isCurrent = async () => (await layouts.version(schemaId)) === version;
      const content = whole(write(layout, layouts.seats(schemaId)), isCurrent);
      return { status: 200, content, ...(format === 'csv' ? { type: `${csvType}; charset=utf-8` } : {}) };
    },
  });
}

/** The pieces; throws before the last one when the layout has changed meanwhile, because the pieces would not fit together. */
async function* whole(pieces: AsyncIterable<string>, isCurrent: () => Promise<boolean>): AsyncGenerator<string> {
  let held: string | null = null;
  for await (const piece of pieces) {
    if (held !== null) yield held;
    held = piece;
  }
  if (!(await isCurrent())) throw changedMeanwhile();
  if (held !== null) yield held;
}

const changedMeanwhile = (): Fault => new Fault('UNAVAILABLE', 'The layout changed while it was read.');
