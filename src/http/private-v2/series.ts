/**
 * Series (contract: Series): create, read, list, change the template, pause, resume, archive. The template itself
 * answers whether it fulfils the rules; storage ensures that it continues to.
 */
import { z } from 'zod';
import { longId, longText, text, timeZone, utcWithoutOffset, uuid } from '#codec/fields.ts';
import * as records from '#storage/catalog/series.ts';
import {
  replaceTemplate as changeTemplate,
  createSeries,
  type SeriesChangeOutcome,
  type SeriesChangeWorld,
} from '#workflows/series-change.ts';
import type { InvalidTemplate } from '#workflows/series-template.ts';
import { may } from '../pipeline/access.ts';
import { defineRoute, type Route, type RouteResult } from '../pipeline/route.ts';
import { conflict, noSuch, unknownEvent } from '../refusals.ts';

export const seriesPrefix = '/api/private/v2.0/series/';
export const seriesTag = 'Series';
const shared = { tag: seriesTag, caller: 'organization' } as const;
const changing = { ...shared, idempotency: 'transaction' } as const;
export const seriesPath = z.object({ id: longText });
export const unknownSeries = noSuch('series');

/** The same as for an event. */
const nameLengthMax = 255;

const seriesSchema = z
  .object({
    id: longId,
    name: z.string(),
    templateEventId: z.uuid(),
    timeZone: z.string(),
    schemaId: longId,
    status: z.enum(['ACTIVE', 'PAUSED', 'ARCHIVED']),
    createdDate: utcWithoutOffset,
  })
  .meta({ id: 'Series' });

const newSeries = z
  .object({
    name: text(1, nameLengthMax),
    templateEventId: uuid,
    timeZone: timeZone.meta({ description: 'IANA zone of the venue.' }),
  })
  .meta({ id: 'NewSeries' });

const newSeriesExample = {
  name: 'Matinee',
  templateEventId: '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001',
  timeZone: 'Europe/Berlin',
};

const seriesExample: z.output<typeof seriesSchema> = {
  id: 31,
  ...newSeriesExample,
  schemaId: 7,
  status: 'ACTIVE',
  createdDate: '2027-01-15T09:12:44.120',
};

const one = { description: 'The series.', schema: seriesSchema, example: seriesExample };

export function series(deps: SeriesChangeWorld): readonly Route[] {
  return [
    create(deps),
    list(deps),
    read(deps),
    replaceTemplate(deps),
    move(deps, 'pause', 'PAUSED', 'Pause a series', 'No events can be added until it is resumed.'),
    move(deps, 'resume', 'ACTIVE', 'Resume a paused series', 'Events can be added again.'),
    move(
      deps,
      'archive',
      'ARCHIVED',
      'Archive a series',
      'Cannot be undone. Its events stay; its template may be deleted.',
    ),
  ];
}

function present(record: records.SeriesRecord): z.output<typeof seriesSchema> {
  const { templateNumber: _, createdAt, ...shown } = record;
  return { ...shown, createdDate: createdAt.toISOString().slice(0, -1) };
}

function presentStored(outcome: SeriesChangeOutcome, status: 200 | 201): RouteResult {
  switch (outcome.outcome) {
    case 'stored':
      return { status, body: present(outcome.series) };
    case 'unknown-series':
      return unknownSeries;
    case 'unknown-template':
      return unknownEvent;
    case 'invalid-template':
      return invalidTemplate(outcome);
    case 'refused':
      return { problem: outcome.refusal };
  }
}

/** 400 INVALID_SERIES_TEMPLATE. */
export function invalidTemplate({ detail }: InvalidTemplate): RouteResult {
  return { problem: { code: 'INVALID_SERIES_TEMPLATE', detail } };
}

function create(deps: SeriesChangeWorld): Route {
  return defineRoute({
    ...changing,
    method: 'POST',
    path: seriesPrefix,
    operationId: 'createSeries',
    access: may('MANAGER', 'whole'),
    summary: 'Create a series',
    description: 'The template is a published event of the organization that is not part of a series itself.',
    body: newSeries,
    requestExample: newSeriesExample,
    responses: { 201: one },
    errors: ['ENTITY_NOT_FOUND', 'INVALID_SERIES_TEMPLATE'],
    handle: async ({ body, organizationId, changes }) =>
      presentStored(await createSeries(deps, changes, organizationId, body), 201),
  });
}

function list({ pool }: SeriesChangeWorld): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: seriesPrefix,
    operationId: 'listSeries',
    access: may('VIEWER', 'whole'),
    summary: 'List the series',
    description: 'All series of the organization, including archived ones, sorted by id.',
    query: z.object({
      eventId: uuid.optional().meta({ description: 'Only series that the event is in, or whose template it is' }),
    }),
    responses: {
      200: { description: 'All series, by id.', schema: z.array(seriesSchema), example: [seriesExample] },
    },
    errors: [],
    handle: async ({ organizationId, query }) => ({
      status: 200,
      body: (await records.list(pool, organizationId, query.eventId)).map(present),
    }),
  });
}

function read({ pool }: SeriesChangeWorld): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: `${seriesPrefix}{id}`,
    operationId: 'getSeries',
    access: may('VIEWER', 'whole'),
    summary: 'Read a series',
    description: 'The series as it is now, whatever its status.',
    params: seriesPath,
    responses: { 200: one },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params, organizationId }) => {
      const found = await records.find(pool, organizationId, params.id);
      return found === null ? unknownSeries : { status: 200, body: present(found) };
    },
  });
}

function replaceTemplate(deps: SeriesChangeWorld): Route {
  return defineRoute({
    ...changing,
    method: 'PUT',
    path: `${seriesPrefix}{id}`,
    operationId: 'replaceSeriesTemplate',
    access: may('MANAGER', 'whole'),
    summary: 'Replace the template of a series',
    description: 'The new template must use the same schema. Existing events do not change.',
    params: seriesPath,
    body: z.object({ templateEventId: uuid }).meta({ id: 'SeriesTemplate' }),
    requestExample: { templateEventId: newSeriesExample.templateEventId },
    responses: { 200: one },
    errors: ['ENTITY_NOT_FOUND', 'INVALID_SERIES_TEMPLATE'],
    handle: async ({ params, body, organizationId, changes }) => {
      const wanted = { seriesId: params.id, templateEventId: body.templateEventId };
      return presentStored(await changeTemplate(deps, changes, organizationId, wanted), 200);
    },
  });
}

function move(
  { pool }: SeriesChangeWorld,
  verb: 'pause' | 'resume' | 'archive',
  status: records.SeriesStatus,
  summary: string,
  description: string,
): Route {
  return defineRoute({
    ...changing,
    method: 'POST',
    path: `${seriesPrefix}{id}/${verb}`,
    operationId: `${verb}Series`,
    access: may('MANAGER', 'whole'),
    summary,
    description: `${description} Repeating it changes nothing.`,
    params: seriesPath,
    responses: { 200: { ...one, example: { ...seriesExample, status } } },
    errors: verb === 'archive' ? ['ENTITY_NOT_FOUND'] : ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: async ({ params, organizationId, changes }) => {
      if ((await records.find(pool, organizationId, params.id)) === null) return unknownSeries;
      const moved = await records.setStatus(changes, organizationId, params.id, status);
      if (moved !== null) return { status: 200, body: present(moved) };
      return conflict('The series is archived; this cannot be undone.');
    },
  });
}
