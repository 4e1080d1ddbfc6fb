/**
 * The totals of one event: sessions, seats, places and tickets by state. Reads counters that the state keeps anyway, so
 * the cost does not grow with the event, except by its areas.
 */
import type { EventState } from './event-state.ts';
import type { TicketState } from './queue/queue.ts';
import { ticketCounts } from './queue/ticket-view.ts';
import { isGone, type PlaceState } from './seats/areas.ts';
import type { SeatState } from './seats/inventory.ts';
import type { LiveState } from './session/session.ts';

export interface EventTotals {
  readonly sessions: Readonly<Record<LiveState, number>>;
  readonly seats: Readonly<Record<SeatState, number>>;
  /** Places of all GA areas. */
  readonly places: Readonly<Record<PlaceState, number>>;
  /** Null: the event never had a queue. */
  readonly tickets: Readonly<Record<TicketState, number>> | null;
}

export function totalsOf({ liveSessions, seats, areas, queue }: EventState): EventTotals {
  const places: Record<PlaceState, number> = { available: 0, held: 0, locked: 0, blocked: 0, sold: 0, withheld: 0 };
  for (const area of areas) {
    if (isGone(area)) continue;
    places.available += area.available;
    places.held += area.held;
    places.locked += area.locked;
    places.blocked += area.blocked;
    places.sold += area.sold;
    places.withheld += area.withheld;
  }
  return {
    sessions: { ...liveSessions },
    seats: { ...seats.counts },
    places,
    tickets: queue === null ? null : ticketCounts(queue),
  };
}
