/**
 * What all calls of the legacy interface share (contract: Legacy v1): its statuses are 200, 400 and 403. An unknown object
 * is 400, a foreign one 403, and what contradicts stored data 400. Codes of their own that the interface has none for
 * (a draft, an archived event, a key used twice, a series that keeps its start) stay what they are everywhere.
 */
import { timedLike } from '../answer.ts';
import type { ErrorCode, Problem } from '../problem.ts';
import { validationFailed } from '../problem.ts';
import type { RouteResult } from '../route.ts';
import { fieldError } from '../validate.ts';

export const legacyPrefix = '/api/private/v1.0';

/** An id that names nothing. */
export function unknownObject(field: string, value: unknown, what: string): { readonly problem: Problem } {
  return { problem: validationFailed([fieldError(field, 'UNKNOWN_VALUE', `is not ${what}`, value)]) };
}

/** An object of another organization. */
export function foreignObject(what: string): { readonly problem: Problem } {
  return { problem: { code: 'ACCESS_DENIED', detail: `The key does not open ${what}.` } };
}

const invalidHere: readonly ErrorCode[] = ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'];

/** The result with the statuses of this interface. */
export function legacyResult(result: RouteResult): RouteResult {
  if (!('problem' in result) || !invalidHere.includes(result.problem.code)) return result;
  return timedLike(result, { problem: { code: 'VALIDATION_FAILED', detail: result.problem.detail, errors: [] } });
}

export interface LegacyEvent {
  readonly eventId: string;
  readonly eventNumber: number;
  readonly organizationId: number;
  readonly schemaId: number;
}

export interface LegacyEvents {
  find(eventId: string): Promise<LegacyEvent | null>;
}

/** The event of the organization, or why not; `field` named it. */
export async function findLegacyEvent(
  events: LegacyEvents,
  organizationId: number,
  eventId: string,
  field = 'id',
): Promise<LegacyEvent | { readonly problem: Problem }> {
  const event = await events.find(eventId);
  if (event === null) return unknownObject(field, eventId, 'an event');
  return event.organizationId === organizationId ? event : foreignObject('this event');
}
