/**
 * The refusals that several interfaces answer. Each has one text, so that a client reads the same words wherever it
 * names the same object.
 */
import type { Conflicts, FieldError } from '#domain/refusal.ts';
import { type Problem, validationFailed } from './pipeline/problem.ts';
import type { RouteFailure } from './pipeline/route.ts';

/** 404: there is no such object, or it belongs to another organization. */
export function noSuch(what: string): RouteFailure {
  return { problem: { code: 'ENTITY_NOT_FOUND', detail: `There is no such ${what}.` } };
}

/** 409: stored data forbids the change. */
export function conflict(detail: string, conflicts?: Conflicts): RouteFailure {
  const problem = { code: 'DATA_INTEGRITY_VIOLATION', detail } as const;
  return { problem: conflicts === undefined ? problem : { ...problem, conflicts } };
}

/** 400 with the fields that are wrong. */
export function invalid(...errors: readonly FieldError[]): RouteFailure {
  return { problem: validationFailed(errors) };
}

/** 410: the rows of the event are in an archive. */
export const archivedEvent = {
  code: 'EVENT_ARCHIVED',
  detail: 'The event is over, and its data is in an archive.',
} as const satisfies Problem;

/** 410: the rows of the event are in an archive whose file cannot be read, for this reason. */
export const unreadableArchive = (reason: string): RouteFailure => ({
  problem: { code: 'EVENT_ARCHIVED', detail: `The event is over, and its archive cannot be read: ${reason}.` },
});

/** 503: another call of the organization reads the past of an event. */
export const readingPast = {
  problem: {
    code: 'UNAVAILABLE',
    detail: 'The organization is reading the past of another event or moment.',
    retryAfterSeconds: 2,
  },
} as const satisfies RouteFailure;

export const unknownEvent = noSuch('event');
export const unknownSchema = noSuch('schema');
