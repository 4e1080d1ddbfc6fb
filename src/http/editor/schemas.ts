/**
 * Schemas of a venue for editors of layouts: created empty, named, labelled, deleted. Their contents are drawn by the
 * seat map's own route.
 */
import { z } from 'zod';
import { absentId, booleanText, longId, longText, text } from '#codec/fields.ts';
import { areaCapacityMax } from '#domain/layout/layout.ts';
import * as drawn from '#storage/catalog/editor-schemas.ts';
import { remove as removeSchema } from '#storage/catalog/schemas.ts';
import { find as findVenue } from '#storage/catalog/venues.ts';
import type { CallChanges } from '#storage/database/call-changes.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import type { Drawings } from '#storage/layouts/drawings.ts';
import type { LayoutChanges } from '#workflows/layout-change.ts';
import { may } from '../pipeline/access.ts';
import { answerPage, pageAnswer, pageSchema } from '../pipeline/paging.ts';
import type { Route, RouteRequest, RouteResult } from '../pipeline/route.ts';
import { warnings } from '../pipeline/unknown-members.ts';
import { unknownVenue } from '../private-v2/venue-body.ts';
import { conflict } from '../refusals.ts';
import { editorRoute } from './editor-route.ts';
import { refusedChange } from './refused-change.ts';
import { searchQuery, unknownSchema } from './terms.ts';

export interface EditorSchemaDeps {
  readonly pool: DatabasePool;
  readonly areas: Pick<Drawings, 'sections'>;
  readonly layouts: Pick<LayoutChanges, 'change'>;
}

const prefix = '/api/venues/{venueId}/schemas/';
const usedSchema = conflict('Events use the schema; delete them first.');
const inVenue = z.object({ venueId: longText });
const byId = z.object({ id: longText });
const descriptionLengthMax = 2_000;

const fields = {
  name: text(1, 255),
  description: text(0, descriptionLengthMax).nullish(),
  draft: z.boolean().nullish().meta({ description: 'A label for editors; it has no effect.' }),
  gaCapacity: z
    .int()
    .min(0)
    .max(areaCapacityMax)
    .nullish()
    .meta({
      description:
        'Places of every area that is drawn without its own `capacity`. Existing areas without places ' +
        'get them when this is set.',
    }),
};
const newSchema = z.object({ id: absentId('must be null on create'), ...fields }).meta({ id: 'NewEditorSchema' });
const changedSchema = z.object({ id: longId, ...fields }).meta({ id: 'ChangedEditorSchema' });

const editorSchema = z
  .object({
    id: longId,
    name: z.string(),
    description: z.string().nullable(),
    draft: z.boolean(),
    gaCapacity: z.int().nullable(),
    venueId: longId,
    seatsCount: z.int(),
    seatsCapacity: z.int().meta({ description: 'Seats and the places of all areas.' }),
    warnings,
  })
  .meta({ id: 'EditorSchema' });

const newExample = { name: 'Main hall', description: 'As rebuilt in 2026', draft: true, gaCapacity: 300 };
const example = { id: 7, ...newExample, venueId: 3, seatsCount: 1, seatsCapacity: 301 };
const one = { description: 'The schema.', schema: editorSchema, example };

export function editorSchemas(deps: EditorSchemaDeps): readonly Route[] {
  return [list(deps), read(deps), create(), change(deps), ...remove(deps)];
}

function list({ pool }: EditorSchemaDeps): Route {
  return editorRoute({
    method: 'GET',
    path: prefix,
    operationId: 'listEditorSchemas',
    access: may('VIEWER', 'shared'),
    summary: 'List the schemas of a venue',
    description: 'In the requested order, by default by id; `isDraft` filters the list.',
    params: inVenue,
    query: z.object({ isDraft: booleanText.optional(), ...searchQuery(['id', 'name']) }),
    responses: pageAnswer('A page of schemas.', pageSchema('PageEditorSchema', editorSchema), [example]),
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params, query, organizationId }) => {
      if ((await findVenue(pool, organizationId, params.venueId)) === null) return unknownVenue;
      const { search = null, isDraft = null } = query;
      return answerPage(await drawn.list(pool, organizationId, params.venueId, { search, isDraft }, query), query);
    },
  });
}

function read({ pool }: EditorSchemaDeps): Route {
  return editorRoute({
    method: 'GET',
    path: `${prefix}{id}`,
    operationId: 'getEditorSchema',
    access: may('VIEWER', 'shared'),
    summary: 'Read a schema of a venue',
    description: 'The schema without its seats; read those from its seat map.',
    params: inVenue.extend(byId.shape),
    responses: { 200: one },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params, organizationId }) => {
      const schema = await drawn.find(pool, organizationId, params.venueId, params.id);
      return schema === null ? unknownSchema : { status: 200, body: schema };
    },
  });
}

function create(): Route {
  return editorRoute({
    method: 'POST',
    idempotency: 'transaction',
    path: prefix,
    operationId: 'createEditorSchema',
    access: may('MANAGER', 'whole'),
    summary: 'Create an empty schema for a venue',
    description: 'Fill it with a PUT of its seat map.',
    params: inVenue,
    body: newSchema,
    requestExample: newExample,
    responses: { 201: { ...one, example: { ...example, seatsCount: 0, seatsCapacity: 0 } } },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params, body, organizationId, changes }) => {
      const { name, description = null, gaCapacity = null } = body;
      const draft = body.draft ?? false;
      const fields = { name, description, draft, gaCapacity };
      const schema = await drawn.create(changes, organizationId, params.venueId, fields);
      return schema === null ? unknownVenue : { status: 201, body: schema };
    },
  });
}

/** Gives places to the areas that have none; null: success. */
async function fillAreas(
  { areas, layouts }: EditorSchemaDeps,
  changes: CallChanges,
  organizationId: number,
  schemaId: number,
  capacity: number,
): Promise<RouteResult | null> {
  const empty = (await areas.sections(schemaId)).filter((section) => section.ga && section.capacity === 0);
  if (empty.length === 0) return null;
  const nothing = { add: [], change: [], remove: [] };
  const sections = { ...nothing, change: empty.map(({ id }) => ({ id, capacity })) };
  const change = { sections, rows: nothing, seats: nothing, shapes: nothing };
  const outcome = await layouts.change(changes, { organizationId, schemaId, change, forceDelete: false });
  return outcome.outcome === 'changed' || outcome.outcome === 'unchanged' ? null : refusedChange(outcome);
}

function change(deps: EditorSchemaDeps): Route {
  const { pool } = deps;
  return editorRoute({
    method: 'PUT',
    idempotency: 'transaction',
    path: prefix,
    operationId: 'updateEditorSchema',
    access: may('MANAGER', 'whole'),
    summary: 'Change the name and the labels of a schema',
    description:
      'Absent members keep their values. A `gaCapacity` makes a new version of the seat map when there are areas ' +
      'without places; it is refused when an event has given such an area more places and more of them are taken.',
    params: inVenue,
    body: changedSchema,
    requestExample: { id: 7, ...newExample },
    responses: { 200: one },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: async ({ params, body, organizationId, changes }) => {
      const { id, name, description, draft, gaCapacity } = body;
      if ((await drawn.find(pool, organizationId, params.venueId, id)) === null) return unknownSchema;
      const refused = gaCapacity ? await fillAreas(deps, changes, organizationId, id, gaCapacity) : null;
      if (refused !== null) return refused;
      const change = { name, description, draft: draft ?? undefined, gaCapacity };
      const schema = await drawn.update(changes, organizationId, params.venueId, id, change);
      return schema === null ? unknownSchema : { status: 200, body: schema };
    },
  });
}

function remove({ pool }: EditorSchemaDeps): readonly Route[] {
  const named = {
    method: 'DELETE',
    idempotency: 'transaction',
    summary: 'Delete a schema of a venue',
    description: 'Also deletes its layout and its pricing zones. Refused while events use it.',
    responses: { 204: { description: 'Deleted.' } },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
  } as const;
  const removed = async (
    { organizationId, changes }: Pick<RouteRequest<never, never, never>, 'organizationId' | 'changes'>,
    venueId: number,
    schemaId: number,
  ): Promise<RouteResult> => {
    if ((await drawn.find(pool, organizationId, venueId, schemaId)) === null) return unknownSchema;
    const outcome = await removeSchema(changes, organizationId, schemaId);
    if (outcome === 'unknown') return unknownSchema;
    return outcome === 'used' ? usedSchema : { status: 204 };
  };
  return [
    editorRoute({
      ...named,
      operationId: 'deleteEditorSchema',
      access: may('MANAGER', 'whole'),
      path: `${prefix}{id}`,
      params: inVenue.extend(byId.shape),
      handle: (request) => removed(request, request.params.venueId, request.params.id),
    }),
    editorRoute({
      ...named,
      operationId: 'deleteEditorSchemaByQuery',
      access: may('MANAGER', 'whole'),
      path: prefix,
      params: inVenue,
      query: byId,
      handle: (request) => removed(request, request.params.venueId, request.query.id),
    }),
  ];
}
