/**
 * Events (contract: Event v2, Events): create, read, list, change, change the status, delete. The catalog has their
 * rows; their actors decide everything that depends on inventory or sessions.
 */
import { z } from 'zod';
import type { Engine } from '#actors/engine.ts';
import { eventTotals, eventTotalsExample, presentTotals } from '#codec/answers/event-totals.ts';
import { booleanText, localDateTime, longText, text, uuid } from '#codec/fields.ts';
import * as catalog from '#storage/catalog/events.ts';
import { changeEvent, type EventChangeWorld } from '#workflows/event-change.ts';
import { removeEvent } from '#workflows/event-removal.ts';
import { findEventRow } from '../event-call.ts';
import { presentChange, presentRemoval } from '../event-outcomes.ts';
import { may } from '../pipeline/access.ts';
import { presentAnswer } from '../pipeline/answer.ts';
import { askedBy } from '../pipeline/asked-by.ts';
import { keyed } from '../pipeline/idempotency-key.ts';
import { pageAnswer, pageOf, pageSchema, pagingFields } from '../pipeline/paging.ts';
import { defineRoute, type Route, type RouteResult } from '../pipeline/route.ts';
import { tracedBy } from '../pipeline/trace-context.ts';
import { unknownEvent, unknownSchema } from '../refusals.ts';
import {
  changedEvent,
  changedEventExample,
  eventExample,
  eventNameLengthMax,
  eventSchema,
  eventStatus,
  newEvent,
  newEventExample,
  presentEvent,
} from './event-body.ts';

const prefix = '/api/private/v2.0/events/';
const shared = { tag: 'Events', caller: 'organization' } as const;
const changing = { ...shared, idempotency: 'transaction' } as const;
const one = { description: 'The event.', schema: eventSchema, example: eventExample };
const byId = z.object({ id: uuid });

const listedEvent = eventSchema
  .extend({ totals: eventTotals.nullish().meta({ description: 'Only with `totals=true`.' }) })
  .meta({ id: 'ListedEvent' });

export function events(deps: EventChangeWorld): readonly Route[] {
  return [create(), list(deps), read(deps), change(deps), setStatus(deps), remove(deps)];
}

function found(event: catalog.EventRecord | null): RouteResult {
  return event === null ? unknownEvent : { status: 200, body: presentEvent(event) };
}

function create(): Route {
  return defineRoute({
    ...changing,
    method: 'POST',
    path: prefix,
    operationId: 'createEvent',
    access: may('MANAGER', 'whole'),
    summary: 'Create an event',
    description: 'The event belongs to the caller’s organization and can be booked as soon as its seats have prices.',
    body: newEvent,
    requestExample: newEventExample,
    responses: { 201: one },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: async ({ body, organizationId, changes }) => {
      const event = await catalog.create(changes, organizationId, {
        schemaId: body.schemaId,
        name: body.name,
        start: body.start,
        end: body.endDate,
        status: body.status ?? 'PUBLISHED',
      });
      return event === null ? unknownSchema : { status: 201, body: presentEvent(event) };
    },
  });
}

function list({ engine, pool }: EventChangeWorld): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: prefix,
    operationId: 'listEvents',
    access: may('VIEWER', 'filtered'),
    summary: 'List the events',
    description:
      'In the requested order, by default by id. Filters combine. With `totals=true` every event of the page comes with its totals as ' +
      'they are now, which loads the event; null where it cannot be reached.',
    query: z.object({
      venueId: longText.optional().meta({ description: 'The venue of the event’s schema.' }),
      status: eventStatus.optional(),
      name: text(0, eventNameLengthMax)
        .optional()
        .meta({ description: 'Part of the name; upper and lower case are the same.' }),
      endsFrom: localDateTime.optional().meta({ description: 'Only events that end then or later.' }),
      totals: booleanText.default(false).meta({ description: 'Whether to show the totals of each event.' }),
      ...pagingFields(['id', 'name', 'start', 'endDate', 'createdDate', 'schemaId', 'status']),
    }),
    responses: pageAnswer('A page of events.', pageSchema('PageEvent', listedEvent), [
      { ...eventExample, totals: eventTotalsExample },
    ]),
    errors: [],
    handle: async ({ query, organizationId, visibleEvents: only }) => {
      const { venueId = null, status = null, name = null, endsFrom = null } = query;
      const { content, totalElements } = await catalog.list(
        pool,
        organizationId,
        { venueId, status, name, endsFrom, only },
        query,
      );
      const events = query.totals
        ? await Promise.all(
            content.map(async (event) => ({ ...presentEvent(event), totals: await totalsOf(engine, event) })),
          )
        : content.map(presentEvent);
      return { status: 200, body: pageOf(events, totalElements, query) };
    },
  });
}

/** Null: the event cannot be reached at the moment, or has just been deleted. */
async function totalsOf(engine: Engine, { number }: catalog.EventRecord): Promise<z.output<typeof eventTotals> | null> {
  const answer = await engine.ask(number, { kind: 'read-totals' }).catch(() => null);
  return answer?.ok === true && answer.reply.kind === 'totals' ? presentTotals(answer.reply.totals) : null;
}

function read({ pool }: EventChangeWorld): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: `${prefix}{id}`,
    operationId: 'getEvent',
    access: may('VIEWER', 'params.id'),
    summary: 'Read an event',
    description: 'The event as it is now, whatever its status.',
    params: byId,
    responses: { 200: one },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params, organizationId }) => found(await findEventRow(pool, organizationId, params.id)),
  });
}

function change(deps: EventChangeWorld): Route {
  return defineRoute({
    ...changing,
    method: 'PUT',
    path: prefix,
    operationId: 'updateEvent',
    access: may('MANAGER', 'body.id'),
    summary: 'Change an event',
    description:
      'The body is the whole event. Another `schemaId` is refused once any seat or area of the event has been assigned, ' +
      'held or sold. The status is changed by POST …/status. The start and the schema of an event of a series cannot change, nor can ' +
      'the schema of a template in use.',
    body: changedEvent,
    requestExample: changedEventExample,
    responses: { 200: one },
    errors: ['ENTITY_NOT_FOUND', 'EVENT_BOUND_TO_SERIES', 'DATA_INTEGRITY_VIOLATION'],
    handle: async ({ body, organizationId, changes }) => {
      const { id, name, start, endDate: end, schemaId, status } = body;
      const event = await findEventRow(deps.pool, organizationId, id);
      if (event === null) return unknownEvent;
      if (status !== undefined && status !== null && status !== event.status) {
        const detail = `The event is ${event.status}; change its status with POST …/status.`;
        return { problem: { code: 'DATA_INTEGRITY_VIOLATION', detail } };
      }
      const fields = { name, start, end, schemaId };
      return presentChange(await changeEvent(deps, changes, organizationId, event, fields), found);
    },
  });
}

function setStatus({ engine, pool }: EventChangeWorld): Route {
  return defineRoute({
    ...shared,
    method: 'POST',
    path: `${prefix}{id}/status`,
    operationId: 'changeEventStatus',
    access: may('MANAGER', 'params.id'),
    summary: 'Change the status of an event',
    description: 'DRAFT → PUBLISHED → ARCHIVED → DRAFT. The current status is accepted and changes nothing.',
    params: byId,
    body: z.object({ status: eventStatus }).meta({ id: 'EventStatusChange' }),
    requestExample: { status: 'PUBLISHED' },
    responses: { 200: one },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: async (request) => {
      const { params, body, organizationId } = request;
      const event = await findEventRow(pool, organizationId, params.id);
      if (event === null) return unknownEvent;
      const command = {
        kind: 'set-status',
        status: body.status,
        ...keyed(request),
        ...askedBy(request),
        ...tracedBy(request),
      } as const;
      const answer = await engine.ask(event.number, command);
      // The change is durable; a failure here only delays it in the lists, until the event is projected.
      if (answer.ok) await engine.settle([event.number]).catch(() => undefined);
      return presentAnswer(answer, 'done', () => found({ ...event, status: body.status }));
    },
  });
}

function remove(deps: EventChangeWorld): Route {
  return defineRoute({
    ...changing,
    method: 'DELETE',
    path: `${prefix}{id}`,
    operationId: 'deleteEvent',
    access: may('MANAGER', 'params.id'),
    summary: 'Delete an event',
    description:
      'Also deletes its prices, assignments and bookings; cannot be undone. Refused while a session on it is ACTIVE or ' +
      'PENDING_PAYMENT, or while a series that is not archived uses it as its template.',
    params: byId,
    responses: { 204: { description: 'The event is deleted.' } },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: async ({ params, organizationId, changes }) => {
      const event = await findEventRow(deps.pool, organizationId, params.id);
      return event === null ? unknownEvent : presentRemoval(await removeEvent(deps, changes, event));
    },
  });
}
