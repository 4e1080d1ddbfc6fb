/**
 * Finds the event that a request names, for its log line: by the session id or ticket of its path, or by the event's id
 * in its path, query or body. Asks no database: an event that no call has used lately is not found.
 */
import { isUuidInLowerCase } from '#codec/fields.ts';
import type { CalledEvent } from './pipeline/call-log.ts';

/** Longer targets are cut: none of the service's own is longer up to its ids. */
const lookedAtMax = 1000;
const idShape = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

export interface EventNames {
  readonly sessionIds: { eventNumberOf(sessionId: string): number | null };
  readonly events: { peek(eventId: string): { readonly eventNumber: number } | null | undefined };
  readonly router: { ownerOf(eventNumber: number): string | null };
}

export function eventFinder({ sessionIds, events, router }: EventNames) {
  const numberOf = (id: string): number | null =>
    sessionIds.eventNumberOf(id) ?? (isUuidInLowerCase(id) ? (events.peek(id)?.eventNumber ?? null) : null);
  return (target: string, eventId: string | undefined): CalledEvent | null => {
    const ids = target.slice(0, lookedAtMax).toLowerCase().match(idShape) ?? [];
    for (const id of eventId === undefined ? ids : [...ids, eventId.toLowerCase()]) {
      const event = numberOf(id);
      if (event !== null) return { event, owner: router.ownerOf(event) };
    }
    return null;
  };
}
