/**
 * Prices of an event (contract: Price, Prices): define, list, change and delete them. They are stored in their event;
 * the catalog allocates only their ids.
 */
import { z } from 'zod';
import { presentPrice, presentWrittenPrice, price, priceExample, writtenPrice } from '#codec/answers/price.ts';
import { sentTerms, termsMembers } from '#codec/bodies/price-terms.ts';
import { fieldError } from '#codec/check.ts';
import { absentId, longId, longText, text, uuid } from '#codec/fields.ts';
import { pricesPerEventMax } from '#domain/limits.ts';
import type { Price } from '#domain/pricing/price.ts';
import { askOwnEvent, type EventAccess, findOwnEvent } from '../event-call.ts';
import { may } from '../pipeline/access.ts';
import { presentAnswer } from '../pipeline/answer.ts';
import { askedBy } from '../pipeline/asked-by.ts';
import { keyed } from '../pipeline/idempotency-key.ts';
import { pageAnswer, pageInMemory, pageSchema, pagingQuery } from '../pipeline/paging.ts';
import { defineRoute, type Route, type RouteResult } from '../pipeline/route.ts';
import { invalid, unknownEvent } from '../refusals.ts';

export interface PriceDeps extends EventAccess {
  /** Fresh ids in ascending order for the event. */
  readonly allocatePriceIds: (eventNumber: number, count: number) => Promise<readonly number[]>;
}

const path = '/api/private/v2.0/event/{eventId}/prices/';
const shared = { tag: 'Prices', caller: 'organization' } as const;
const bodyBytesMax = 4 * 1024 * 1024;
export const priceNameLengthMax = 255;

const params = z.object({ eventId: uuid });

export const externalId = text(0, priceNameLengthMax).nullish();
export const changedExternalId = externalId.meta({ description: 'Absent: keeps its value; null: is removed.' });

const nameAndEvent = {
  name: text(1, priceNameLengthMax).meta({
    description: 'The decimal number at its beginning is the amount: "50", "12.50 EUR".',
  }),
  eventId: uuid.nullish().meta({ description: 'The event of the path.' }),
};

const newPrice = z
  .object({
    id: absentId('must be null on create'),
    ...nameAndEvent,
    externalId,
    ...termsMembers,
  })
  .meta({ id: 'NewPrice' });

const changedPrice = z
  .object({
    id: longId,
    ...nameAndEvent,
    externalId: changedExternalId,
    ...termsMembers,
  })
  .meta({ id: 'ChangedPrice' });

const { eventId } = priceExample;
const requestExample = [
  {
    name: '45.00 EUR',
    eventId,
    amount: 4500,
    currency: 'EUR',
    ticketTypes: [{ id: 'child', name: 'Child', amount: 2000 }],
  },
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

/** The change of one price in a command. */
export function priceChange(sent: {
  readonly id: number;
  readonly name: string;
  readonly externalId?: string | null | undefined;
}) {
  const { id, name, externalId } = sent;
  return { id, name, ...(externalId === undefined ? {} : { externalId }) };
}

function written(status: 200 | 201, prices: readonly Price[], eventId: string): RouteResult {
  return { status, body: prices.map((one) => presentWrittenPrice(one, eventId)) };
}

function define(deps: PriceDeps): Route {
  return defineRoute({
    ...shared,
    method: 'POST',
    path,
    operationId: 'createPrices',
    access: may('MANAGER', 'params.eventId'),
    summary: 'Define prices of an event',
    description:
      'All or nothing. Names are unique within their event. `amount` and `currency` go together, and `ticketTypes` need both.',
    params,
    body: z.array(newPrice).max(pricesPerEventMax),
    bodyLimitBytes: bodyBytesMax,
    requestExample,
    responses: { 201: { description: 'The prices in the order sent.', schema: z.array(writtenPrice), example } },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: async (request) => {
      const { params, body, organizationId } = request;
      const event = await findOwnEvent(deps, organizationId, params.eventId);
      if (event === null) return unknownEvent;
      const foreign = foreignLines(body, params.eventId);
      if (foreign.length > 0) return invalid(...foreign);
      const ids = await deps.allocatePriceIds(event.eventNumber, body.length);
      const made = body.map(({ name, externalId = null, ...terms }, at) => ({
        ...{ id: ids[at] as number, name, externalId },
        ...sentTerms(terms),
      }));
      const command = { kind: 'define-prices', prices: made, ...keyed(request), ...askedBy(request) } as const;
      const answer = await deps.engine.ask(event.eventNumber, command);
      return presentAnswer(answer, 'prices', (reply) => written(201, reply.prices, params.eventId));
    },
  });
}

function list(deps: PriceDeps): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path,
    operationId: 'listPrices',
    access: may('VIEWER', 'params.eventId'),
    summary: 'List the prices of an event',
    description:
      'Prices with their names, amounts and ticket types; the assignments show which seats and areas they apply to.',
    params,
    query: pagingQuery(['id', 'name', 'externalId']),
    responses: pageAnswer('A page of prices.', pageSchema('PagePrice', price), example),
    errors: ['ENTITY_NOT_FOUND'],
    handle: (request) => {
      const { params, query } = request;
      return askOwnEvent(deps, request, params.eventId, { kind: 'read-prices' }, 'prices', ({ prices }) => {
        const items = prices.map((one) => presentPrice(one, params.eventId));
        return { status: 200, body: pageInMemory(items, query, (item, property) => item[property]) };
      });
    },
  });
}

function change(deps: PriceDeps): Route {
  return defineRoute({
    ...shared,
    method: 'PUT',
    path,
    operationId: 'updatePrices',
    access: may('MANAGER', 'params.eventId'),
    summary: 'Change prices',
    description:
      'All or nothing; prices may swap names. An absent `externalId`, `amount`, `currency` or `ticketTypes` stays, null takes ' +
      'it away. Carts keep what they have captured.',
    params,
    body: z.array(changedPrice).max(pricesPerEventMax),
    bodyLimitBytes: bodyBytesMax,
    requestExample: example,
    responses: { 200: { description: 'The prices in the order sent.', schema: z.array(writtenPrice), example } },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: async (request) => {
      const { params, body, organizationId } = request;
      const event = await findOwnEvent(deps, organizationId, params.eventId);
      if (event === null) return unknownEvent;
      const foreign = foreignLines(body, params.eventId);
      if (foreign.length > 0) return invalid(...foreign);
      const changes = body.map((one) => ({ ...priceChange(one), ...sentTerms(one) }));
      const command = { kind: 'rename-prices', prices: changes, ...keyed(request), ...askedBy(request) } as const;
      const answer = await deps.engine.ask(event.eventNumber, command);
      return presentAnswer(answer, 'prices', (reply) => written(200, reply.prices, params.eventId));
    },
  });
}

function remove(deps: PriceDeps): Route {
  return defineRoute({
    ...shared,
    method: 'DELETE',
    path: `${path}{id}`,
    operationId: 'deletePrice',
    access: may('MANAGER', 'params.eventId'),
    summary: 'Delete a price',
    description:
      'Also deletes its assignments. Refused while any of its seats is not ACTIVE, or while any place of its areas is ' +
      'held, locked or sold.',
    params: params.extend({ id: longText }),
    responses: { 204: { description: 'The price is deleted.' } },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: (request) => {
      const command = { kind: 'delete-price', priceId: request.params.id, ...keyed(request) } as const;
      return askOwnEvent(deps, request, request.params.eventId, command, 'done', () => ({ status: 204 }));
    },
  });
}
