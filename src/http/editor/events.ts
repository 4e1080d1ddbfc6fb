/** Events for editors of layouts: the events that use a schema. Reads only; other interfaces create events. */
import { z } from 'zod';
import { longId, longText, shownLocalTime, uuid } from '#codec/fields.ts';
import * as events from '#storage/catalog/editor-events.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import { may } from '../pipeline/access.ts';
import { answerPage, pageAnswer, pageSchema } from '../pipeline/paging.ts';
import type { Route } from '../pipeline/route.ts';
import { eventStatus } from '../private-v2/event-body.ts';
import { unknownEvent } from '../refusals.ts';
import { editorRoute } from './editor-route.ts';
import { searchQuery } from './terms.ts';

const prefix = '/api/events/';

const eventSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    schemaId: longId,
    schemaName: z.string(),
    venueId: longId.nullable(),
    venueName: z.string().nullable(),
    status: eventStatus,
    startsAt: shownLocalTime,
    endsAt: shownLocalTime,
  })
  .meta({ id: 'EditorEvent' });

const example: z.output<typeof eventSchema> = {
  id: '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001',
  name: 'Opening night',
  schemaId: 7,
  schemaName: 'Main hall',
  venueId: 3,
  venueName: 'City Hall',
  status: 'PUBLISHED',
  startsAt: '2027-05-01T19:30:00',
  endsAt: '2027-05-01T22:00:00',
};

export function editorEvents(pool: DatabasePool): readonly Route[] {
  return [list(pool), read(pool)];
}

function list(pool: DatabasePool): Route {
  return editorRoute({
    method: 'GET',
    path: prefix,
    operationId: 'listEditorEvents',
    access: may('VIEWER', 'filtered'),
    summary: 'List the events of the login’s organization',
    description: 'In the requested order, by default by id. Filters combine.',
    query: z.object({
      schemaId: longText.optional(),
      venueId: longText.optional(),
      status: eventStatus.optional(),
      ...searchQuery(['id', 'name', 'startsAt', 'status']),
    }),
    responses: pageAnswer('A page of events.', pageSchema('PageEditorEvent', eventSchema), [example]),
    errors: [],
    handle: async ({ query, organizationId, visibleEvents: only }) => {
      const { schemaId = null, venueId = null, status = null, search = null } = query;
      const filter = { schemaId, venueId, status, search, only };
      return answerPage(await events.list(pool, organizationId, filter, query), query);
    },
  });
}

function read(pool: DatabasePool): Route {
  return editorRoute({
    method: 'GET',
    path: `${prefix}{id}`,
    operationId: 'getEditorEvent',
    access: may('VIEWER', 'params.id'),
    summary: 'Read an event of the login’s organization',
    description: 'The event with the names of its schema and its venue.',
    params: z.object({ id: uuid }),
    responses: { 200: { description: 'The event.', schema: eventSchema, example } },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params, organizationId }) => {
      const event = await events.find(pool, organizationId, params.id);
      return event === null ? unknownEvent : { status: 200, body: event };
    },
  });
}
