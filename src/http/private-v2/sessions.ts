/**
 * The private session calls (contract: Private sessions): the organization's server reads, confirms, cancels and
 * releases. A session of another organization is answered as unknown.
 */

import { z } from 'zod';
import {
  encodePrivate,
  encodeSummary,
  privateExample,
  privateSession,
  sessionState,
  sessionSummary,
  summaryExample,
} from '#codec/answers/session.ts';
import { confirmBody, exchangeBody, exchangeExample } from '#codec/bodies/session-bodies.ts';
import { properties, shownAs, text, uuid, wholeNumberText } from '#codec/fields.ts';
import type { PrivateSessionCommand } from '#domain/command.ts';
import { referenceLengthMax } from '#domain/limits.ts';
import type { Properties } from '#domain/properties.ts';
import type { Session } from '#domain/session/session.ts';
import type { EventDirectory } from '#storage/catalog/events.ts';
import type { SessionQuery, SessionSummary } from '#storage/projection/sessions.ts';
import { findOwnEvent, findOwnEventAnew } from '../event-call.ts';
import { may } from '../pipeline/access.ts';
import { isInvalidBody } from '../pipeline/invalid-body.ts';
import { defineRoute, type Route, type RouteResult, type RouteSuccess } from '../pipeline/route.ts';
import { unknownEvent } from '../refusals.ts';
import { askSession, type SessionCallDeps, type SessionRequest, sessionPath } from '../sessions/session-call.ts';
import { withinTheDay } from '../sessions/within-the-day.ts';

export interface PrivateSessionDeps extends SessionCallDeps {
  readonly events: EventDirectory;
  /** Newest first; includes everything that is durable when it is called. */
  readonly listSessions: (query: SessionQuery) => Promise<readonly SessionSummary[]>;
  readonly now: () => number;
}

const prefix = '/api/private/v2.0/session/';
const shared = { tag: 'Private sessions', caller: 'organization' } as const;
const listLimitDefault = 50;
const listLimitMax = 200;

const ofSession = {
  ...shared,
  params: sessionPath,
  responses: { 200: { description: 'The session as it is now.', schema: privateSession, example: privateExample } },
} as const;
const changing = { ...ofSession, idempotency: 'event' } as const;

export function privateSessions(deps: PrivateSessionDeps): readonly Route[] {
  return [list(deps), read(deps), confirm(deps), cancel(deps), release(deps), exchange(deps), replaceProperties(deps)];
}

const ask = (
  deps: PrivateSessionDeps,
  request: SessionRequest,
  commandOf: (sessionId: string) => PrivateSessionCommand,
): Promise<RouteResult> => askSession(deps, request, commandOf, answerPrivate);

function answerPrivate(eventId: string, session: Session, now: number): RouteSuccess {
  return { status: 200, content: encodePrivate(eventId, session, now) };
}

function list(deps: PrivateSessionDeps): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: prefix,
    operationId: 'listSessions',
    access: may('VIEWER', 'query.eventId'),
    summary: 'List the sessions of an event',
    description: 'Newest first. A limit over 200 counts as 200.',
    query: z.object({
      eventId: uuid,
      state: sessionState.optional(),
      reference: text(0, referenceLengthMax).optional(),
      name: text(1, 255).optional().meta({ description: 'A part of a value in the properties' }),
      counter: z.literal('true').optional().meta({ description: 'Only sessions of the counter' }),
      held: z.literal('true').optional().meta({
        description: 'Only holds: sessions of the counter with properties that hold places and are not over',
      }),
      limit: wholeNumberText(1, Number.MAX_SAFE_INTEGER)
        .optional()
        .meta({
          description: `Maximum number of sessions; more than ${listLimitMax} counts as ${listLimitMax}.`,
          ...shownAs({ type: 'integer', minimum: 1, default: listLimitDefault }),
        }),
      offset: wholeNumberText(0, Number.MAX_SAFE_INTEGER)
        .optional()
        .meta(shownAs({ type: 'integer', minimum: 0, default: 0 })),
    }),
    responses: {
      200: {
        description: 'Summaries, newest first.',
        schema: z.array(sessionSummary),
        example: [summaryExample],
      },
    },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ query, organizationId }) => {
      const event = await findOwnEvent(deps, organizationId, query.eventId);
      if (event === null) return unknownEvent;
      const sessions = await deps.listSessions({
        eventNumber: event.eventNumber,
        state: query.state,
        reference: query.reference,
        name: query.name,
        counter: query.counter === 'true',
        held: query.held === 'true',
        limit: Math.min(query.limit ?? listLimitDefault, listLimitMax),
        offset: query.offset ?? 0,
      });
      if (sessions.length === 0 && (await findOwnEventAnew(deps, organizationId, query.eventId)) === null) {
        return unknownEvent;
      }
      const now = deps.now();
      return { status: 200, content: `[${sessions.map((session) => encodeSummary(session, now)).join()}]` };
    },
  });
}

function read(deps: PrivateSessionDeps): Route {
  return defineRoute({
    ...ofSession,
    method: 'GET',
    path: `${prefix}{id}`,
    operationId: 'getPrivateSession',
    access: may('VIEWER', 'session'),
    summary: 'Read a session',
    description: 'The whole session with the organization’s own data, also after its end.',
    errors: ['ENTITY_NOT_FOUND'],
    handle: (request) => {
      const { organizationId } = request;
      return ask(deps, request, (sessionId) => ({ kind: 'read-session', organizationId, sessionId }));
    },
  });
}

function confirm(deps: PrivateSessionDeps): Route {
  return defineRoute({
    ...changing,
    method: 'POST',
    path: `${prefix}{id}/confirm`,
    operationId: 'confirmSession',
    access: may('BOX_OFFICE', 'session'),
    summary: 'Confirm a paid session',
    description:
      'All held seats and places become SOLD together. A repetition returns the stored result, whatever its body is. ' +
      'An empty reference counts as absent. `reclaim: true` also confirms a session that has expired while it was to be paid, at most ' +
      '24 hours ago, if its whole last cart is still free: the answer then has `reclaimed: true`. Otherwise SESSION_DEAD names in ' +
      '`conflicts` what is gone.',
    body: confirmBody,
    keptText: 'properties',
    emptyBody: {},
    invalidBodyToHandler: true,
    requestExample: { reference: privateExample.reference, properties: privateExample.properties },
    errors: [
      'ENTITY_NOT_FOUND',
      'PROPERTIES_TOO_LARGE',
      'SESSION_NOT_CHECKED_OUT',
      'SESSION_DEAD',
      'REFERENCE_TAKEN',
      'SEAT_CONFLICT',
    ],
    handle: (request) => {
      const { body, organizationId } = request;
      return ask(deps, request, (sessionId) => ({
        kind: 'confirm-session',
        organizationId,
        sessionId,
        body: isInvalidBody(body) ? body : paymentOf(body),
      }));
    },
  });
}

interface ConfirmBody {
  readonly reference?: string | null | undefined;
  readonly properties?: Properties | null | undefined;
  readonly reclaim?: boolean | null | undefined;
}

function paymentOf({ reference, properties, reclaim }: ConfirmBody) {
  return { reference: reference || null, properties: properties ?? null, ...(reclaim === true ? { reclaim } : {}) };
}

function cancel(deps: PrivateSessionDeps): Route {
  return defineRoute({
    ...changing,
    method: 'POST',
    path: `${prefix}{id}/cancel`,
    operationId: 'cancelPrivateSession',
    access: may('BOX_OFFICE', 'session'),
    summary: 'Cancel a session',
    description: 'Everything it holds is released. Repeating it changes nothing.',
    errors: ['ENTITY_NOT_FOUND', 'SESSION_DEAD'],
    handle: (request) => {
      const { organizationId } = request;
      return ask(deps, request, (sessionId) => ({ kind: 'withdraw-session', organizationId, sessionId }));
    },
  });
}

function release(deps: PrivateSessionDeps): Route {
  return defineRoute({
    ...changing,
    method: 'POST',
    path: `${prefix}{id}/release`,
    operationId: 'releaseSession',
    access: may('BOX_OFFICE', 'session'),
    summary: 'Release a confirmed session',
    description: 'Its seats and places become available again and its reference can be used again. Idempotent.',
    errors: ['ENTITY_NOT_FOUND', 'SESSION_NOT_CONFIRMED'],
    handle: (request) => {
      const { organizationId } = request;
      return withinTheDay(deps, request, () =>
        ask(deps, request, (sessionId) => ({ kind: 'release-session', organizationId, sessionId })),
      );
    },
  });
}

function exchange(deps: PrivateSessionDeps): Route {
  return defineRoute({
    ...changing,
    method: 'POST',
    path: `${prefix}{id}/exchange`,
    operationId: 'exchangeSession',
    access: may('BOX_OFFICE', 'session'),
    summary: 'Exchange lines of a confirmed session',
    description:
      'Gives lines back and takes others, all or nothing. What is taken has the prices of now; reference and properties stay. ' +
      '`exchanged` in the answer is the difference. A capacity is an amount on both sides. The allotments of the buyer, the limits of a ' +
      'session and the orphan rule apply to what is taken.',
    body: exchangeBody,
    invalidBodyToHandler: true,
    requestExample: exchangeExample,
    errors: [
      'ENTITY_NOT_FOUND',
      'SESSION_NOT_CONFIRMED',
      'EVENT_NOT_PUBLISHED',
      'EVENT_ARCHIVED',
      'SEAT_CONFLICT',
      'NOT_ON_SALE',
      'ORPHAN_SEATS',
      'UNIT_INCOMPLETE',
      'MIXED_CURRENCIES',
      'CAP_SEATS',
      'CAP_TICKET_TYPE',
      'CAP_BUYER',
      'ACCESSIBLE_RESERVED',
      'READ_ONLY',
      'PASS_REQUIRED',
    ],
    handle: (request) => {
      const { body, organizationId } = request;
      return withinTheDay(deps, request, () =>
        ask(deps, request, (sessionId) => ({ kind: 'exchange-session', organizationId, sessionId, body })),
      );
    },
  });
}

function replaceProperties(deps: PrivateSessionDeps): Route {
  return defineRoute({
    ...changing,
    method: 'PUT',
    path: `${prefix}{id}/properties`,
    operationId: 'replaceSessionProperties',
    access: may('BOX_OFFICE', 'session'),
    summary: 'Replace the properties of a confirmed session',
    description: 'The properties that the session was confirmed with are replaced as a whole.',
    body: properties,
    keptText: 'body',
    invalidBodyToHandler: true,
    requestExample: privateExample.properties,
    errors: ['ENTITY_NOT_FOUND', 'PROPERTIES_TOO_LARGE', 'SESSION_NOT_CONFIRMED'],
    handle: (request) => {
      const { body, organizationId } = request;
      return ask(deps, request, (sessionId) => ({
        kind: 'replace-properties',
        organizationId,
        sessionId,
        body: isInvalidBody(body) ? body : { properties: body },
      }));
    },
  });
}
