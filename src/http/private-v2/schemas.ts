/**
 * Schemas: create a venue layout in one call, read its metadata and its layout. Large bodies are parsed in
 * a thread and large answers are written in pieces.
 */
import { z } from 'zod';
import type { InvalidBody } from '#domain/command.ts';
import type { Layout } from '#domain/layout/layout.ts';
import type { Layouts } from '#storage/layouts.ts';
import type { Schemas } from '#storage/schemas.ts';
import { longId, longText, text } from '../fields.ts';
import { defineRoute, type Route, type RouteResult } from '../route.ts';
import { layoutChunks, layoutExample, layoutSchema } from './layout-text.ts';

export interface SchemaDeps {
  readonly schemas: Pick<Schemas, 'create' | 'find'>;
  readonly layouts: Pick<Layouts, 'sections' | 'seats'>;
  /** Gives the bytes away. */
  readonly parseLayout: (bytes: Uint8Array) => Promise<Layout | InvalidBody>;
}

const prefix = '/api/private/v2.0/schemas/';
const tag = 'Schemas';
const layoutBytesMax = 64 * 1024 * 1024;
const unknownSchema: RouteResult = { problem: { code: 'ENTITY_NOT_FOUND', detail: 'There is no such schema.' } };
const unknownVenue: RouteResult = { problem: { code: 'ENTITY_NOT_FOUND', detail: 'There is no such venue.' } };

const measure = z.number().nullish();
const label = text(0, 255).nullish();
const name = text(1, 255);

const newSeat = z.object({
  name,
  x: z.number(),
  y: z.number(),
  accessible: z.boolean().nullish(),
  marked: z.boolean().nullish(),
});

const newRow = z.object({
  name,
  x: measure,
  y: measure,
  seats: z.array(newSeat).min(1).nullish().meta({ description: 'Either these or `seatCount`.' }),
  seatCount: z.int().min(1).nullish().meta({ description: 'Seats numbered from 1, placed on a grid.' }),
});

const newSection = z.object({
  name,
  prefix: label,
  seatPrefix: label,
  ga: z.boolean().nullish().meta({ description: 'A general-admission area: `capacity` places, no rows.' }),
  capacity: z.int().min(0).nullish(),
  x: measure,
  y: measure,
  width: measure,
  height: measure,
  angle: measure,
  shapes: z.array(z.record(z.string(), z.unknown())).nullish(),
  rows: z.array(newRow).nullish(),
});

const newSchema = z
  .object({ name, venueId: longId.nullish(), sections: z.array(newSection).min(1) })
  .meta({ id: 'NewSchema', description: 'Names are unique inside their parent and contain no `;;`.' });

const schemaRecord = z
  .object({ id: longId, name: z.string(), venueId: longId.nullable(), capacity: z.int() })
  .meta({ id: 'SchemaMetadata' });

const example = { id: 7, name: 'Main hall', venueId: 3, capacity: 301 };

export function schemas(deps: SchemaDeps): readonly Route[] {
  return [create(deps), read(deps), layout(deps)];
}

function create({ schemas, parseLayout }: SchemaDeps): Route {
  return defineRoute({
    method: 'POST',
    path: prefix,
    summary: 'Create a schema with its layout',
    description: 'Up to 500,000 seats in one call, all or nothing. Seat ids follow each other in layout order.',
    tag,
    caller: 'organization',
    body: newSchema,
    rawBody: true,
    bodyLimitBytes: layoutBytesMax,
    requestExample: {
      name: 'Main hall',
      venueId: 3,
      sections: [
        { name: 'Stalls', rows: [{ name: 'A', seats: [{ name: '1', x: 0, y: 0, accessible: true }] }] },
        { name: 'Floor', ga: true, capacity: 300 },
      ],
    },
    responses: { 201: { description: 'The schema.', schema: schemaRecord, example } },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ rawBody, organizationId }) => {
      const parsed = await parseLayout(rawBody);
      if ('invalid' in parsed) return { problem: { ...parsed, code: parsed.invalid } };
      const schema = await schemas.create(organizationId, parsed);
      return schema === null ? unknownVenue : { status: 201, body: schema };
    },
  });
}

function read({ schemas }: SchemaDeps): Route {
  return defineRoute({
    method: 'GET',
    path: `${prefix}{id}`,
    summary: 'Read a schema',
    tag,
    caller: 'organization',
    params: z.object({ id: longText }),
    responses: { 200: { description: 'The schema.', schema: schemaRecord, example } },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params, organizationId }) => {
      const schema = await schemas.find(organizationId, params.id);
      return schema === null ? unknownSchema : { status: 200, body: schema };
    },
  });
}

function layout({ schemas, layouts }: SchemaDeps): Route {
  return defineRoute({
    method: 'GET',
    path: `${prefix}{id}/layout/`,
    summary: 'Read the layout of a schema',
    description: 'Sections, rows and seats with their ids, in layout order. An area’s id is its section’s id.',
    tag,
    caller: 'organization',
    params: z.object({ id: longText }),
    responses: { 200: { description: 'The layout.', schema: layoutSchema, example: layoutExample } },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params, organizationId }) => {
      const schema = await schemas.find(organizationId, params.id);
      if (schema === null) return unknownSchema;
      const sections = await layouts.sections(schema.id);
      return { status: 200, chunks: layoutChunks(schema, sections, layouts.seats(schema.id)) };
    },
  });
}
