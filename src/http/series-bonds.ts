/**
 * Refuses changes to an event that would break a series that it belongs to or is the template of. Shared by all
 * interfaces; storage asserts the same again.
 */
import { type EventRecord, type Events, isStartBound } from '#storage/catalog/events.ts';
import type { RouteResult } from './pipeline/route.ts';

type Templates = Pick<Events, 'isTemplate'>;

/** Refuses to move the start of an event of a series (contract: Series, rule 5); null otherwise. `start`: canonical. */
export function refuseStart(event: EventRecord, start: string): RouteResult | null {
  if (!isStartBound(event, start)) return null;
  return {
    problem: { code: 'EVENT_BOUND_TO_SERIES', detail: 'The event belongs to a series: its start cannot change.' },
  };
}

/** Refuses another schema for an event of a series and for a template in use; null otherwise. */
export async function refuseSchema(catalog: Templates, event: EventRecord): Promise<RouteResult | null> {
  if (event.seriesId === null) return refuseRemoval(catalog, event);
  return conflict('The event belongs to a series: its schema cannot change.');
}

/** Refuses to remove a template in use; null otherwise. */
export async function refuseRemoval(catalog: Templates, event: EventRecord): Promise<RouteResult | null> {
  return (await catalog.isTemplate(event.number)) ? conflict('A series uses the event as its template.') : null;
}

function conflict(detail: string): RouteResult {
  return { problem: { code: 'DATA_INTEGRITY_VIOLATION', detail } };
}
