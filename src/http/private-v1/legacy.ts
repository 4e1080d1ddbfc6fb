/**
 * The common parts of the legacy interface (contract: Legacy v1): its statuses are 200, 400 and 403. An unknown object
 * is 400, a foreign one 403, and a contradiction to stored data 400. Errors that the legacy interface has no status for
 * (a draft, an archived event, a key used twice, a series event whose start is fixed) are the same as everywhere.
 */

import { fieldError } from '#codec/check.ts';
import type { EventAddress, EventDirectory } from '#storage/catalog/events.ts';
import { timedLike } from '../pipeline/answer.ts';
import type { ErrorCode, Problem } from '../pipeline/problem.ts';
import type { RouteResult } from '../pipeline/route.ts';
import { invalid } from '../refusals.ts';

export const legacyPrefix = '/api/private/v1.0';

/** 400 for an id that names no object. */
export function unknownObject(field: string, value: unknown, what: string): { readonly problem: Problem } {
  return invalid(fieldError(field, 'UNKNOWN_VALUE', `must name ${what}`, value));
}

/** 403 for an object of another organization. */
export function foreignObject(what: string): { readonly problem: Problem } {
  return { problem: { code: 'ACCESS_DENIED', detail: `The key has no access to ${what}.` } };
}

const invalidHere: readonly ErrorCode[] = ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'];

/** A field and the value that was sent. */
type Blamed = readonly [field: string, value: unknown];

/**
 * Maps a result to the statuses of this interface. `unknown`: the field that named an unknown object; `conflict`: the
 * field that contradicts stored data.
 */
export function legacyResult(
  result: RouteResult,
  { unknown = ['id', null], conflict = ['body', null] }: { readonly unknown?: Blamed; readonly conflict?: Blamed } = {},
): RouteResult {
  if (!('problem' in result) || !invalidHere.includes(result.problem.code)) return result;
  const { code, detail } = result.problem;
  const error =
    code === 'ENTITY_NOT_FOUND'
      ? fieldError(unknown[0], 'UNKNOWN_VALUE', `must name an existing object: ${detail}`, unknown[1])
      : fieldError(conflict[0], 'INVALID', `must not contradict stored data: ${detail}`, conflict[1]);
  return timedLike(result, { problem: { code: 'VALIDATION_FAILED', detail, errors: [error] } });
}

/** The event of the organization, or the problem; `field` named it. */
export async function findLegacyEvent(
  events: EventDirectory,
  organizationId: number,
  eventId: string,
  field = 'id',
): Promise<EventAddress | { readonly problem: Problem }> {
  const event = await events.find(eventId);
  if (event === null) return unknownObject(field, eventId, 'an event');
  return event.organizationId === organizationId ? event : foreignObject('this event');
}
