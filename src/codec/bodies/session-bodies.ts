/**
 * The bodies that open a session and confirm it (contract: Public sessions, Private sessions): their schemas, and
 * hand-written parsers for their most frequent forms.
 */
import { z } from 'zod';
import { referenceLengthMax } from '#domain/limits.ts';
import { isStorable, isUuidInLowerCase, properties, text, uuid } from '../fields.ts';

/** A longer text is an invalid request, not an invalid pass. */
const passLengthMax = 8192;

const pass = z
  .string()
  .min(1)
  .max(passLengthMax)
  .nullish()
  .meta({
    description:
      'Only for events whose admission is not OPEN: a pass of the organization (PASS) or an admitted ticket (QUEUE). ' +
      'Other events ignore it.',
  });

export const createBody = z.object({ eventId: uuid, publicKey: uuid, pass });

export const confirmBody = z.object({
  reference: text(0, referenceLengthMax).nullish(),
  properties: properties.nullish(),
  reclaim: z
    .boolean()
    .nullish()
    .meta({ description: 'Takes the cart of an expired session again if all of it is free' }),
});

/** Fast path without a pass, with ids in lower case: returns the same as the schema; undefined: the schema decides. */
export function parseCreate(body: unknown): z.output<typeof createBody> | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const { eventId, publicKey, pass } = body as Readonly<Record<string, unknown>>;
  if (pass !== undefined || !isUuidInLowerCase(eventId) || !isUuidInLowerCase(publicKey)) return undefined;
  return { eventId, publicKey };
}

/** Fast path for nothing but a reference: returns the same as the schema; undefined: the schema decides. */
export function parseConfirm(body: unknown): z.output<typeof confirmBody> | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const { reference, properties, reclaim } = body as Readonly<Record<string, unknown>>;
  if (properties !== undefined || reclaim !== undefined || typeof reference !== 'string') return undefined;
  return reference.length <= referenceLengthMax && isStorable(reference) ? { reference } : undefined;
}
