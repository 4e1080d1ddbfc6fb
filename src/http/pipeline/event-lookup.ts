/**
 * Finds the event that a body or a query names, before the event is asked. Not an async function: thousands of calls
 * wait for their events at once, and every garbage collection copies what an async frame keeps.
 */

export interface EventLookup<Event> {
  /** The event if it is cached. */
  peek(eventId: string): Event | undefined;
  /** Null: there is no such event. */
  find(eventId: string): Promise<Event | null>;
}

/** Calls `work` with the event, at once when it is cached. */
export function withEvent<Event, Result>(
  events: EventLookup<Event>,
  eventId: string,
  work: (event: Event | null) => Result | Promise<Result>,
): Promise<Result> {
  const known = events.peek(eventId);
  if (known === undefined) return events.find(eventId).then(work);
  const result = work(known);
  return result instanceof Promise ? result : Promise.resolve(result);
}
