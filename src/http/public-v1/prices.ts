/**
 * The public prices read: what can be booked on an event now, for map renderers. Answered from boards: a single request
 * asks and encodes nothing.
 */

import { offerExample, offerSchema } from '#codec/answers/offer.ts';
import type { EventDirectory } from '#storage/catalog/events.ts';
import { tagHeaders, unchanged } from '../pipeline/entity-tag.ts';
import { defineRoute, type Route, type RouteResult } from '../pipeline/route.ts';
import type { SessionCallDeps } from '../sessions/session-call.ts';
import { asSession, sessionQuery } from './map-audience.ts';
import {
  eventQuery,
  findPublicEvent,
  mapHeaders,
  mapPrefix,
  mapTag,
  unchangedResponse,
  unknownIdOrKey,
} from './map-query.ts';
import type { Board, PriceBoards } from './price-boards.ts';

export interface MapPriceDeps extends SessionCallDeps {
  readonly events: EventDirectory;
  readonly boards: PriceBoards;
}

/** Shared caches may answer requests within the same second. */
const caching = 'public, max-age=1';
/** The id of a session is a credential: no cache but the reader's own keeps its answers. */
const ownCaching = 'private, max-age=1';

export function mapPrices({ events, boards, ...asking }: MapPriceDeps): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: `${mapPrefix}prices/`,
      operationId: 'getEventOffer',
      summary: 'Read what can be booked now',
      description:
        'Available seats with a price, and GA areas with a price; empty while the event is a draft, archived ' +
        'or closed for booking. At most a quarter of a second old. `X-Event-Sequence` is the ' +
        'number of the last change that the answer includes. Works whether or not public sessions are enabled.',
      tag: mapTag,
      caller: 'anonymous',
      query: eventQuery.extend({ session: sessionQuery }),
      requestHeaders: mapHeaders,
      responses: {
        200: {
          description: 'What can be booked, as of one moment, which `ETag` identifies.',
          schema: offerSchema,
          example: offerExample,
          headers: ['X-Event-Sequence'],
        },
        304: unchangedResponse,
      },
      errors: ['ENTITY_NOT_FOUND'],
      handle: async (request) => {
        const event = await findPublicEvent(events, request.query.id, request.query.publicKey);
        if (event === null) return unknownIdOrKey;
        const { session } = request.query;
        return asSession(asking, event.eventNumber, session, async (allotments) => {
          const board = await boards.read(event.eventNumber, allotments);
          const known = request.header('if-none-match');
          return board === null
            ? unknownIdOrKey
            : presentBoard(board, known, session === undefined ? caching : ownCaching);
        });
      },
    }),
  ];
}

function presentBoard({ tag, text, seq }: Board, known: string | undefined, kept: string): RouteResult {
  const sequence = { 'X-Event-Sequence': String(seq) };
  const held = unchanged(known, tag, kept);
  if (held !== null) return { ...held, headers: { ...held.headers, ...sequence } };
  return { status: 200, headers: { ...tagHeaders(tag, kept), ...sequence }, content: { text } };
}
