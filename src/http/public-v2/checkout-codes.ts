/**
 * What buyers' pages ask for after a checkout (docs/pages.md): a code that they carry to the shop's page, because a session
 * id is a credential and must stand in no address; and the reference of the order once it is confirmed.
 */
import { z } from 'zod';
import { utcInstant } from '#codec/fields.ts';
import type { Session } from '#domain/session/session.ts';
import { codeOf, codeSeconds } from '#storage/catalog/checkout-codes.ts';
import type { EventDirectory } from '#storage/catalog/events.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import { presentAnswer } from '../pipeline/answer.ts';
import { idempotencyKey } from '../pipeline/idempotency-key.ts';
import { defineRoute, type Route, type RouteResult } from '../pipeline/route.ts';
import { noSuch } from '../refusals.ts';
import { askSession, type SessionCallDeps, sessionPath } from '../sessions/session-call.ts';

export interface CheckoutCodes extends SessionCallDeps {
  readonly pool: DatabasePool;
  readonly events: EventDirectory;
  readonly now: () => number;
}

const shown = z
  .object({
    code: z.string().meta({ description: 'The organization’s server exchanges it for the session, once.' }),
    expiresAt: utcInstant,
  })
  .meta({ id: 'CheckoutCode' });

const example = { code: 'dHdvLWh1bmRyZWQtYW5kLWZpZnR5LXNpeC1iaXRzISE', expiresAt: '2027-05-01T10:10:00.000Z' };
/** A confirmed session has one too: the payment may be faster than the buyer. */
const hasCode: ReadonlySet<Session['state']> = new Set(['PENDING_PAYMENT', 'CONFIRMED']);
const notCheckedOut: RouteResult = {
  problem: { code: 'SESSION_NOT_CHECKED_OUT', detail: 'Only a session that is checked out has a code.' },
};
const unknownSession = noSuch('session');

const shownReference = z
  .object({
    reference: z.string().nullable().meta({
      description: 'The organization’s name of the order, such as its number. Null unless it is confirmed with one.',
    }),
  })
  .meta({ id: 'OrderReference' });

export function publicCheckouts(deps: CheckoutCodes): readonly Route[] {
  return [...makeCode(deps), ...readReference(deps)];
}

function readReference(deps: CheckoutCodes): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/public/v2.0/session/{id}/reference/',
      operationId: 'getOrderReference',
      summary: 'Read the reference of an order',
      description: 'What the buyer names when they ask for the order. The public session does not show it.',
      tag: 'Public sessions',
      caller: 'anonymous',
      limit: 'calls',
      params: sessionPath,
      responses: {
        200: { description: 'The reference.', schema: shownReference, example: { reference: 'ORDER-20431' } },
      },
      errors: ['ENTITY_NOT_FOUND', 'NOT_ENABLED'],
      handle: (request) =>
        askSession(
          deps,
          request,
          (sessionId) => ({ kind: 'get-session', sessionId }),
          (_, { state, reference }) => ({ status: 200, body: { reference: state === 'CONFIRMED' ? reference : null } }),
        ),
    }),
  ];
}

function makeCode({ pool, engine, events, sessionIds, now }: CheckoutCodes): readonly Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/api/public/v2.0/session/{id}/checkout-code/',
      operationId: 'createCheckoutCode',
      summary: 'Make a code of the checkout',
      description: `For the address of the page that takes over. It works once, within ${codeSeconds / 60} minutes; until then every call answers the same code.`,
      tag: 'Public sessions',
      caller: 'anonymous',
      limit: 'calls',
      idempotency: 'own',
      requestHeaders: z.object({ 'Idempotency-Key': idempotencyKey.optional() }),
      params: sessionPath,
      responses: { 201: { description: 'The code.', schema: shown, example } },
      errors: ['ENTITY_NOT_FOUND', 'NOT_ENABLED', 'SESSION_NOT_CHECKED_OUT'],
      handle: async (request) => {
        const sessionId = request.params.id.toLowerCase();
        const eventNumber = sessionIds.eventNumberOf(sessionId);
        if (eventNumber === null) return unknownSession;
        const answer = await engine.ask(eventNumber, { kind: 'get-session', sessionId });
        return presentAnswer(answer, 'session', async ({ eventId, session }) => {
          if (!hasCode.has(session.state)) return notCheckedOut;
          const event = await events.find(eventId);
          if (event === null) return unknownSession;
          const { code, expiresAt } = await codeOf(pool, event.organizationId, sessionId, now());
          return { status: 201, body: { code, expiresAt: expiresAt.toISOString() } };
        });
      },
    }),
  ];
}
