/**
 * The public session calls (contract: Public sessions). No key: the session id is the credential, and it names its
 * event, so only create has to look up an event.
 */

import { z } from 'zod';
import type { Engine, LoadShedder } from '#actors/engine.ts';
import { createdSession, presentPublic, publicExample, publicSession } from '#codec/answers/session.ts';
import { lockSelection, selection, selectionExample, wantedSelection } from '#codec/bodies/selection.ts';
import { createBody } from '#codec/bodies/session-bodies.ts';
import type { PublicSessionCommand } from '#domain/command.ts';
import { selectionEntriesMax } from '#domain/limits.ts';
import type { Answer } from '#domain/reply.ts';
import type { Session } from '#domain/session/session.ts';
import type { EventDirectory } from '#storage/catalog/events.ts';
import { presentAnswer } from '../pipeline/answer.ts';
import { withEvent } from '../pipeline/event-lookup.ts';
import { idempotencyKey, keyHashOf } from '../pipeline/idempotency-key.ts';
import { defineRoute, type Route, type RouteResult, type RouteSuccess } from '../pipeline/route.ts';
import { tracedBy } from '../pipeline/trace-context.ts';
import { type PassChecker, passOf } from '../sessions/pass.ts';
import {
  askSession,
  type SessionCallDeps,
  type SessionRequest,
  sessionPath,
  shedBy,
} from '../sessions/session-call.ts';
import type { TicketMint } from '../sessions/tickets.ts';

export interface PublicSessionDeps extends SessionCallDeps {
  readonly engine: Engine & LoadShedder;
  readonly events: EventDirectory;
  readonly passes: PassChecker;
  readonly tickets: TicketMint;
}

const prefix = '/api/public/v2.0/session/';
const tag = 'Public sessions';
/** The longest lists of seats and of areas with places: the contract allows both in one call. */
const selectionBytesMax = 80 * selectionEntriesMax;
const unknownEvent: RouteResult = {
  problem: { code: 'ENTITY_NOT_FOUND', detail: 'There is no event with this eventId and publicKey.' },
};

/** What the calls on one session have in common. */
const ofSession = (deps: PublicSessionDeps) =>
  ({
    tag,
    caller: 'anonymous',
    limit: 'calls',
    shed: shedBy(deps),
    params: sessionPath,
    responses: { 200: { description: 'The session as it is now.', schema: publicSession, example: publicExample } },
  }) as const;

/** The same of those that change it: the event checks the session before it refuses the body. */
const changing = (deps: PublicSessionDeps) =>
  ({ ...ofSession(deps), method: 'POST', idempotency: 'event', invalidBodyToHandler: true }) as const;

/** A cart that grows is refused with all of these. */
const growing = [
  'ENTITY_NOT_FOUND',
  'NOT_ENABLED',
  'BOOKING_CLOSED',
  'EVENT_NOT_PUBLISHED',
  'EVENT_ARCHIVED',
  'SESSION_DEAD',
  'CAP_SEATS',
  'CAP_TICKET_TYPE',
  'CAP_BUYER',
  'ACCESSIBLE_RESERVED',
  'READ_ONLY',
  'PASS_REQUIRED',
  'KEYS_EXHAUSTED',
  'SEAT_CONFLICT',
  'MIXED_CURRENCIES',
  'NOT_ON_SALE',
  'ORPHAN_SEATS',
  'UNIT_INCOMPLETE',
] as const;

export function publicSessions(deps: PublicSessionDeps): readonly Route[] {
  return [create(deps), read(deps), lock(deps), unlock(deps), checkout(deps), cancel(deps)];
}

const ask = (
  deps: PublicSessionDeps,
  request: SessionRequest,
  commandOf: (sessionId: string) => PublicSessionCommand,
): Promise<RouteResult> => askSession(deps, request, commandOf, answerPublic);

function answerPublic(eventId: string, session: Session, now: number): RouteSuccess {
  return { status: 200, body: presentPublic(eventId, session, now) };
}

function presentCreated(answer: Answer): RouteResult {
  return presentAnswer(answer, 'session', ({ eventId, session, now, isNew, maxSeats, ttlSeconds }) => ({
    status: isNew === true ? 201 : 200,
    body: { ...presentPublic(eventId, session, now), maxSeats, ttlSeconds },
  }));
}

function create(deps: PublicSessionDeps): Route {
  return defineRoute({
    method: 'POST',
    path: prefix,
    operationId: 'createSession',
    summary: 'Create a session',
    description: 'The same Idempotency-Key returns the same session (200), also after a restart.',
    tag,
    caller: 'anonymous',
    limit: 'sessions',
    idempotency: 'own',
    body: createBody,
    requestHeaders: z.object({ 'Idempotency-Key': idempotencyKey }),
    requestExample: { eventId: publicExample.eventId, publicKey: '0d2f7c2a-62a5-4e55-a0b7-0f3a52c1c001' },
    responses: {
      201: {
        description: 'The new session.',
        schema: createdSession,
        example: { ...publicExample, cart: { seats: [], groupOfSeats: [] }, total: 0, maxSeats: 10, ttlSeconds: 900 },
      },
      200: { description: 'The existing session of this Idempotency-Key.', schema: createdSession },
    },
    errors: [
      'ENTITY_NOT_FOUND',
      'NOT_ENABLED',
      'BOOKING_CLOSED',
      'EVENT_NOT_PUBLISHED',
      'EVENT_ARCHIVED',
      'PASS_REQUIRED',
      'PASS_INVALID',
      'PASS_EXPIRED',
      'PASS_USED',
      'PASSES_EXHAUSTED',
      'READ_ONLY',
    ],
    handle: (request) =>
      withEvent(deps.events, request.body.eventId, (event) => {
        const { body } = request;
        if (event === null || event.publicKey !== body.publicKey) return unknownEvent;
        const { eventNumber } = event;
        const command = {
          kind: 'create-session',
          sessionId: deps.sessionIds.mint(eventNumber),
          keyHash: keyHashOf(request.header('idempotency-key') ?? ''),
          ...tracedBy(request),
        } as const;
        const shown = passOf(deps, event, body.pass);
        const asked =
          shown instanceof Promise
            ? shown.then((pass) => deps.engine.ask(eventNumber, { ...command, pass }))
            : deps.engine.ask(eventNumber, shown === null ? command : { ...command, pass: shown });
        return asked.then(presentCreated);
      }),
  });
}

function read(deps: PublicSessionDeps): Route {
  return defineRoute({
    ...ofSession(deps),
    method: 'GET',
    path: `${prefix}{id}`,
    operationId: 'getSession',
    summary: 'Read a session',
    description: 'A session that has ended is no error: the answer has its stored state and expiresInSeconds 0.',
    errors: ['ENTITY_NOT_FOUND', 'NOT_ENABLED'],
    handle: (request) => ask(deps, request, (sessionId) => ({ kind: 'get-session', sessionId })),
  });
}

function lock(deps: PublicSessionDeps): Route {
  return defineRoute({
    ...changing(deps),
    path: `${prefix}{id}/lock`,
    operationId: 'lockSession',
    summary: 'Hold seats and GA places',
    description:
      'All or nothing. Seats are added to those that the session holds; a GA capacity is the wanted total for its area and ticket ' +
      'type, 0 gives all its places back. A held seat that is named with another ticket type changes its line. With `bestAvailable` the event chooses the seats and holds them in the same step.',
    body: lockSelection,
    bodyLimitBytes: selectionBytesMax,
    requestExample: selectionExample,
    errors: [...growing, 'SESSION_FROZEN', 'NO_SUITABLE_SEATS'],
    handle: (request) =>
      ask(deps, request, (sessionId) => ({ kind: 'lock-session', sessionId, selection: request.body })),
  });
}

function unlock(deps: PublicSessionDeps): Route {
  return defineRoute({
    ...changing(deps),
    path: `${prefix}{id}/unlock`,
    operationId: 'unlockSession',
    summary: 'Give back part of the hold',
    description:
      'Seats and areas that the session does not hold are ignored. A GA capacity is the number of places given back.',
    body: selection,
    bodyLimitBytes: selectionBytesMax,
    requestExample: selectionExample,
    errors: ['ENTITY_NOT_FOUND', 'NOT_ENABLED', 'SESSION_FROZEN', 'SESSION_DEAD', 'KEYS_EXHAUSTED', 'UNIT_INCOMPLETE'],
    handle: (request) =>
      ask(deps, request, (sessionId) => ({ kind: 'unlock-session', sessionId, selection: request.body })),
  });
}

function checkout(deps: PublicSessionDeps): Route {
  return defineRoute({
    ...changing(deps),
    path: `${prefix}{id}/checkout`,
    operationId: 'checkoutSession',
    summary: 'Freeze the cart for payment',
    description:
      'First holds the seats and places of the body. Starts the time to pay; a repetition gets the same answer. When orphan-seat prevention ' +
      'is on, a seat that the session gave back and that now stands alone next to its cart is refused with ORPHAN_SEATS.',
    body: wantedSelection,
    bodyLimitBytes: selectionBytesMax,
    emptyBody: {},
    requestExample: {},
    errors: [...growing, 'EMPTY_CART'],
    handle: (request) =>
      ask(deps, request, (sessionId) => ({ kind: 'checkout-session', sessionId, selection: request.body })),
  });
}

function cancel(deps: PublicSessionDeps): Route {
  return defineRoute({
    ...changing(deps),
    path: `${prefix}{id}/cancel`,
    operationId: 'cancelSession',
    summary: 'Cancel the session and give everything back',
    description: 'A session that is frozen for payment needs `startOver: true`.',
    body: z.object({
      startOver: z
        .boolean()
        .nullish()
        .transform((value) => value ?? false),
    }),
    emptyBody: {},
    requestExample: { startOver: true },
    errors: ['ENTITY_NOT_FOUND', 'NOT_ENABLED', 'START_OVER_REQUIRED', 'SESSION_DEAD', 'KEYS_EXHAUSTED'],
    handle: (request) => ask(deps, request, (sessionId) => ({ kind: 'cancel-session', sessionId, body: request.body })),
  });
}
