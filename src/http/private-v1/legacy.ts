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
  return { problem: validationFailed([fieldError(field, 'UNKNOWN_VALUE', `must name ${what}`, value)]) };
}

/** An object of another organization. */
export function foreignObject(what: string): { readonly problem: Problem } {
  return { problem: { code: 'ACCESS_DENIED', detail: `The key does not open ${what}.` } };
}

const invalidHere: readonly ErrorCode[] = ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'];

/** A field and what it was sent as. */
type Blamed = readonly [field: string, value: unknown];

/** The result with the statuses of this interface: which field named what is unknown, and which contradicts stored data. */
export function legacyResult(
  result: RouteResult,
  { unknown = ['id', null], conflict = ['body', null] }: { readonly unknown?: Blamed; readonly conflict?: Blamed } = {},
): RouteResult {
  if (!('problem' in result) || !invalidHere.includes(result.problem.code)) return result;
  const { code, detail } = result.problem;
  const error =
    code === 'ENTITY_NOT_FOUND'
      ? fieldError(unknown[0], 'UNKNOWN_VALUE', `must name what exists: ${detail}`, unknown[1])
      : fieldError(conflict[0], 'INVALID', `must not contradict stored data: ${detail}`, conflict[1]);
  return timedLike(result, { problem: { code: 'VALIDATION_FAILED', detail, errors: [error] } });
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
