/**
 * Prices of an event (contract: Price, Prices): define, list, change and delete them. They are stored in their event;
 * the catalog allocates only their ids.
 */
import { z } from 'zod';
import type { Engine } from '#actors/engine.ts';
import { presentPrice, presentWrittenPrice, price, priceExample, writtenPrice } from '#codec/answers/price.ts';
import { fieldError } from '#codec/check.ts';
import { absentId, longId, longText, text, uuid } from '#codec/fields.ts';
import { pricesPerEventMax } from '#domain/limits.ts';
import { presentAnswer } from '../pipeline/answer.ts';
import { keyed } from '../pipeline/idempotency-key.ts';
import { pageInMemory, pageOf, pageSchema, pagingQuery } from '../pipeline/paging.ts';
import { validationFailed } from '../pipeline/problem.ts';
import { defineRoute, type Route, type RouteResult } from '../pipeline/route.ts';

export interface PriceDeps {
  readonly engine: Engine;
  readonly events: {
    find(eventId: string): Promise<{ readonly eventNumber: number; readonly organizationId: number } | null>;
  };
  /** Fresh ids in ascending order for the event. */
  readonly allocatePriceIds: (eventNumber: number, count: number) => Promise<readonly number[]>;
}

const path = '/api/private/v2.0/event/{eventId}/prices/';
const tag = 'Prices';
const bodyBytesMax = 4 * 1024 * 1024;
const nameLengthMax = 255;
const unknownEvent: RouteResult = { problem: { code: 'ENTITY_NOT_FOUND', detail: 'There is no such event.' } };

const nameAndEvent = {
  name: text(1, nameLengthMax).meta({
    description: 'The decimal number at its beginning is the amount: "50", "12.50 EUR".',
  }),
  eventId: uuid.nullish().meta({ description: 'The event of the path.' }),
};

const newPrice = z
  .object({
    id: absentId('must be null on create'),
    ...nameAndEvent,
    externalId: text(0, nameLengthMax).nullish(),
  })
  .meta({ id: 'NewPrice' });

const changedPrice = z
  .object({
    id: longId,
    ...nameAndEvent,
    externalId: text(0, nameLengthMax).nullish().meta({ description: 'Absent: keeps its value; null: is removed.' }),
  })
  .meta({ id: 'ChangedPrice' });

const { eventId } = priceExample;
const requestExample = [
  { name: '45.00 EUR', eventId },
  { name: '29.50 EUR', eventId, externalId: 'CAT-2' },
];
const example = requestExample.map((one, index) => ({ externalId: null, ...one, id: 501 + index }));

export function prices(deps: PriceDeps): readonly Route[] {
  return [define(deps), list(deps), change(deps), remove(deps)];
}

/** Field errors of the lines that name another event than the path's. */
function foreignLines(body: readonly { readonly eventId?: string | null | undefined }[], eventId: string) {
  return body.flatMap((line, index) =>
    line.eventId === undefined || line.eventId === null || line.eventId === eventId
      ? []
      : [fieldError(`[${index}].eventId`, 'UNKNOWN_VALUE', 'must be the event of the path', line.eventId)],
  );
}

function define({ engine, events, allocatePriceIds }: PriceDeps): Route {
  return defineRoute({
    method: 'POST',
    path,
    operationId: 'createPrices',
    summary: 'Define prices of an event',
    description: 'All or nothing. Names are unique within their event.',
    tag,
    caller: 'organization',
    params: z.object({ eventId: uuid }),
    body: z.array(newPrice).max(pricesPerEventMax),
    bodyLimitBytes: bodyBytesMax,
    requestExample,
    responses: { 201: { description: 'The prices in the order sent.', schema: z.array(writtenPrice), example } },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: async (request) => {
      const { params, body, organizationId } = request;
      const event = await events.find(params.eventId);
      if (event === null || event.organizationId !== organizationId) return unknownEvent;
      const foreign = foreignLines(body, params.eventId);
      if (foreign.length > 0) return { problem: validationFailed(foreign) };
      const ids = await allocatePriceIds(event.eventNumber, body.length);
      const prices = body.map(({ name, externalId }, index) => ({
        id: ids[index] as number,
        name,
        externalId: externalId ?? null,
      }));
      const answer = await engine.ask(event.eventNumber, { kind: 'define-prices', prices, ...keyed(request) });
      return presentAnswer(answer, 'prices', ({ prices: made }) => ({
        status: 201,
        body: made.map((one) => presentWrittenPrice(one, params.eventId)),
      }));
    },
  });
}

function list({ engine, events }: PriceDeps): Route {
  return defineRoute({
    method: 'GET',
    path,
    operationId: 'listPrices',
    summary: 'List the prices of an event',
    description: 'Prices with their names; the assignments show which seats and areas they apply to.',
    tag,
    caller: 'organization',
    params: z.object({ eventId: uuid }),
    query: pagingQuery(['id', 'name', 'externalId']),
    responses: {
      200: {
        description: 'A page of prices.',
        schema: pageSchema('PagePrice', price),
        example: pageOf(example, example.length, { page: 0, size: 20, sort: [] }),
      },
    },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params, query, organizationId }) => {
      const event = await events.find(params.eventId);
      if (event === null || event.organizationId !== organizationId) return unknownEvent;
      const answer = await engine.ask(event.eventNumber, { kind: 'read-prices' });
      return presentAnswer(answer, 'prices', ({ prices }) => {
        const items = prices.map((one) => presentPrice(one, params.eventId));
        return { status: 200, body: pageInMemory(items, query, (item, property) => item[property]) };
      });
    },
  });
}

function change({ engine, events }: PriceDeps): Route {
  return defineRoute({
    method: 'PUT',
    path,
    operationId: 'updatePrices',
    summary: 'Change names and external ids of prices',
    description: 'All or nothing; prices may swap names. Carts keep the names that they have captured.',
    tag,
    caller: 'organization',
    params: z.object({ eventId: uuid }),
    body: z.array(changedPrice).max(pricesPerEventMax),
    bodyLimitBytes: bodyBytesMax,
    requestExample: example,
    responses: { 200: { description: 'The prices in the order sent.', schema: z.array(writtenPrice), example } },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: async (request) => {
      const { params, body, organizationId } = request;
      const event = await events.find(params.eventId);
      if (event === null || event.organizationId !== organizationId) return unknownEvent;
      const foreign = foreignLines(body, params.eventId);
      if (foreign.length > 0) return { problem: validationFailed(foreign) };
      const changes = body.map(({ id, name, externalId }) => ({
        id,
        name,
        ...(externalId === undefined ? {} : { externalId }),
      }));
      const answer = await engine.ask(event.eventNumber, { kind: 'rename-prices', prices: changes, ...keyed(request) });
      return presentAnswer(answer, 'prices', ({ prices }) => ({
        status: 200,
        body: prices.map((one) => presentWrittenPrice(one, params.eventId)),
      }));
    },
  });
}

function remove({ engine, events }: PriceDeps): Route {
  return defineRoute({
    method: 'DELETE',
    path: `${path}{id}`,
    operationId: 'deletePrice',
    summary: 'Delete a price',
    description:
      'Also deletes its assignments. Refused while any of its seats is not ACTIVE, or while any place of its areas is ' +
      'held, locked or sold.',
    tag,
    caller: 'organization',
    params: z.object({ eventId: uuid, id: longText }),
    responses: { 204: { description: 'The price is deleted.' } },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: async (request) => {
      const { params, organizationId } = request;
      const event = await events.find(params.eventId);
      if (event === null || event.organizationId !== organizationId) return unknownEvent;
      const command = { kind: 'delete-price', priceId: params.id, ...keyed(request) } as const;
      const answer = await engine.ask(event.eventNumber, command);
      return presentAnswer(answer, 'done', () => ({ status: 204 }));
    },
  });
}
