/** Deliveries of a webhook: what became of each change that was sent to it, and sending one again. */
import { z } from 'zod';
import { longId, longText, utcInstant } from '#codec/fields.ts';
import type { PageRequest, PageRows } from '#storage/database/paging.ts';
import {
  type DeliveryProperty,
  type DeliveryQuery,
  type DeliveryRecord,
  deliveryStates,
} from '#storage/webhooks/deliveries.ts';
import type { Redelivery } from '#storage/webhooks/redelivery.ts';
import type { Webhooks } from '#storage/webhooks/webhooks.ts';
import { may } from '../pipeline/access.ts';
import { answerPage, pageAnswer, pageSchema, pagingFields } from '../pipeline/paging.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import { conflict, noSuch } from '../refusals.ts';
import { changeType, unknownWebhook } from './webhook-body.ts';

export interface WebhookDeliveryDeps {
  readonly webhooks: Pick<Webhooks, 'find'>;
  readonly list: (query: DeliveryQuery, paging: PageRequest<DeliveryProperty>) => Promise<PageRows<DeliveryRecord>>;
  readonly redelivery: Pick<Redelivery, 'request'>;
  readonly now: () => number;
}

const prefix = '/api/private/v2.0/webhooks/{id}/deliveries/';
const tag = 'Webhooks';
const unknownDelivery = noSuch('delivery');
const disabledWebhook = conflict('The webhook is disabled; enable it first.');

const deliveryState = z.enum(deliveryStates);

const deliverySchema = z
  .object({
    id: longId,
    changeId: z.string().meta({ description: 'Id of the change; the header `webhook-id` of every attempt.' }),
    type: changeType,
    attempts: z.int().meta({ description: 'Attempts that have been made.' }),
    state: deliveryState.meta({ description: 'PENDING: another attempt is planned. DEAD: none is.' }),
    lastStatus: z.int().nullable().meta({ description: 'Status of the last answer; null: there was none.' }),
    lastError: z.string().nullable().meta({ description: 'Why the last attempt failed; null: it did not.' }),
    nextAttemptAt: utcInstant.nullable().meta({ description: 'When the next attempt is due, UTC; null: never.' }),
  })
  .meta({ id: 'WebhookDelivery' });

const deliveryExample = {
  id: 871,
  changeId: '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001-42-0',
  type: 'session.confirmed',
  attempts: 2,
  state: 'PENDING',
  lastStatus: 503,
  lastError: 'answered 503',
  nextAttemptAt: '2027-05-01T10:15:30.000Z',
};

export function webhookDeliveries(deps: WebhookDeliveryDeps): readonly Route[] {
  return [list(deps), redeliver(deps)];
}

function list({ webhooks, list }: WebhookDeliveryDeps): Route {
  return defineRoute({
    method: 'GET',
    path: prefix,
    operationId: 'listWebhookDeliveries',
    access: may('MANAGER', 'whole'),
    summary: 'List the deliveries of a webhook',
    description: 'A change appears when its first attempt has ended. Kept as long as changes are.',
    tag,
    caller: 'organization',
    params: z.object({ id: longText }),
    query: z.object({
      ...pagingFields(['id']),
      state: deliveryState.optional().meta({ description: 'Only deliveries in this state.' }),
    }),
    responses: pageAnswer('A page of deliveries.', pageSchema('PageWebhookDelivery', deliverySchema), [
      deliveryExample,
    ]),
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
    access: may('MANAGER', 'whole'),
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

function showDelivery({ nextAttemptAt, ...delivery }: DeliveryRecord) {
  return { ...delivery, nextAttemptAt: nextAttemptAt?.toISOString() ?? null };
}
