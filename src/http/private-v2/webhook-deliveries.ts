/** Deliveries of a webhook: what became of each change that was sent to it, and sending one again. */
import { z } from 'zod';
import { longText } from '#codec/fields.ts';
import type { PageRequest, PageRows } from '#storage/database/paging.ts';
import type { DeliveryProperty, DeliveryQuery, DeliveryRecord } from '#storage/webhooks/deliveries.ts';
import type { Redelivery } from '#storage/webhooks/redelivery.ts';
import type { Webhooks } from '#storage/webhooks/webhooks.ts';
import { answerPage, pageAnswer, pagingFields } from '../pipeline/paging.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import {
  deliveryExample,
  deliveryPage,
  deliverySchema,
  deliveryState,
  disabledWebhook,
  showDelivery,
  unknownDelivery,
  unknownWebhook,
} from './webhook-body.ts';

export interface WebhookDeliveryDeps {
  readonly webhooks: Pick<Webhooks, 'find'>;
  readonly list: (query: DeliveryQuery, paging: PageRequest<DeliveryProperty>) => Promise<PageRows<DeliveryRecord>>;
  readonly redelivery: Pick<Redelivery, 'request'>;
  readonly now: () => number;
}

const prefix = '/api/private/v2.0/webhooks/{id}/deliveries/';
const tag = 'Webhooks';

export function webhookDeliveries(deps: WebhookDeliveryDeps): readonly Route[] {
  return [list(deps), redeliver(deps)];
}

function list({ webhooks, list }: WebhookDeliveryDeps): Route {
  return defineRoute({
    method: 'GET',
    path: prefix,
    operationId: 'listWebhookDeliveries',
    summary: 'List the deliveries of a webhook',
    description: 'A change appears when its first attempt has ended. Kept as long as changes are.',
    tag,
    caller: 'organization',
    params: z.object({ id: longText }),
    query: z.object({
      ...pagingFields(['id']),
      state: deliveryState.optional().meta({ description: 'Only deliveries in this state.' }),
    }),
    responses: pageAnswer('A page of deliveries.', deliveryPage, [deliveryExample]),
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params: { id }, query, organizationId }) => {
      if ((await webhooks.find(organizationId, id)) === null) return unknownWebhook;
      const selection = { organizationId, webhookId: id, state: query.state ?? null };
      return answerPage(await list(selection, query), query, showDelivery);
    },
  });
}

function redeliver({ redelivery, now }: WebhookDeliveryDeps): Route {
  return defineRoute({
    method: 'POST',
    idempotency: 'transaction',
    path: `${prefix}{deliveryId}/redeliver`,
    operationId: 'redeliverWebhookDelivery',
    summary: 'Send a change to a webhook again',
    description:
      'At once and with the same id, whatever became of it before; a failure then follows the schedule from its beginning.',
    tag,
    caller: 'organization',
    params: z.object({ id: longText, deliveryId: longText }),
    responses: {
      202: {
        description: 'The delivery, now pending.',
        schema: deliverySchema,
        example: { ...deliveryExample, attempts: 0 },
      },
    },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: async ({ params: { id, deliveryId }, organizationId, changes }) => {
      const outcome = await redelivery.request(changes, { organizationId, webhookId: id, deliveryId }, now());
      if (outcome === null) return unknownDelivery;
      return outcome === 'disabled' ? disabledWebhook : { status: 202, body: showDelivery(outcome) };
    },
  });
}
