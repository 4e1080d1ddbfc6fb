/**
 * Webhooks: receivers of an organization's changes. Create, list, read, replace, delete, replace the secret, and test.
 * A secret is shown only when it is made.
 */
import { z } from 'zod';
import { fieldError } from '#codec/check.ts';
import { longText } from '#codec/fields.ts';
import { newWebhookSecret } from '#feed/webhooks/signature.ts';
import type { WebhookSenders } from '#feed/webhooks/webhook-senders.ts';
import type { WebhookRemoval } from '#storage/webhooks/webhook-removal.ts';
import type { Webhooks } from '#storage/webhooks/webhooks.ts';
import { may } from '../pipeline/access.ts';
import { answerPage, pageAnswer, pagingQuery } from '../pipeline/paging.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import { invalid } from '../refusals.ts';
import {
  createdWebhook,
  newWebhookExample,
  rotatedSecret,
  secretExample,
  showWebhook,
  testReply,
  tooManyWebhooks,
  unknownWebhook,
  webhookBodies,
  webhookExample,
  webhookFieldsOf,
  webhookPage,
  webhookSchema,
} from './webhook-body.ts';

export interface WebhookDeps {
  readonly webhooks: Pick<Webhooks, 'countMax' | 'create' | 'find' | 'list' | 'replace' | 'rotate'>;
  readonly removal: Pick<WebhookRemoval, 'remove'>;
  readonly senders: Pick<WebhookSenders, 'test'>;
  readonly now: () => number;
  /** See `whyNotReceiver`. */
  readonly allowsPrivate: boolean;
}

const prefix = '/api/private/v2.0/webhooks/';
const shared = { tag: 'Webhooks', caller: 'organization' } as const;
const one = { description: 'The webhook.', schema: webhookSchema, example: webhookExample };
const changing = { ...shared, idempotency: 'transaction' } as const;
const params = z.object({ id: longText });
/** How long a replaced secret signs too. */
const formerSecretMs = 24 * 3_600_000;

export function webhooks(deps: WebhookDeps): readonly Route[] {
  return [create(deps), list(deps), read(deps), replace(deps), remove(deps), rotate(deps), test(deps)];
}

function create({ webhooks, now, allowsPrivate }: WebhookDeps): Route {
  return defineRoute({
    ...changing,
    method: 'POST',
    path: prefix,
    operationId: 'createWebhook',
    access: may('MANAGER', 'whole'),
    summary: 'Create a webhook',
    description: 'Changes from now on are sent to it. The answer shows the secret, once.',
    body: webhookBodies(allowsPrivate).created,
    requestExample: newWebhookExample,
    responses: {
      201: {
        description: 'The webhook with its secret.',
        schema: createdWebhook,
        example: { ...webhookExample, secret: secretExample },
      },
    },
    errors: ['DATA_INTEGRITY_VIOLATION'],
    handle: async ({ body, organizationId, changes }) => {
      const secret = newWebhookSecret();
      const made = await webhooks.create(changes, organizationId, webhookFieldsOf(body), secret, now());
      if (made === null) return tooManyWebhooks(webhooks.countMax);
      return { status: 201, body: { ...showWebhook(made), secret } };
    },
  });
}

function list({ webhooks }: WebhookDeps): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: prefix,
    operationId: 'listWebhooks',
    access: may('MANAGER', 'whole'),
    summary: 'List the webhooks',
    description: 'In the requested order, by default by id.',
    query: pagingQuery(['id', 'url', 'enabled', 'createdDate']),
    responses: pageAnswer('A page of webhooks.', webhookPage, [webhookExample]),
    errors: [],
    handle: async ({ query, organizationId }) =>
      answerPage(await webhooks.list(organizationId, query), query, showWebhook),
  });
}

function read({ webhooks }: WebhookDeps): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: `${prefix}{id}`,
    operationId: 'getWebhook',
    access: may('MANAGER', 'whole'),
    summary: 'Read a webhook',
    description: 'The webhook without its secret, which is not shown again.',
    params,
    responses: { 200: one },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params: { id }, organizationId }) => {
      const found = await webhooks.find(organizationId, id);
      return found === null ? unknownWebhook : { status: 200, body: showWebhook(found) };
    },
  });
}

function replace({ webhooks, allowsPrivate }: WebhookDeps): Route {
  return defineRoute({
    ...changing,
    method: 'PUT',
    path: `${prefix}{id}`,
    operationId: 'replaceWebhook',
    access: may('MANAGER', 'whole'),
    summary: 'Replace a webhook',
    description:
      'The body is the whole webhook without its secret. Disabling it ends its pending deliveries; enabling it starts from now.',
    params,
    body: webhookBodies(allowsPrivate).replaced,
    requestExample: { id: webhookExample.id, ...newWebhookExample },
    responses: { 200: one },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params: { id }, body, organizationId, changes }) => {
      if (body.id !== undefined && body.id !== null && body.id !== id) {
        return invalid(fieldError('id', 'UNKNOWN_VALUE', 'must be the webhook of the path', body.id));
      }
      const replaced = await webhooks.replace(changes, organizationId, id, webhookFieldsOf(body));
      return replaced === null ? unknownWebhook : { status: 200, body: showWebhook(replaced) };
    },
  });
}

function remove({ removal }: WebhookDeps): Route {
  return defineRoute({
    ...changing,
    method: 'DELETE',
    path: `${prefix}{id}`,
    operationId: 'deleteWebhook',
    access: may('MANAGER', 'whole'),
    summary: 'Delete a webhook',
    description: 'With its deliveries; what is pending is not sent any more.',
    params,
    responses: { 204: { description: 'Deleted.' } },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params: { id }, organizationId, changes }) =>
      (await removal.remove(changes, organizationId, id)) ? { status: 204 } : unknownWebhook,
  });
}

function rotate({ webhooks, now }: WebhookDeps): Route {
  return defineRoute({
    ...changing,
    method: 'POST',
    path: `${prefix}{id}/rotate`,
    operationId: 'rotateWebhookSecret',
    access: may('MANAGER', 'whole'),
    summary: 'Replace the secret of a webhook',
    description:
      'For 24 hours both secrets sign, so that receivers can change over. Only the last former secret signs.',
    params,
    responses: {
      200: {
        description: 'The new secret, shown once.',
        schema: rotatedSecret,
        example: { secret: secretExample, formerSecretUntil: '2027-05-02T10:15:00.000Z' },
      },
    },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params: { id }, organizationId, changes }) => {
      const secret = newWebhookSecret();
      const until = now() + formerSecretMs;
      if (!(await webhooks.rotate(changes, organizationId, id, secret, until))) return unknownWebhook;
      return { status: 200, body: { secret, formerSecretUntil: new Date(until).toISOString() } };
    },
  });
}

function test({ senders }: WebhookDeps): Route {
  return defineRoute({
    ...shared,
    method: 'POST',
    path: `${prefix}{id}/test`,
    operationId: 'testWebhook',
    access: may('MANAGER', 'whole'),
    summary: 'Send a test to a webhook',
    description: 'Sends `webhook.test` once, also to a disabled webhook, and answers what came back.',
    params,
    responses: {
      200: {
        description: 'What the receiver answered.',
        schema: testReply,
        example: { delivered: true, status: 204, error: null, body: '', durationMs: 84 },
      },
    },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params: { id }, organizationId }) => {
      const reply = await senders.test(organizationId, id);
      return reply === null ? unknownWebhook : { status: 200, body: { delivered: reply.error === null, ...reply } };
    },
  });
}
