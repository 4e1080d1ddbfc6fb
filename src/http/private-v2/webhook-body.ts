/** Webhooks in requests and answers, the validation of their fields, and the refusals of their calls. */
import { z } from 'zod';
import { constraint } from '#codec/constraint.ts';
import { absentId, longId, text, utcInstant } from '#codec/fields.ts';
import { changeTypes } from '#domain/feed/change.ts';
import { urlLengthMax, whyNotReceiver } from '#feed/webhooks/receiver-url.ts';
import type { WebhookFields, WebhookRecord } from '#storage/webhooks/webhooks.ts';
import { pageSchema } from '../pipeline/paging.ts';
import type { RouteResult } from '../pipeline/route.ts';
import { conflict, noSuch } from '../refusals.ts';

const descriptionLengthMax = 1000;

export const changeType = z.enum(changeTypes);

const shownTypes = z.array(changeType).meta({ description: 'The types of changes that are sent; empty: every type.' });
const enabled = z.boolean().meta({ description: 'Whether changes are sent; those of the time before are not.' });
const urlDescription = 'Where changes are sent, by POST. https, and a public address.';

/** The bodies that create and replace a webhook. `allowsPrivate`: see `whyNotReceiver`. */
export function webhookBodies(allowsPrivate: boolean) {
  const url = text(1, urlLengthMax)
    .superRefine((value, context) => {
      const message = whyNotReceiver(value, allowsPrivate);
      if (message !== null) context.addIssue({ code: 'custom', message, params: constraint('PATTERN') });
    })
    .meta({ description: urlDescription });
  const fields = {
    url,
    types: z
      .array(changeType)
      .max(changeTypes.length)
      .nullish()
      .meta({ description: 'The types of changes to send; empty or absent: every type, also types that come later.' }),
    description: text(0, descriptionLengthMax).nullish(),
    enabled: enabled.nullish().meta({ description: 'Absent: true.' }),
  };
  return {
    created: z.object({ id: absentId('must be null on create'), ...fields }).meta({ id: 'NewWebhook' }),
    replaced: z
      .object({ id: longId.nullish().meta({ description: 'The webhook of the path.' }), ...fields })
      .meta({ id: 'ChangedWebhook' }),
  };
}

const shown = {
  id: longId,
  url: z.string().meta({ description: urlDescription }),
  types: shownTypes,
  description: z.string().nullable(),
  enabled,
  createdDate: utcInstant.meta({ description: 'When it was created, UTC.' }),
};

const secret = z.string().meta({ description: 'Signs what is sent, by Standard Webhooks. Shown only in this answer.' });

export const webhookSchema = z.object(shown).meta({ id: 'Webhook' });
export const webhookPage = pageSchema('PageWebhook', webhookSchema);
export const createdWebhook = z.object({ ...shown, secret }).meta({ id: 'CreatedWebhook' });
export const rotatedSecret = z
  .object({
    secret,
    formerSecretUntil: utcInstant.meta({ description: 'Until then the former secret signs too.' }),
  })
  .meta({ id: 'RotatedWebhookSecret' });

export const testReply = z
  .object({
    delivered: z.boolean().meta({ description: 'Whether the receiver answered 2xx.' }),
    status: z.int().nullable().meta({ description: 'Status of the answer; null: there was none.' }),
    error: z.string().nullable().meta({ description: 'Why it counts as failed; null: it does not.' }),
    body: z.string().meta({ description: 'The first 1,000 characters of the answer.' }),
    durationMs: z.int().meta({ description: 'Milliseconds until the answer.' }),
  })
  .meta({ id: 'WebhookTestReply' });

export const newWebhookExample = {
  url: 'https://example.com/usher',
  types: ['session.confirmed', 'session.released'],
  description: 'Ticketing back office',
  enabled: true,
};
export const webhookExample = { id: 5, ...newWebhookExample, createdDate: '2027-05-01T10:15:00.000Z' };
export const secretExample = 'whsec_TjQ1bW9uc3RlcnNlY3JldGZvcmRvY3VtZW50YXRpb24=';
export const unknownWebhook = noSuch('webhook');
export function tooManyWebhooks(countMax: number): RouteResult {
  return conflict(`The organization has ${countMax} webhooks, the most it may have.`);
}

type Given<Value> = Value | null | undefined;

/** The fields to store: absent members get their defaults. */
export function webhookFieldsOf(body: {
  readonly url: string;
  readonly types?: Given<readonly string[]>;
  readonly description?: Given<string>;
  readonly enabled?: Given<boolean>;
}): WebhookFields {
  return {
    url: body.url,
    types: [...new Set(body.types ?? [])],
    description: body.description ?? null,
    enabled: body.enabled ?? true,
  };
}

export function showWebhook({ createdDate, ...webhook }: WebhookRecord) {
  return { ...webhook, createdDate: createdDate.toISOString() };
}
