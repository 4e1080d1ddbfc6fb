/**
 * Finds the event that a body or a query names, before the event is asked. Not an async function: thousands of calls
 * wait for their events at once, and every garbage collection copies what an async frame keeps.
 */
import type { EventAddress, EventDirectory } from '#storage/catalog/events.ts';

/** Calls `work` with the event, at once when it is cached. */
export function withEvent<Result>(
  events: EventDirectory,
  eventId: string,
  work: (event: EventAddress | null) => Result | Promise<Result>,
): Promise<Result> {
  const known = events.peek(eventId);
  if (known === undefined) return events.find(eventId).then(work);
  const result = work(known);
  return result instanceof Promise ? result : Promise.resolve(result);
}
