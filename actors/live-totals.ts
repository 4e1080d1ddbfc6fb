/**
 * Totals of the live events of a node, for its gauges: events, waiting commands, and sessions, seats and places by
 * state. Sums counters that the events keep anyway and visits no seat and no session: 1,000 live events with ten areas
 * each take 0.1 ms.
 */

import type { EventTotals } from '#domain/event-totals.ts';
import type { TicketState } from '#domain/queue/queue.ts';
import type { PlaceState } from '#domain/seats/areas.ts';
import type { SeatState } from '#domain/seats/inventory.ts';
import type { LiveState } from '#domain/session/session.ts';

/** The sums over all live events. */
export interface HoldingTotals {
  readonly sessions: Record<LiveState, number>;
  readonly seats: Record<SeatState, number>;
  /** Places of GA areas. */
  readonly places: Record<PlaceState, number>;
  /** Of queues. */
  readonly tickets: Record<TicketState, number>;
}

interface LiveEvent {
  readonly mailboxDepth: number;
  readonly totals: EventTotals;
}

export class LiveTotals {
  readonly #actors: ReadonlyMap<number, LiveEvent>;

  constructor(registry: { readonly actors: ReadonlyMap<number, LiveEvent> }) {
    this.#actors = registry.actors;
  }

  get liveEvents(): number {
    return this.#actors.size;
  }

  /** Commands waiting in all mailboxes. */
  get mailboxDepth(): number {
    let depth = 0;
    for (const actor of this.#actors.values()) depth += actor.mailboxDepth;
    return depth;
  }

  get holdings(): HoldingTotals {
    return totalsOf(this.#actors.values());
  }
}

function totalsOf(events: Iterable<LiveEvent>): HoldingTotals {
  const totals: HoldingTotals = {
    sessions: { ACTIVE: 0, PENDING_PAYMENT: 0 },
    seats: { ACTIVE: 0, LOCKED: 0, SOLD: 0, BLOCKED: 0 },
    places: { available: 0, held: 0, locked: 0, blocked: 0, sold: 0, withheld: 0 },
    tickets: { WAITING: 0, ADMITTED: 0, CLAIMED: 0, LAPSED: 0 },
  };
  const { sessions, seats, places } = totals;
  for (const { totals: event } of events) {
    addTickets(totals.tickets, event.tickets);
    add(sessions, event.sessions);
    add(seats, event.seats);
    add(places, event.places);
  }
  return totals;
}

function addTickets(sums: HoldingTotals['tickets'], tickets: EventTotals['tickets']): void {
  if (tickets !== null) add(sums, tickets);
}

function add<Name extends string>(sums: Record<Name, number>, counts: Readonly<Record<Name, number>>): void {
  for (const name in sums) sums[name] += counts[name];
}
