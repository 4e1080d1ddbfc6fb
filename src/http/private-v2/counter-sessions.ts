/**
 * Sessions of the counter (docs/box-office.md): the box office opens one for a person, and sets how long it holds. All other
 * calls on it are those of every session.
 */
import { z } from 'zod';
import { encodePrivate, privateExample, privateSession } from '#codec/answers/session.ts';
import { properties, uuid } from '#codec/fields.ts';
import { type EventAccess, findOwnEvent } from '../event-call.ts';
import { may } from '../pipeline/access.ts';
import { presentAnswer } from '../pipeline/answer.ts';
import { askedBy } from '../pipeline/asked-by.ts';
import { keyed, keyHashOf } from '../pipeline/idempotency-key.ts';
import { isInvalidBody } from '../pipeline/invalid-body.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import { tracedBy } from '../pipeline/trace-context.ts';
import { unknownEvent } from '../refusals.ts';
import { askSession, sessionPath } from '../sessions/session-call.ts';
import type { SessionIdMint } from '../sessions/session-ids.ts';

export interface CounterDeps extends EventAccess {
  readonly sessionIds: SessionIdMint;
}

const shared = { tag: 'Private sessions', caller: 'organization' } as const;

const heldUntil = z.iso.datetime({ offset: true }).transform((sent) => Date.parse(sent));
const heldUntilText = 'The end of the hold: later than now, and at most 400 days later.';

const opening = z.object({
  properties: properties.nullish().meta({ description: 'As for a confirmation, such as the name of the person.' }),
  heldUntil: heldUntil.nullish().meta({ description: `${heldUntilText} Absent: as long as a session of a buyer.` }),
});

const example = {
  ...privateExample,
  ...{ state: 'ACTIVE', cart: { seats: [], groupOfSeats: [] }, total: 0, reference: null, counter: true },
  ...{ properties: { name: 'Ada Byron' }, expiresAt: '2027-05-03T18:00:00.000Z', expiresInSeconds: 201_600 },
} as const;

export function counterSessions(deps: CounterDeps): readonly Route[] {
  return [create(deps), move(deps)];
}

function create({ engine, events, sessionIds }: CounterDeps): Route {
  return defineRoute({
    ...shared,
    method: 'POST',
    path: '/api/private/v2.0/events/{id}/counter-sessions/',
    operationId: 'createCounterSession',
    access: may('BOX_OFFICE', 'params.id'),
    idempotency: 'event',
    summary: 'Open a session at the counter',
    description:
      'A session for a person at the counter: it needs no pass and no place in the queue, may take what private calls may take, and ' +
      'holds until `heldUntil`, also while it is paid. Lock, unlock and check out with the public calls on its id, which is a ' +
      'credential for all of that; confirm with the private one.',
    params: z.object({ id: uuid }),
    body: opening,
    keptText: 'properties',
    emptyBody: {},
    requestExample: { properties: { name: 'Ada Byron' }, heldUntil: example.expiresAt },
    responses: { 201: { description: 'The new session.', schema: privateSession, example } },
    errors: ['ENTITY_NOT_FOUND', 'EVENT_NOT_PUBLISHED', 'EVENT_ARCHIVED', 'PROPERTIES_TOO_LARGE', 'READ_ONLY'],
    handle: async (request) => {
      const { organizationId, body } = request;
      const event = await findOwnEvent({ events }, organizationId, request.params.id);
      if (event === null) return unknownEvent;
      const { eventNumber } = event;
      const until = body.heldUntil ?? null;
      const sessionId = sessionIds.mint(eventNumber);
      const answer = await engine.ask(eventNumber, {
        ...{ kind: 'create-session', sessionId },
        // No buyer's key has this hash: the id is new, and no header has a line break.
        keyHash: keyHashOf(`counter\n${sessionId}`),
        ...keyed(request),
        counter: { organizationId, properties: body.properties ?? null, until },
        ...tracedBy(request),
        ...askedBy(request),
      });
      return presentAnswer(answer, 'session', ({ eventId, session, now }) => ({
        status: 201,
        content: encodePrivate(eventId, session, now),
      }));
    },
  });
}

function move(deps: CounterDeps): Route {
  return defineRoute({
    ...shared,
    method: 'PUT',
    path: '/api/private/v2.0/session/{id}/hold',
    operationId: 'moveHold',
    access: may('BOX_OFFICE', 'session'),
    idempotency: 'event',
    summary: 'Set the end of a hold',
    description: 'Of a session of the counter that holds or is to be paid.',
    params: sessionPath,
    body: z.object({ heldUntil: heldUntil.meta({ description: heldUntilText }) }),
    invalidBodyToHandler: true,
    requestExample: { heldUntil: example.expiresAt },
    responses: { 200: { description: 'The session as it is now.', schema: privateSession, example } },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION', 'SESSION_DEAD'],
    handle: (request) => {
      const { organizationId, body } = request;
      return askSession(
        deps,
        request,
        (sessionId) => ({
          kind: 'move-hold',
          ...{ organizationId, sessionId },
          body: isInvalidBody(body) ? body : { until: body.heldUntil },
        }),
        (eventId, session, now) => ({ status: 200, content: encodePrivate(eventId, session, now) }),
      );
    },
  });
}
