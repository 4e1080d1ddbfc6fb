/** Prices of the legacy interface (contract: v1 Price, Legacy v1): one price per call; the body names the event. */

import { z } from 'zod';
import { legacyPrice, presentLegacyPrice, priceExample } from '#codec/answers/price.ts';
import { absentId, longId, longText, text, uuid } from '#codec/fields.ts';
import type { EventAccess } from '../event-call.ts';
import { may } from '../pipeline/access.ts';
import { presentAnswer } from '../pipeline/answer.ts';
import { askedBy } from '../pipeline/asked-by.ts';
import { keyed } from '../pipeline/idempotency-key.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import { changedExternalId, externalId, priceChange, priceNameLengthMax } from '../private-v2/prices.ts';
import { asBoolean } from './events.ts';
import { findLegacyEvent, legacyPrefix, legacyResult, unknownObject } from './legacy.ts';

export interface LegacyPriceDeps extends EventAccess {
  /** Fresh ids in ascending order for the event. */
  readonly allocatePriceIds: (eventNumber: number, count: number) => Promise<readonly number[]>;
  /** The public id of the event that a price id was handed out for, or null. */
  readonly eventOfPrice: (priceId: number) => Promise<string | null>;
}

const path = `${legacyPrefix}/prices/`;
const shared = { tag: 'Legacy v1', caller: 'legacy' } as const;

const name = text(1, priceNameLengthMax).meta({
  description: 'The decimal number at its beginning is the amount. Unique within its event.',
});

const newPrice = z
  .object({
    id: absentId('must be null on create'),
    name,
    eventId: uuid,
    externalId,
  })
  .meta({ id: 'NewLegacyPrice' });

const changedPrice = z
  .object({
    id: longId,
    name,
    eventId: uuid,
    externalId: changedExternalId,
  })
  .meta({ id: 'ChangedLegacyPrice' });

const { id: _, ...priceFields } = priceExample;
const newExample = { ...priceFields, name: '39.00 EUR' };

const one = { 200: { description: 'The price.', schema: legacyPrice, example: priceExample } };

export function legacyPrices(deps: LegacyPriceDeps): readonly Route[] {
  return [list(deps), define(deps), change(deps), remove(deps)];
}

function list({ engine, events }: LegacyPriceDeps): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path,
    operationId: 'listLegacyPrices',
    access: may('VIEWER', 'query.id'),
    summary: 'List all prices of an event',
    description: 'All prices, without paging, sorted by id.',
    query: z.object({ id: uuid.meta({ description: 'The event.' }) }),
    responses: { 200: { description: 'The prices by id.', schema: z.array(legacyPrice), example: [priceExample] } },
    errors: ['VALIDATION_FAILED'],
    handle: async ({ query, organizationId }) => {
      const event = await findLegacyEvent(events, organizationId, query.id);
      if ('problem' in event) return event;
      const answer = await engine.ask(event.eventNumber, { kind: 'read-prices' });
      return legacyResult(
        presentAnswer(answer, 'prices', ({ prices }) => ({
          status: 200,
          body: prices.map((one) => presentLegacyPrice(one, query.id)),
        })),
      );
    },
  });
}

function define({ engine, events, allocatePriceIds }: LegacyPriceDeps): Route {
  return defineRoute({
    ...shared,
    method: 'POST',
    path,
    operationId: 'createLegacyPrice',
    access: may('MANAGER', 'body.eventId'),
    summary: 'Define one price of an event',
    description: 'The price applies to nothing until it is assigned.',
    body: newPrice,
    requestExample: newExample,
    responses: one,
    errors: ['VALIDATION_FAILED'],
    handle: async (request) => {
      const { body, organizationId } = request;
      const event = await findLegacyEvent(events, organizationId, body.eventId, 'eventId');
      if ('problem' in event) return event;
      const [id = 0] = await allocatePriceIds(event.eventNumber, 1);
      const made = { id, name: body.name, externalId: body.externalId ?? null };
      const answer = await engine.ask(event.eventNumber, {
        kind: 'define-prices',
        prices: [made],
        ...keyed(request),
        ...askedBy(request),
      });
      return legacyResult(
        presentAnswer(answer, 'prices', ({ prices: [shown = made] }) => ({
          status: 200,
          body: presentLegacyPrice(shown, body.eventId),
        })),
        { unknown: ['eventId', body.eventId], conflict: ['name', body.name] },
      );
    },
  });
}

function change({ engine, events }: LegacyPriceDeps): Route {
  return defineRoute({
    ...shared,
    method: 'PUT',
    path,
    operationId: 'updateLegacyPrice',
    access: may('MANAGER', 'body.eventId'),
    summary: 'Change name and external id of one price',
    description: 'Carts keep the name that they have captured.',
    body: changedPrice,
    requestExample: priceExample,
    responses: one,
    errors: ['VALIDATION_FAILED'],
    handle: async (request) => {
      const { body, organizationId } = request;
      const { id, eventId } = body;
      const event = await findLegacyEvent(events, organizationId, eventId, 'eventId');
      if ('problem' in event) return event;
      const command = {
        kind: 'rename-prices',
        prices: [priceChange(body)],
        ...keyed(request),
        ...askedBy(request),
      } as const;
      const answer = await engine.ask(event.eventNumber, command);
      return legacyResult(
        presentAnswer(answer, 'prices', ({ prices: [price] }) =>
          price === undefined
            ? unknownObject('id', id, 'a price of the event')
            : { status: 200, body: presentLegacyPrice(price, eventId) },
        ),
        { unknown: ['id', id], conflict: ['name', body.name] },
      );
    },
  });
}

function remove({ engine, events, eventOfPrice }: LegacyPriceDeps): Route {
  return defineRoute({
    ...shared,
    method: 'DELETE',
    path,
    operationId: 'deleteLegacyPrice',
    access: may('MANAGER', 'whole'),
    summary: 'Delete a price by its id',
    description:
      'Also deletes its assignments. False while any of its seats is not ACTIVE, or while any place of its areas is held, ' +
      'locked or sold.',
    query: z.object({ id: longText.meta({ description: 'The price.' }) }),
    responses: { 200: { description: 'Whether it was deleted.', schema: z.boolean(), example: true } },
    errors: ['VALIDATION_FAILED'],
    handle: async (request) => {
      const { query, organizationId } = request;
      const eventId = await eventOfPrice(query.id);
      if (eventId === null) return unknownObject('id', query.id, 'a price');
      const event = await findLegacyEvent(events, organizationId, eventId);
      if ('problem' in event) return event;
      const command = { kind: 'delete-price', priceId: query.id, ...keyed(request), ...askedBy(request) } as const;
      const answer = await engine.ask(event.eventNumber, command);
      return asBoolean(presentAnswer(answer, 'done', () => ({ status: 200 })));
    },
  });
}
