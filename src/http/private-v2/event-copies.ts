/** Copies of events (contract: Event v2): a new event with the prices, allotments and rules of another one. */
import { z } from 'zod';
import { localDateTime, text, uuid } from '#codec/fields.ts';
import { copyEvent, type EventCopyWorld } from '#workflows/event-copy.ts';
import { findEventRow } from '../event-call.ts';
import { may } from '../pipeline/access.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import { unknownEvent } from '../refusals.ts';
import {
  endsAfterStart,
  eventExample,
  eventNameLengthMax,
  eventSchema,
  eventStatus,
  presentEvent,
} from './event-body.ts';

const newCopy = z
  .object({
    name: text(1, eventNameLengthMax),
    start: localDateTime,
    endDate: localDateTime,
    status: eventStatus.nullish().meta({ description: 'Default: DRAFT.' }),
  })
  .check(endsAfterStart<{ start: string; endDate: string }>('endDate', ({ start }) => start))
  .meta({ id: 'EventCopy' });

export function eventCopies(deps: EventCopyWorld): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/private/v2.0/events/{id}/copies/',
    operationId: 'copyEvent',
    idempotency: 'transaction',
    access: may('MANAGER', 'whole'),
    summary: 'Copy an event',
    description:
      'A new event on the same schema, with its prices and ticket types, the prices and properties of its seats and areas, its ' +
      'allotments with their seats and places, its admission, its own terms of units, and its face. Times of allotments and of the ' +
      'admission keep their distance from the start, by the clock of the venue. Nothing that was held, sold, blocked, released or ' +
      'waited for is copied, nor is the copy part of a series.',
    tag: 'Events',
    caller: 'organization',
    params: z.object({ id: uuid }),
    body: newCopy,
    requestExample: { name: 'Second night', start: '2027-05-02T19:30:00', endDate: '2027-05-02T22:00:00' },
    responses: {
      201: {
        description: 'The new event.',
        schema: eventSchema,
        example: { ...eventExample, name: 'Second night', start: '2027-05-02T19:30:00', status: 'DRAFT' },
      },
    },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: async ({ params, body, organizationId, changes }) => {
      if ((await findEventRow(deps.pool, organizationId, params.id)) === null) return unknownEvent;
      const { name, start, endDate: end } = body;
      const wanted = { name, start, end, status: body.status ?? 'DRAFT' };
      const outcome = await copyEvent(deps, changes, organizationId, params.id, wanted);
      if (outcome.outcome === 'unknown-event') return unknownEvent;
      if (outcome.outcome === 'refused') return { problem: outcome.refusal };
      return { status: 201, body: presentEvent(outcome.event) };
    },
  });
}
