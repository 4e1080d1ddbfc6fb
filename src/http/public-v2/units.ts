/** The units of an event for pages of buyers: which seats are one table, and how many guests it takes. */
import { z } from 'zod';
import type { Engine } from '#actors/engine.ts';
import { presentUnit, unitsExample, unitsSchema } from '#codec/answers/units.ts';
import { uuid } from '#codec/fields.ts';
import type { EventDirectory } from '#storage/catalog/events.ts';
import { presentAnswer } from '../pipeline/answer.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import { findPublicEvent, publicKey, unknownIdOrKey } from '../public-v1/map-query.ts';

export interface PublicUnitDeps {
  readonly engine: Engine;
  readonly events: EventDirectory;
}

export function publicUnits({ events, engine }: PublicUnitDeps): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/public/v2.0/event/{eventId}/units/',
      operationId: 'getPublicUnits',
      summary: 'Read the units of an event',
      description: 'Tables, boxes and booths as the event books them. Which of their seats are free, the prices say.',
      tag: 'Public map',
      caller: 'anonymous',
      params: z.object({ eventId: uuid }),
      query: z.object({ publicKey }),
      responses: { 200: { description: 'All of them.', schema: unitsSchema, example: unitsExample } },
      errors: ['ENTITY_NOT_FOUND', 'UPGRADE_NOT_FINALIZED'],
      handle: async ({ params, query }) => {
        const event = await findPublicEvent(events, params.eventId, query.publicKey);
        if (event === null) return unknownIdOrKey;
        const answer = await engine.ask(event.eventNumber, { kind: 'read-units' });
        return presentAnswer(answer, 'units', ({ units }) => ({
          status: 200,
          body: { units: units.map(presentUnit) },
        }));
      },
    }),
  ];
}
