/**
 * The changes of an event that would break a series (contract: Series, rule 5): another start or schema for one of its
 * events, another schema for its template or the template's removal. Storage asserts the same again in the statement
 * that makes the change.
 */
import { type EventRecord, type Events, isStartBound } from '#storage/catalog/events.ts';

/** Why a series forbids a change: the event's start, its schema, or its use as a template. */
export type SeriesRefusal = { readonly outcome: 'start-bound' | 'schema-bound' | 'template-in-use' };

type Templates = Pick<Events, 'isTemplate'>;

/** Refuses to move the start of an event of a series; null otherwise. `start`: in canonical form. */
export function refuseStart(event: EventRecord, start: string): SeriesRefusal | null {
  return isStartBound(event, start) ? { outcome: 'start-bound' } : null;
}

/** Refuses another schema for an event of a series and for a template in use; null otherwise. */
export async function refuseSchema(catalog: Templates, event: EventRecord): Promise<SeriesRefusal | null> {
  return event.seriesId === null ? refuseRemoval(catalog, event) : { outcome: 'schema-bound' };
}

/** Refuses to remove a template in use; null otherwise. */
export async function refuseRemoval(catalog: Templates, event: EventRecord): Promise<SeriesRefusal | null> {
  return (await catalog.isTemplate(event.number)) ? { outcome: 'template-in-use' } : null;
}
