/**
 * The live map: the seats and places of an event that become bookable or stop being bookable, as server-sent events. A
 * reader first reads the prices, whose answer names its last record, and continues after it. Never names a buyer.
 */

import { z } from 'zod';
import { longId, text, uuid, wholeNumberText } from '#codec/fields.ts';
import type { Boards, Watching } from '#live/boards.ts';
import type { Sink } from '#live/viewer.ts';
import type { EventDirectory } from '#storage/catalog/events.ts';
import { eventStreamHeaders, eventStreamType } from '../pipeline/event-stream.ts';
import type { Problem } from '../pipeline/problem.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import { asSession, sessionQuery } from '../public-v1/map-audience.ts';
import { findPublicEvent, mapTag, publicKey, unknownIdOrKey } from '../public-v1/map-query.ts';
import type { SessionCallDeps } from '../sessions/session-call.ts';

export interface MapChangeDeps extends SessionCallDeps {
  readonly events: Pick<EventDirectory, 'find'>;
  readonly boards: Pick<Boards, 'refusalOf' | 'watch'>;
}

const retryAfterSeconds = 5;
const sequence = /^\d{1,16}$/;

const query = z.object({
  publicKey,
  session: sessionQuery,
  after: wholeNumberText(0, Number.MAX_SAFE_INTEGER).optional().meta({
    description: 'The `X-Event-Sequence` of the prices that the reader has. Absent: changes from now on.',
  }),
});

const lastEventId = text(0, 100)
  .optional()
  .meta({ description: 'Sent by browsers when they connect again: the `id` of the last event. Precedes `after`.' });

const seq = z.int().meta({ description: 'Number of the event’s record up to which the reader knows everything.' });

const told = {
  hello: z.object({
    seq,
    tickMs: z.int().meta({ description: 'The time for which changes are gathered, in milliseconds.' }),
  }),
  change: z.object({
    seq,
    freed: z.array(longId).meta({ description: 'Ids of seats that can be booked now.' }),
    taken: z.array(longId).meta({ description: 'Ids of seats that can no longer be booked.' }),
    areas: z
      .array(z.tuple([longId, z.int().min(0)]))
      .meta({ description: 'Id and bookable places of each area whose places changed.' }),
  }),
  reset: z.object({ seq }),
  closed: z.object({ errorCode: z.enum(['EVENT_NOT_PUBLISHED', 'EVENT_ARCHIVED', 'BOOKING_CLOSED', 'EVENT_DELETED']) }),
} satisfies Record<string, z.ZodType>;

const example = [
  'id: 41\nevent: hello\ndata: {"seq":41,"tickMs":100}\n',
  'id: 43\nevent: change\ndata: {"seq":43,"freed":[1042],"taken":[1043,1044],"areas":[[12,296]]}\n',
  'id: 57\nevent: reset\ndata: {"seq":57}\n',
  'event: closed\ndata: {"errorCode":"EVENT_ARCHIVED"}\n',
].join('\n');

const description =
  'Server-sent events. First `hello` with `{seq, tickMs}`. `change` with `{seq, freed, taken, areas}`: ids of seats ' +
  'that can be booked now, ids of seats that no longer can, and `[area id, places]` of areas whose places changed. ' +
  '`reset` with `{seq}`: read the prices again, until their `X-Event-Sequence` is at least `seq`, and go on. `closed` ' +
  'with `{errorCode}` (EVENT_NOT_PUBLISHED, EVENT_ARCHIVED, BOOKING_CLOSED, EVENT_DELETED): nothing more comes, close ' +
  'the source. The `id` of an event is its sequence. A seat that was taken and freed within a tick is named as it is now.';

export function mapChanges({ events, boards, ...asking }: MapChangeDeps): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/public/v2.0/event/{eventId}/changes',
      operationId: 'followEvent',
      summary: 'Follow what can be booked',
      description,
      tag: mapTag,
      caller: 'anonymous',
      params: z.object({ eventId: uuid }),
      query,
      requestHeaders: z.object({ 'Last-Event-ID': lastEventId }),
      responses: {
        200: { description: 'The stream.', type: eventStreamType, schema: z.string(), events: told, example },
      },
      errors: ['ENTITY_NOT_FOUND', 'RATE_LIMITED', 'UNAVAILABLE'],
      handle: async (request) => {
        const event = await findPublicEvent(events, request.params.eventId, request.query.publicKey);
        if (event === null) return unknownIdOrKey;
        const address = request.knownAddress;
        const { eventNumber } = event;
        return asSession(asking, eventNumber, request.query.session, (allotments) => {
          const refusal = boards.refusalOf({ eventNumber, allotments, address });
          if (refusal !== null) return { problem: problemOf[refusal] };
          const start = startOf(request.header('last-event-id'), request.query.after);
          return {
            status: 200,
            headers: eventStreamHeaders,
            content: (sink: Sink) => boards.watch({ eventNumber, allotments, ...start, address }, sink),
          };
        });
      },
    }),
  ];
}

const problemOf: Readonly<Record<NonNullable<ReturnType<Boards['refusalOf']>>, Problem>> = {
  'node is full': { code: 'UNAVAILABLE', detail: 'The node has reached its limit of viewers.', retryAfterSeconds },
  'event is full': {
    code: 'UNAVAILABLE',
    detail: 'The node follows the event for as many different sets of allotments as it can.',
    retryAfterSeconds,
  },
  'address is full': { code: 'RATE_LIMITED', detail: 'Too many viewers from this address.', retryAfterSeconds },
};

/**
 * The record that the reader knows. A browser repeats the id of its last event, also when its page has read later prices
 * after a reset. It cannot replace a malformed id, so an id that no record has stands for it: the reader is told to read
 * everything again.
 */
function startOf(lastId: string | undefined, after: number | undefined): Pick<Watching, 'after' | 'mayKnowMore'> {
  if (lastId === undefined || lastId === '') return { after: after ?? null };
  const isRecord = sequence.test(lastId) && Number.isSafeInteger(Number(lastId));
  return { after: isRecord ? Number(lastId) : -1, mayKnowMore: true };
}
