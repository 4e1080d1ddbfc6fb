/** Events of the legacy interface (contract: Event v1, Legacy v1): list, create, change, delete. */
import { z } from 'zod';
import {
  absentId,
  localDateTime,
  longId,
  shownAs,
  shownLocalTime,
  text,
  uuid,
  wholeNumberText,
} from '#codec/fields.ts';
import * as catalog from '#storage/catalog/events.ts';
import { listEvents, ownerOfEvent, ownerOfSchema } from '#storage/catalog/legacy-catalog.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import { changeEvent, type EventChangeWorld } from '#workflows/event-change.ts';
import { removeEvent } from '#workflows/event-removal.ts';
import { presentChange, presentRemoval } from '../event-outcomes.ts';
import { may } from '../pipeline/access.ts';
import { timedLike } from '../pipeline/answer.ts';
import { defineRoute, type Route, type RouteResult } from '../pipeline/route.ts';
import { endsAfterStart, eventNameLengthMax } from '../private-v2/event-body.ts';
import { foreignObject, legacyPrefix, legacyResult, unknownObject } from './legacy.ts';

const path = `${legacyPrefix}/events/`;
const shared = { tag: 'Legacy v1', caller: 'legacy' } as const;
const changing = { ...shared, idempotency: 'transaction' } as const;
/** Larger limits count as this one. */
const limitMax = 1_000;
const limitDefault = 50;
const offsetMax = 2_147_483_647;

/** Limit and offset of a list; larger limits count as the largest. */
export const windowFields = {
  limit: wholeNumberText(0, Number.MAX_SAFE_INTEGER)
    .transform((limit) => Math.min(limit, limitMax))
    .default(limitDefault)
    .meta({
      description: `Maximum number of entries; more than ${limitMax} counts as ${limitMax}.`,
      ...shownAs({ type: 'integer', minimum: 0, default: limitDefault }),
    }),
  offset: wholeNumberText(0, offsetMax)
    .default(0)
    .meta(shownAs({ type: 'integer', minimum: 0, maximum: offsetMax, default: 0 })),
};

const fields = {
  name: text(1, eventNameLengthMax),
  start: localDateTime,
  killAfter: localDateTime.meta({ description: 'The end of the event.' }),
  schemaId: longId,
};

const refuseEndBeforeStart = endsAfterStart<{ start: string; killAfter: string }>('killAfter', ({ start }) => start);

const newEvent = z
  .object({ id: absentId('must be null on create'), ...fields })
  .check(refuseEndBeforeStart)
  .meta({ id: 'NewLegacyEvent' });

const changedEvent = z
  .object({ id: uuid, ...fields })
  .check(refuseEndBeforeStart)
  .meta({ id: 'ChangedLegacyEvent' });

const legacyEvent = z
  .object({ id: z.uuid(), start: shownLocalTime, killAfter: shownLocalTime, name: z.string(), schemaId: longId })
  .meta({ id: 'LegacyEvent' });

const newExample = {
  name: 'Opening night',
  start: '2027-05-01T19:30:00',
  killAfter: '2027-05-01T22:00:00',
  schemaId: 7,
};
const example = { id: '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001', ...newExample };

const one = { 200: { description: 'The event.', schema: legacyEvent, example } };

function present({ id, start, end, name, schemaId }: catalog.EventRecord): z.output<typeof legacyEvent> {
  return { id, start, killAfter: end, name, schemaId };
}

export function legacyEvents(deps: EventChangeWorld): readonly Route[] {
  return [list(deps), create(deps), change(deps), remove(deps)];
}

function list({ pool }: EventChangeWorld): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path,
    operationId: 'listLegacyEvents',
    access: may('VIEWER', 'filtered'),
    summary: 'List the events with the legacy fields',
    description: 'Sorted by id.',
    query: z.object(windowFields),
    responses: { 200: { description: 'The events.', schema: z.array(legacyEvent), example: [example] } },
    errors: [],
    handle: async ({ query, organizationId, visibleEvents }) => {
      const events = await listEvents(pool, organizationId, visibleEvents, query);
      return { status: 200, body: events.map(present) };
    },
  });
}

function create({ pool }: EventChangeWorld): Route {
  return defineRoute({
    ...changing,
    method: 'POST',
    path,
    operationId: 'createLegacyEvent',
    access: may('MANAGER', 'whole'),
    summary: 'Create an event with the legacy fields',
    description: 'The event is published at once.',
    body: newEvent,
    requestExample: newExample,
    responses: one,
    errors: ['VALIDATION_FAILED'],
    handle: async ({ body, organizationId, changes }) => {
      const { killAfter: end, name, start, schemaId } = body;
      const closed = await refuseSchemaOf(pool, organizationId, schemaId);
      if (closed !== null) return closed;
      const event = await catalog.create(changes, organizationId, { name, start, end, schemaId, status: 'PUBLISHED' });
      return event === null ? unknownObject('schemaId', schemaId, 'a schema') : shown(event);
    },
  });
}

function shown(event: catalog.EventRecord): RouteResult {
  return { status: 200, body: present(event) };
}

/** Refuses a schema that the organization does not have; null otherwise. */
async function refuseSchemaOf(
  pool: DatabasePool,
  organizationId: number,
  schemaId: number,
): Promise<RouteResult | null> {
  const owner = await ownerOfSchema(pool, schemaId);
  if (owner === null) return unknownObject('schemaId', schemaId, 'a schema');
  return owner === organizationId ? null : foreignObject('this schema');
}

/** The organization's event, or the problem. */
async function findEvent({ pool }: EventChangeWorld, organizationId: number, id: string) {
  const event = await catalog.find(pool, organizationId, id);
  if (event !== null) return event;
  const owner = await ownerOfEvent(pool, id);
  return owner === null || owner === organizationId ? unknownObject('id', id, 'an event') : foreignObject('this event');
}

function change(deps: EventChangeWorld): Route {
  return defineRoute({
    ...changing,
    method: 'PUT',
    path,
    operationId: 'updateLegacyEvent',
    access: may('MANAGER', 'body.id'),
    summary: 'Change an event with the legacy fields',
    description:
      'The body is the whole event. Another `schemaId` is refused once any seat or area of the event has been assigned, ' +
      'held or sold. The start of an event of a series cannot change.',
    body: changedEvent,
    requestExample: example,
    responses: one,
    errors: ['VALIDATION_FAILED', 'EVENT_BOUND_TO_SERIES'],
    handle: async ({ body, organizationId, changes }) => {
      const { id, killAfter: end, name, start, schemaId } = body;
      const event = await findEvent(deps, organizationId, id);
      if ('problem' in event) return event;
      const closed = await refuseSchemaOf(deps.pool, organizationId, schemaId);
      if (closed !== null) return closed;
      const changed = await changeEvent(deps, changes, organizationId, event, { name, start, end, schemaId });
      return legacyResult(presentChange(changed, shown), { unknown: ['id', id], conflict: ['schemaId', schemaId] });
    },
  });
}

function remove(deps: EventChangeWorld): Route {
  return defineRoute({
    ...changing,
    method: 'DELETE',
    path: `${path}{id}`,
    operationId: 'deleteLegacyEvent',
    access: may('MANAGER', 'params.id'),
    summary: 'Delete an event',
    description:
      'Also deletes its prices, assignments and bookings; cannot be undone. False while a session on it is ACTIVE or ' +
      'PENDING_PAYMENT, or while a series uses it as its template.',
    params: z.object({ id: uuid }),
    responses: { 200: { description: 'Whether it was deleted.', schema: z.boolean(), example: true } },
    errors: ['VALIDATION_FAILED'],
    handle: async ({ params, organizationId, changes }) => {
      const event = await findEvent(deps, organizationId, params.id);
      if ('problem' in event) return event;
      return asBoolean(presentRemoval(await removeEvent(deps, changes, event)));
    },
  });
}

/** Answers true for a success and false when stored data forbids it. */
export function asBoolean(result: RouteResult): RouteResult {
  const isDone = !('problem' in result);
  if (isDone || result.problem.code === 'DATA_INTEGRITY_VIOLATION')
    return timedLike(result, { status: 200, body: isDone });
  return legacyResult(result);
}
