/**
 * The answers to a changed and to a removed event, shared by the interfaces: statuses and texts are those of v2, which
 * the legacy interface maps to its own.
 */
import type { EventRecord } from '#storage/catalog/events.ts';
import type { EventChangeOutcome } from '#workflows/event-change.ts';
import type { EventRemovalOutcome } from '#workflows/event-removal.ts';
import type { SeriesRefusal } from '#workflows/permitted-change.ts';
import { timedLike } from './pipeline/answer.ts';
import type { RouteFailure, RouteResult } from './pipeline/route.ts';
import { conflict, unknownEvent, unknownSchema } from './refusals.ts';

const seriesRefusals: Readonly<Record<SeriesRefusal['outcome'], RouteFailure>> = {
  'start-bound': {
    problem: { code: 'EVENT_BOUND_TO_SERIES', detail: 'The event belongs to a series: its start cannot change.' },
  },
  'schema-bound': conflict('The event belongs to a series: its schema cannot change.'),
  'template-in-use': conflict('A series uses the event as its template.'),
};

/** The changed event as `present` shows it, or the problem. */
export function presentChange(outcome: EventChangeOutcome, present: (event: EventRecord) => RouteResult): RouteResult {
  return timedLike(outcome, changeResult(outcome, present));
}

function changeResult(outcome: EventChangeOutcome, present: (event: EventRecord) => RouteResult): RouteResult {
  switch (outcome.outcome) {
    case 'changed':
      return present(outcome.event);
    case 'unknown-event':
      return unknownEvent;
    case 'unknown-schema':
      return unknownSchema;
    case 'refused':
      return { problem: outcome.refusal };
    default:
      return seriesRefusals[outcome.outcome];
  }
}

/** 204 when the event is gone, or the problem. */
export function presentRemoval(outcome: EventRemovalOutcome): RouteResult {
  return timedLike(outcome, removalResult(outcome));
}

function removalResult(outcome: EventRemovalOutcome): RouteResult {
  switch (outcome.outcome) {
    case 'removed':
      return { status: 204 };
    case 'refused':
      return { problem: outcome.refusal };
    default:
      return seriesRefusals[outcome.outcome];
  }
}
