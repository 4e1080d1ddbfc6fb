/**
 * How buyers come to a session of an event (docs/on-sale.md), for a page that has to know it before it shows anything.
 * Says nothing of rates and tickets.
 */

import { z } from 'zod';
import { utcInstant, uuid } from '#codec/fields.ts';
import type { Policies } from '#storage/catalog/policies.ts';
import type { ReadOnlyMode, ServiceMode } from '#storage/catalog/service-mode.ts';
import type { EventAccess } from '../event-call.ts';
import type { OpenEvents } from '../pages/open-events.ts';
import { presentAnswer } from '../pipeline/answer.ts';
import { defineRoute, type Route, type RouteResult } from '../pipeline/route.ts';
import { findPublicEvent, publicKey, unknownIdOrKey } from '../public-v1/map-query.ts';

interface AdmissionDeps extends EventAccess {
  readonly policies: Policies;
  readonly mode: Pick<ServiceMode, 'readOnly'>;
  readonly openEvents: OpenEvents;
}

const shown = z
  .object({
    mode: z.enum(['OPEN', 'PASS', 'QUEUE']).meta({
      description: 'OPEN: create a session. PASS: create it with a pass of the organization. QUEUE: join the queue.',
    }),
    opensAt: utcInstant.nullable().meta({ description: 'QUEUE: when the queue begins to admit. Null: at once.' }),
    readOnly: z
      .object({
        reason: z.string().meta({ description: 'Why, in the words of the operator.' }),
        until: utcInstant.nullable().meta({ description: 'When it ends; null: not known.' }),
      })
      .nullable()
      .meta({ description: 'Nothing can be held at the moment (docs/operating.md). Null: it can.' }),
  })
  .meta({ id: 'PublicAdmission' });

const notEnabled: RouteResult = {
  problem: { code: 'NOT_ENABLED', detail: 'The organization has not enabled public sessions.' },
};

function isoOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

function shownMode(mode: ReadOnlyMode | null): z.input<typeof shown>['readOnly'] {
  return mode === null ? null : { reason: mode.reason, until: isoOf(mode.until) };
}

export function publicAdmission(deps: AdmissionDeps): readonly Route[] {
  const { events, engine, policies, mode: service, openEvents } = deps;
  return [
    defineRoute({
      method: 'GET',
      path: '/api/public/v2.0/event/{eventId}/admission/',
      operationId: 'getPublicAdmission',
      summary: 'Read how buyers come in',
      description: 'The mode of the event’s admission, for pages of buyers.',
      tag: 'Queue',
      caller: 'anonymous',
      params: z.object({ eventId: uuid }),
      query: z.object({ publicKey }),
      responses: {
        200: {
          description: 'The admission as it is now.',
          schema: shown,
          example: { mode: 'QUEUE', opensAt: '2027-05-01T10:00:00.000Z', readOnly: null },
        },
      },
      errors: ['ENTITY_NOT_FOUND', 'NOT_ENABLED'],
      handle: async ({ params, query }) => {
        const event = await findPublicEvent(events, params.eventId, query.publicKey);
        if (event === null) return unknownIdOrKey;
        if (!(await policies.get(event.organizationId)).current.publicSessionsEnabled) return notEnabled;
        const answer = await engine.ask(event.eventNumber, { kind: 'read-admission' });
        return presentAnswer(answer, 'admission', ({ admission: { mode, opensAt } }) => {
          openEvents.learn(params.eventId.toLowerCase(), mode === 'OPEN');
          return { status: 200, body: { mode, opensAt: isoOf(opensAt), readOnly: shownMode(service.readOnly) } };
        });
      },
    }),
  ];
}
