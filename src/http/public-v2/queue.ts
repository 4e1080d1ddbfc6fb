/**
 * The waiting room of an event (docs/on-sale.md): take a ticket, ask how far it is, and check the draw. The ticket is
 * the credential; admitted, it is the `pass` of one create.
 */

import { z } from 'zod';
import { utcInstant, uuid, wholeNumberText } from '#codec/fields.ts';
import type { Reply } from '#domain/commands/registry.ts';
import type { QueueView } from '#domain/queue/ticket-view.ts';
import type { EventAccess } from '../event-call.ts';
import { presentAnswer } from '../pipeline/answer.ts';
import { idempotencyKey, keyHashOf } from '../pipeline/idempotency-key.ts';
import { defineRoute, type Route, type RouteResult, type RouteSuccess } from '../pipeline/route.ts';
import { findPublicEvent, publicKey, unknownIdOrKey } from '../public-v1/map-query.ts';
import { noSuch } from '../refusals.ts';
import { DrawPages } from '../sessions/draw-pages.ts';
import { pollSecondsOf } from '../sessions/poll-seconds.ts';
import type { TicketMint } from '../sessions/tickets.ts';

export interface QueueDeps extends EventAccess {
  readonly tickets: TicketMint;
  /** A number from 0 to 1, for the jitter of polls. */
  readonly random: () => number;
}

const prefix = '/api/public/v2.0/event/{eventId}/';
const query = z.object({ publicKey });
const shared = { tag: 'Queue', caller: 'anonymous', params: z.object({ eventId: uuid }), query } as const;
const closing = ['NOT_ENABLED', 'NO_QUEUE', 'EVENT_NOT_PUBLISHED', 'EVENT_ARCHIVED', 'BOOKING_CLOSED'] as const;
const unknownTicket = noSuch('ticket');

const described = {
  opensAt: 'When the queue is drawn and begins to admit. Null: at once.',
  seed: 'The 32 bytes of the seed in hex; null before the draw.',
  drawnTickets: 'Tickets in the draw; null before it.',
};
const count = z.int().min(0);
const seedHash = z.string().meta({ description: 'SHA-256 of the seed’s 32 bytes, in hex; shown from the beginning.' });

const shownTicket = z
  .object({
    ticket: z.string().meta({ description: 'A credential: everybody who has it can enter with it.' }),
    state: z
      .enum(['WAITING', 'ADMITTED', 'CLAIMED', 'LAPSED'])
      .meta({ description: 'ADMITTED: create a session now.' }),
    position: z
      .int()
      .nullable()
      .meta({ description: 'Place in the order of admission, from 1. Null before the draw.' }),
    ahead: count.nullable().meta({ description: 'Waiting tickets that are admitted earlier. Null before the draw.' }),
    estimatedSeconds: count.nullable().meta({
      description:
        'Until the ticket is admitted: by the rate, or by the places that came free lately while `activeSessionsMax` is reached. ' +
        'Null before the draw, while paused, and while no rate is known.',
    }),
    expiresAt: utcInstant.nullable().meta({ description: 'ADMITTED: create the session before. Otherwise null.' }),
    opensAt: utcInstant.nullable().meta({ description: described.opensAt }),
    seedHash,
    pollSeconds: z.int().min(1).meta({ description: 'Ask again after so many seconds.' }),
    serverTime: utcInstant,
  })
  .meta({ id: 'Ticket' });

const ticketExample = {
  ticket: 'qt_AAAAKgAAA-h0aGlzIGlzIGFuIGV4YW1wbGU',
  state: 'WAITING',
  position: 412,
  ahead: 311,
  estimatedSeconds: 32,
  expiresAt: null,
  opensAt: '2027-05-01T10:00:00.000Z',
  seedHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  pollSeconds: 9,
  serverTime: '2027-05-01T10:01:07.250Z',
};

const shownQueue = z
  .object({
    opensAt: utcInstant.nullable().meta({ description: described.opensAt }),
    paused: z.boolean().meta({ description: 'The rate is 0.' }),
    seedHash,
    seed: z.string().nullable().meta({ description: described.seed }),
    drawnTickets: count.nullable().meta({ description: described.drawnTickets }),
    tickets: z
      .object({
        waiting: count.meta({ description: 'Not admitted yet.' }),
        admitted: count.meta({ description: 'Admitted, and not used yet.' }),
        claimed: count.meta({ description: 'Used: a session was created.' }),
        lapsed: count.meta({ description: 'Admitted and not used in time.' }),
      })
      .meta({ description: 'Tickets by state.' }),
    serverTime: utcInstant,
  })
  .meta({ id: 'Queue' });

const pageMax = 1000;

const shownDraw = z
  .object({
    seedHash,
    seed: z.string().nullable().meta({ description: described.seed }),
    drawnTickets: count.nullable().meta({ description: described.drawnTickets }),
    tickets: z.array(z.string()).meta({
      description:
        'SHA-256 of each ticket’s text in hex, in the order of arrival, from `after`. Empty before the draw.',
    }),
    next: count.nullable().meta({ description: 'The `after` of the next page; null: there is none.' }),
  })
  .meta({ id: 'Draw' });

export function queue(deps: QueueDeps): readonly Route[] {
  return [join(deps), readQueue(deps), readTicket(deps), readDraw(deps)];
}

const instant = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

type TicketReply = Extract<Reply, { kind: 'ticket' }>;

function presentTicket(text: string, { ticket: view, seedHash: hash, now }: TicketReply, random: number): RouteSuccess {
  const { state, position, ahead, estimatedSeconds, deadline, opensAt } = view;
  return {
    status: 200,
    body: {
      ticket: text,
      state,
      position,
      ahead,
      estimatedSeconds,
      expiresAt: instant(deadline),
      opensAt: instant(opensAt),
      seedHash: hash,
      pollSeconds: pollSecondsOf(view, now, random),
      serverTime: instant(now),
    },
  };
}

function join({ events, engine, tickets, random }: QueueDeps): Route {
  return defineRoute({
    ...shared,
    method: 'POST',
    path: `${prefix}queue/`,
    operationId: 'joinQueue',
    summary: 'Join the queue',
    description:
      'The same Idempotency-Key returns the same ticket (200), for as long as the queue exists. Tickets from before `opensAt` are ' +
      'put in random order then; later ones stand behind in order of arrival.',
    limit: 'sessions',
    requestHeaders: z.object({ 'Idempotency-Key': idempotencyKey }),
    responses: {
      201: { description: 'The new ticket.', schema: shownTicket, example: ticketExample },
      200: { description: 'The existing ticket of this Idempotency-Key.', schema: shownTicket },
    },
    errors: ['ENTITY_NOT_FOUND', ...closing, 'QUEUE_FULL'],
    handle: async (request) => {
      const event = await findPublicEvent(events, request.params.eventId, request.query.publicKey);
      if (event === null) return unknownIdOrKey;
      const keyHash = keyHashOf(request.header('idempotency-key') ?? '');
      const answer = await engine.ask(event.eventNumber, { kind: 'join-queue', keyHash });
      return presentAnswer(answer, 'ticket', (reply) => ({
        ...presentTicket(tickets.textOf(event.eventNumber, reply.ticket.ticket), reply, random()),
        status: reply.isNew === true ? 201 : 200,
      }));
    },
  });
}

function readTicket({ engine, tickets, random }: QueueDeps): Route {
  return defineRoute({
    tag: shared.tag,
    caller: 'anonymous',
    method: 'GET',
    path: `${prefix}queue/{ticket}`,
    operationId: 'getTicket',
    summary: 'Read a ticket',
    description:
      'Ask again after `pollSeconds`. An ADMITTED ticket opens one session, as its `pass`, before `expiresAt`.',
    limit: 'calls',
    params: shared.params.extend({ ticket: z.string().meta({ description: 'The ticket that joining returned.' }) }),
    responses: { 200: { description: 'The ticket as it is now.', schema: shownTicket, example: ticketExample } },
    errors: ['ENTITY_NOT_FOUND', ...closing],
    handle: async ({ params }) => {
      const read = tickets.read(params.ticket);
      if (read === null) return unknownTicket;
      const answer = await engine.ask(read.eventNumber, { kind: 'read-ticket', ticket: read.ticket });
      return presentAnswer(answer, 'ticket', (reply) =>
        reply.eventId === params.eventId ? presentTicket(params.ticket, reply, random()) : unknownTicket,
      );
    },
  });
}

/** Asks an event about its queue, for one of its two public views. */
async function askQueue(
  { events, engine }: QueueDeps,
  { params, query: { publicKey: key } }: { params: { eventId: string }; query: { publicKey: string } },
  present: (queue: QueueView, eventNumber: number, now: number) => RouteSuccess | Promise<RouteSuccess>,
): Promise<RouteResult> {
  const event = await findPublicEvent(events, params.eventId, key);
  if (event === null) return unknownIdOrKey;
  const answer = await engine.ask(event.eventNumber, { kind: 'read-queue' });
  return presentAnswer(answer, 'queue', (reply) => present(reply.queue, event.eventNumber, reply.now));
}

function readQueue(deps: QueueDeps): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: `${prefix}queue/`,
    operationId: 'getQueue',
    summary: 'Read the queue',
    description: 'The queue without anybody’s ticket: the commitment to the seed, and the seed after the draw.',
    responses: {
      200: {
        description: 'The queue as it is now.',
        schema: shownQueue,
        example: {
          opensAt: ticketExample.opensAt,
          paused: false,
          seedHash: ticketExample.seedHash,
          seed: null,
          drawnTickets: null,
          tickets: { waiting: 812, admitted: 0, claimed: 0, lapsed: 0 },
          serverTime: '2027-05-01T09:58:00.000Z',
        },
      },
    },
    errors: ['ENTITY_NOT_FOUND', 'NOT_ENABLED', 'NO_QUEUE'],
    handle: (request) =>
      askQueue(deps, request, ({ tickets, isPaused, opensAt, isDrawn, ...shown }, _, now) => ({
        status: 200,
        body: {
          opensAt: instant(opensAt),
          paused: isPaused,
          ...shown,
          tickets: {
            waiting: tickets.WAITING,
            admitted: tickets.ADMITTED,
            claimed: tickets.CLAIMED,
            lapsed: tickets.LAPSED,
          },
          serverTime: instant(now),
        },
      })),
  });
}

function readDraw(deps: QueueDeps): Route {
  const pages = new DrawPages(deps.tickets);
  return defineRoute({
    ...shared,
    method: 'GET',
    path: `${prefix}draw/`,
    operationId: 'getDraw',
    summary: 'Read the draw, to verify it',
    description:
      'The seed and the hash of every ticket in the draw, in pages. Never changes after the draw. docs/examples/verify-draw.mjs ' +
      'computes every place from it.',
    query: query.extend({
      after: wholeNumberText(0, 2 ** 32)
        .optional()
        .meta({ description: 'How many tickets to skip; default 0.' }),
      limit: wholeNumberText(1, pageMax)
        .optional()
        .meta({ description: `Tickets of the page; default ${pageMax}.` }),
    }),
    responses: {
      200: {
        description: 'A page of the draw.',
        schema: shownDraw,
        example: { seedHash: ticketExample.seedHash, seed: null, drawnTickets: null, tickets: [], next: null },
      },
    },
    errors: ['ENTITY_NOT_FOUND', 'NOT_ENABLED', 'NO_QUEUE'],
    handle: (request) =>
      askQueue(deps, request, async (view, eventNumber) => {
        const { after = 0, limit = pageMax } = request.query;
        const drawn = view.drawnTickets ?? 0;
        const length = Math.max(0, Math.min(limit, drawn - after));
        const page = await pages.hashes(eventNumber, after, length);
        const { seedHash: hash, seed, drawnTickets } = view;
        const next = after + length < drawn ? after + length : null;
        return { status: 200, body: { seedHash: hash, seed, drawnTickets, tickets: page, next } };
      }),
  });
}
