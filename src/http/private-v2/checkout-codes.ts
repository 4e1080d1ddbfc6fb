/**
 * Codes of a checkout for the organization's server (docs/pages.md): exchanges the code that a buyer's browser has
 * brought for the session. A code works once.
 */
import { z } from 'zod';
import { privateExample, privateSession } from '#codec/answers/session.ts';
import { findSession, useCode } from '#storage/catalog/checkout-codes.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import { may } from '../pipeline/access.ts';
import { presentAnswer } from '../pipeline/answer.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import { noSuch } from '../refusals.ts';
import type { SessionCallDeps } from '../sessions/session-call.ts';

interface CodeExchange extends SessionCallDeps {
  readonly pool: DatabasePool;
  readonly now: () => number;
}

const unknownCode = noSuch('code');
/** Nothing of the buyer: the answer is recorded for repetitions, where no erasure looks. */
const shown = privateSession.pick({ id: true, eventId: true, state: true }).meta({ id: 'CheckedOutSession' });
const example = { id: privateExample.id, eventId: privateExample.eventId, state: 'PENDING_PAYMENT' } as const;

export function checkoutCodes({ pool, engine, sessionIds, now }: CodeExchange): readonly Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/api/private/v2.0/checkout-codes/{code}',
      operationId: 'exchangeCheckoutCode',
      summary: 'Exchange a code of a checkout for the session',
      description:
        'Once, within ten minutes. With an Idempotency-Key a repetition gets the same answer. The session’s cart and total are read with its id.',
      tag: 'Private sessions',
      caller: 'organization',
      access: may('BOX_OFFICE', 'whole'),
      idempotency: 'transaction',
      params: z.object({ code: z.string().meta({ description: 'As the buyer’s browser has brought it.' }) }),
      responses: {
        200: { description: 'The session of the code.', schema: shown, example },
      },
      errors: ['ENTITY_NOT_FOUND'],
      handle: async ({ params, organizationId, changes }) => {
        const { code } = params;
        const sessionId = await findSession(pool, organizationId, code, now());
        const eventNumber = sessionId === null ? null : sessionIds.eventNumberOf(sessionId);
        if (sessionId === null || eventNumber === null) return unknownCode;
        const answer = await engine.ask(eventNumber, { kind: 'read-session', organizationId, sessionId });
        // Used only now: a code whose session cannot be read at the moment works again.
        return presentAnswer(answer, 'session', async ({ eventId, session }) =>
          (await useCode(changes, organizationId, code))
            ? { status: 200, body: { id: session.id, eventId, state: session.state } }
            : unknownCode,
        );
      },
    }),
  ];
}
