/**
 * Schemas: create a venue layout in one call, list them, read metadata and layout, delete. Large bodies are parsed in a
 * thread and large answers are written in pieces.
 */
import { z } from 'zod';
import { layoutChunks, layoutExample, layoutSchema } from '#codec/answers/layout.ts';
import { newLayout, newLayoutExample } from '#codec/bodies/new-layout.ts';
import { longId, longText } from '#codec/fields.ts';
import type { VersionInForce } from '#domain/cluster-version.ts';
import type { InvalidBody } from '#domain/command.ts';
import type { Layout } from '#domain/layout/layout.ts';
import * as stored from '#storage/catalog/schemas.ts';
import type { Layouts } from '#storage/layouts/layouts.ts';
import { may } from '../pipeline/access.ts';
import { ifNoneMatch, tagHeaders, tagOfText, unchanged } from '../pipeline/entity-tag.ts';
import { answerPage, pageAnswer, pageSchema, pagingFields } from '../pipeline/paging.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import { conflict, unknownSchema } from '../refusals.ts';
import { requireUnits } from './units.ts';
import { unknownVenue } from './venue-body.ts';

export interface SchemaDeps extends stored.SchemaWriter {
  readonly layouts: Pick<Layouts, 'version' | 'focalPoint' | 'decorations' | 'sections' | 'seats'>;
  readonly clusterVersion: VersionInForce;
  /** Transfers the bytes to a thread: the caller cannot use them afterwards. */
  readonly parseLayout: (bytes: Uint8Array) => Promise<Layout | InvalidBody>;
}

const prefix = '/api/private/v2.0/schemas/';
const shared = { tag: 'Schemas', caller: 'organization' } as const;
const params = z.object({ id: longText });
const changing = { ...shared, idempotency: 'transaction' } as const;
export const layoutBytesMax = 64 * 1024 * 1024;
const usedSchema = conflict('Events use the schema; delete them first.');

export const schemaRecord = z
  .object({ id: longId, name: z.string(), venueId: longId.nullable(), capacity: z.int() })
  .meta({ id: 'SchemaMetadata' });

export const schemaExample = { id: 7, name: 'Main hall', venueId: 3, capacity: 301 };
const one = { description: 'The schema.', schema: schemaRecord, example: schemaExample };

export function schemas(deps: SchemaDeps): readonly Route[] {
  return [create(deps), list(deps), read(deps), layout(deps), remove()];
}

function create({ pool, log, clusterVersion, parseLayout }: SchemaDeps): Route {
  return defineRoute({
    ...changing,
    method: 'POST',
    path: prefix,
    operationId: 'createSchema',
    access: may('MANAGER', 'whole'),
    summary: 'Create a schema with its layout',
    description:
      'Up to 500,000 seats in one call, all or nothing. Seat ids are consecutive in layout order. The service places items without ' +
      'coordinates: sections in tiers around the stage, in their order, and areas in front of it, with a size that follows from ' +
      'their capacity. Given coordinates are never changed. `units` makes tables, boxes and booths of its seats.',
    body: newLayout,
    rawBody: true,
    bodyLimitBytes: layoutBytesMax,
    requestExample: newLayoutExample,
    responses: { 201: one },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ rawBody, organizationId, changes }) => {
      const parsed = await parseLayout(rawBody);
      if ('invalid' in parsed) return { problem: { ...parsed, code: parsed.invalid } };
      if (parsed.units.length > 0) requireUnits(clusterVersion);
      const schema = await stored.create({ pool, log }, changes, organizationId, parsed);
      return schema === null ? unknownVenue : { status: 201, body: schema };
    },
  });
}

function list({ pool }: SchemaDeps): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: prefix,
    operationId: 'listSchemas',
    access: may('VIEWER', 'shared'),
    summary: 'List the schemas',
    description: 'In the requested order, by default by id; `venueId` limits the list to one venue.',
    query: z.object({ ...pagingFields(['id', 'name', 'venueId', 'capacity']), venueId: longText.optional() }),
    responses: pageAnswer('A page of schemas.', pageSchema('PageSchemaMetadata', schemaRecord), [schemaExample]),
    errors: [],
    handle: async ({ query, organizationId }) =>
      answerPage(await stored.list(pool, organizationId, query.venueId, query), query),
  });
}

function remove(): Route {
  return defineRoute({
    ...changing,
    method: 'DELETE',
    path: `${prefix}{id}`,
    operationId: 'deleteSchema',
    access: may('MANAGER', 'whole'),
    summary: 'Delete a schema',
    description: 'Also deletes its layout and its pricing zones. Refused while events use it.',
    params,
    responses: { 204: { description: 'Deleted.' } },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: async ({ params, organizationId, changes }) => {
      const outcome = await stored.remove(changes, organizationId, params.id);
      if (outcome === 'unknown') return unknownSchema;
      return outcome === 'used' ? usedSchema : { status: 204 };
    },
  });
}

function read({ pool }: SchemaDeps): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: `${prefix}{id}`,
    operationId: 'getSchema',
    access: may('VIEWER', 'shared'),
    summary: 'Read a schema',
    description: 'The schema without its seats; read those from its layout.',
    params,
    responses: { 200: one },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params, organizationId }) => {
      const schema = await stored.find(pool, organizationId, params.id);
      return schema === null ? unknownSchema : { status: 200, body: schema };
    },
  });
}

/** To be increased when the same layout is presented differently, so that tags change. */
const layoutFormat = 2;

function layout({ pool, layouts }: SchemaDeps): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: `${prefix}{id}/layout/`,
    operationId: 'getSchemaLayout',
    access: may('VIEWER', 'shared'),
    summary: 'Read the layout of a schema',
    description:
      'Sections, rows and seats with their ids, in layout order, and the decorations. An area’s id is its ' +
      'section’s id. It changes only when an editor changes it: use `ETag` to avoid reading it again.',
    params,
    requestHeaders: z.object({ 'If-None-Match': ifNoneMatch }),
    responses: {
      200: { description: 'The layout.', schema: layoutSchema, example: layoutExample },
      304: { description: 'Not modified: `If-None-Match` names the current content.' },
    },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async (request) => {
      const schema = await stored.find(pool, request.organizationId, request.params.id);
      if (schema === null) return unknownSchema;
      const tag = tagOfText(`${layoutFormat} ${await layouts.version(schema.id)} ${JSON.stringify(schema)}`);
      const held = unchanged(request.header('if-none-match'), tag);
      if (held !== null) return held;
      const [sections, decorations, focalPoint] = await Promise.all([
        layouts.sections(schema.id),
        layouts.decorations(schema.id),
        layouts.focalPoint(schema.id),
      ]);
      const chunks = layoutChunks(schema, { sections, decorations, focalPoint }, layouts.seats(schema.id));
      return { status: 200, headers: tagHeaders(tag), content: chunks };
    },
  });
}
