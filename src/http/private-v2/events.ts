/** Events (contract: Event v2, Events): create one on a schema, read it. Inventory is not here. */
import { z } from 'zod';
import type { EventRecord, Events } from '#storage/events.ts';
import { absentId, localDateTime, longId, text, uuid } from '../fields.ts';
import { defineRoute, type Route } from '../route.ts';

export interface EventDeps {
  readonly catalog: Pick<Events, 'create' | 'find'>;
}

const prefix = '/api/private/v2.0/events/';
const tag = 'Events';
const nameLengthMax = 255;
const status = z.enum(['DRAFT', 'PUBLISHED', 'ARCHIVED']);

const newEvent = z
  .object({
    id: absentId('must not be provided'),
    name: text(1, nameLengthMax),
    start: localDateTime,
    endDate: localDateTime,
    schemaId: longId,
    status: status.nullish().meta({ description: 'Default: PUBLISHED.' }),
  })
  .check(({ value, issues }) => {
    // Canonical local date-times order like their text.
    if (value.endDate >= value.start) return;
    issues.push({
      code: 'custom',
      path: ['endDate'],
      message: 'must not be before start',
      params: { code: 'MIN' },
      input: value,
    });
  })
  .meta({ id: 'NewEvent' });

const eventSchema = z
  .object({
    id: z.uuid(),
    createdDate: z.string().meta({ description: 'UTC, without offset.' }),
    name: z.string(),
    start: z.string(),
    endDate: z.string(),
    schemaId: longId,
    status,
  })
  .meta({ id: 'Event' });

const requestExample = {
  name: 'Opening night',
  start: '2027-05-01T19:30:00',
  endDate: '2027-05-01T22:00:00',
  schemaId: 7,
};
const example = {
  id: '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001',
  createdDate: '2027-01-15T09:12:44.120',
  ...requestExample,
  status: 'PUBLISHED',
};

export function events(deps: EventDeps): readonly Route[] {
  return [create(deps), read(deps)];
}

function create({ catalog }: EventDeps): Route {
  return defineRoute({
    method: 'POST',
    path: prefix,
    summary: 'Create an event',
    description: 'The event belongs to the caller’s organization and can be booked as soon as its seats have prices.',
    tag,
    caller: 'organization',
    body: newEvent,
    requestExample,
    responses: { 201: { description: 'The event.', schema: eventSchema, example } },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ body, organizationId }) => {
      const event = await catalog.create(organizationId, {
        schemaId: body.schemaId,
        name: body.name,
        start: body.start,
        end: body.endDate,
        status: body.status ?? 'PUBLISHED',
      });
      if (event === null) return { problem: { code: 'ENTITY_NOT_FOUND', detail: 'There is no such schema.' } };
      return { status: 201, body: presentEvent(event) };
    },
  });
}

function read({ catalog }: EventDeps): Route {
  return defineRoute({
    method: 'GET',
    path: `${prefix}{id}`,
    summary: 'Read an event',
    tag,
    caller: 'organization',
    params: z.object({ id: uuid }),
    responses: { 200: { description: 'The event.', schema: eventSchema, example } },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params, organizationId }) => {
      const event = await catalog.find(organizationId, params.id);
      if (event === null) return { problem: { code: 'ENTITY_NOT_FOUND', detail: 'There is no such event.' } };
      return { status: 200, body: presentEvent(event) };
    },
  });
}

function presentEvent(event: EventRecord): z.output<typeof eventSchema> {
  return {
    id: event.id,
    createdDate: event.createdAt.toISOString().slice(0, -1),
    name: event.name,
    start: event.start,
    endDate: event.end,
    schemaId: event.schemaId,
    status: event.status,
  };
}
