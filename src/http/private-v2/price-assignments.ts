/**
 * The price of each seat and area of an event (contract: Prices): assign, remove, and read together with the bookings.
 * Large bodies are parsed in a thread and large answers are written in pieces.
 */
import { z } from 'zod';
import { assignmentChunks, assignmentsExample, assignmentsSchema } from '#codec/answers/assignments.ts';
import { type PriceAssignments, priceAssignments, priceAssignmentsExample } from '#codec/bodies/price-assignments.ts';
import { text, uuid } from '#codec/fields.ts';
import type { InvalidBody } from '#domain/command.ts';
import type { Inventory } from '#domain/inventory-copy.ts';
import { referenceLengthMax } from '#domain/limits.ts';
import type { SeatPage } from '#domain/seats/seat-page.ts';
import type { SessionOwners } from '#storage/projection/session-owners.ts';
import { changePrices, type ReadZones } from '#workflows/zone-pricing.ts';
import { type EventAccess, findOwnEvent } from '../event-call.ts';
import { may } from '../pipeline/access.ts';
import { presentAnswer, timedLike } from '../pipeline/answer.ts';
import { askedBy } from '../pipeline/asked-by.ts';
import { ifNoneMatch, tagHeaders, unchanged } from '../pipeline/entity-tag.ts';
import { keyed } from '../pipeline/idempotency-key.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import { invalid, unknownEvent } from '../refusals.ts';
import { InventoryReads } from './inventory-reads.ts';

export interface PriceAssignmentDeps extends EventAccess {
  readonly owners: Pick<SessionOwners, 'withReference'>;
  readonly encodeSeats: (page: SeatPage) => Promise<Uint8Array>;
  readonly readZones: ReadZones;
  /** Transfers the bytes to a thread: the caller cannot use them afterwards. */
  readonly parseAssignments: (bytes: Uint8Array) => Promise<PriceAssignments | InvalidBody>;
}

const path = '/api/private/v2.0/event/{eventId}/prices/assignments/';
const tag = 'Prices';
const bodyBytesMax = 64 * 1024 * 1024;

export function priceAssignmentRoutes(deps: PriceAssignmentDeps): readonly Route[] {
  return [
    change(deps, 'POST', 'assign-prices', 'Assign prices to seats and areas', 'Overwrites earlier assignments.'),
    change(
      deps,
      'DELETE',
      'unassign-prices',
      'Remove prices from seats and areas',
      'The body is the same as for POST.',
    ),
    read(deps),
  ];
}

function change(
  { engine, events, readZones, parseAssignments }: PriceAssignmentDeps,
  method: 'POST' | 'DELETE',
  kind: 'assign-prices' | 'unassign-prices',
  summary: string,
  description: string,
): Route {
  return defineRoute({
    method,
    path,
    operationId: kind === 'assign-prices' ? 'assignPrices' : 'unassignPrices',
    access: may('MANAGER', 'params.eventId'),
    summary,
    description: `${description} All or nothing; refused while one of the seats or areas is held or sold.`,
    tag,
    caller: 'organization',
    params: z.object({ eventId: uuid }),
    body: priceAssignments,
    rawBody: true,
    bodyLimitBytes: bodyBytesMax,
    requestExample: priceAssignmentsExample,
    responses: { 200: { description: 'Done.', schema: z.boolean(), example: true } },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: async (request) => {
      const { params, rawBody, organizationId } = request;
      const body = await parseAssignments(rawBody);
      if ('invalid' in body) return { problem: { ...body, code: body.invalid } };
      const event = await findOwnEvent({ events }, organizationId, params.eventId);
      if (event === null) return unknownEvent;
      const outcome = await changePrices(engine, readZones, {
        kind,
        event,
        body,
        ...keyed(request),
        ...askedBy(request),
      });
      if (outcome.outcome === 'invalid') return invalid(...outcome.errors);
      return presentAnswer(outcome.answer, 'done', () => ({ status: 200, body: true }));
    },
  });
}

/** To be increased when the same facts are presented differently, so that tags change. */
const format = 2;

function read({ engine, events, owners, encodeSeats }: PriceAssignmentDeps): Route {
  const inventories = new InventoryReads(engine);
  return defineRoute({
    method: 'GET',
    path,
    operationId: 'listPriceAssignments',
    access: may('VIEWER', 'params.eventId'),
    summary: 'Read the seats of an event with their prices and bookings',
    description:
      'Every seat and area in layout order, with or without a price, as of one moment, which `ETag` identifies. With `reference` ' +
      'only the seats of the sessions with that reference, each with its session’s properties; read GA places from the ' +
      'session itself.',
    tag,
    caller: 'organization',
    params: z.object({ eventId: uuid }),
    query: z.object({ reference: text(0, referenceLengthMax).optional() }),
    requestHeaders: z.object({ 'If-None-Match': ifNoneMatch }),
    responses: {
      200: { description: 'Seats and areas.', schema: assignmentsSchema, example: assignmentsExample },
      304: { description: 'Not modified: `If-None-Match` names the current content.' },
    },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async (request) => {
      const { params, query, organizationId } = request;
      const event = await findOwnEvent({ events }, organizationId, params.eventId);
      if (event === null) return unknownEvent;
      const { eventNumber } = event;
      const condition = request.header('if-none-match');
      if (condition !== undefined) {
        const now = await engine.ask(eventNumber, { kind: 'read-sequence' });
        const held = now.ok && now.reply.kind === 'sequence' ? unchanged(condition, tagOf(now.reply)) : null;
        if (held !== null) return timedLike(now, held);
      }
      const { answer, inventory } = await inventories.read(eventNumber);
      if (inventory === null) return presentAnswer(answer, 'inventory', () => unknownEvent);
      const sources = { eventNumber, inventory, encodeSeats };
      const { reference } = query;
      if (reference === undefined) {
        const headers = tagHeaders(tagOf(inventory));
        return timedLike(answer, { status: 200, headers, content: assignmentChunks(sources, null) });
      }
      const found = await owners.withReference(eventNumber, reference);
      // The properties of a session may have changed after the copy was taken; the tag would not identify them, so it
      // is left out.
      const isExact = found.every(({ seq }) => seq <= inventory.seq);
      const chunks = assignmentChunks(sources, { reference, owners: found });
      const headers = isExact ? tagHeaders(tagOf(inventory)) : {};
      return timedLike(answer, { status: 200, content: chunks, headers });
    },
  });
}

function tagOf({ seq, schemaId }: Pick<Inventory, 'seq' | 'schemaId'>): string {
  return `"${format}-${schemaId}-${seq}"`;
}
