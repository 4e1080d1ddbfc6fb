/** A queue and one of its tickets as buyers see them, computed from counters. Never shows the seed before the draw. */
import type { EventState } from '../event-state.ts';
import type { Admission } from './admission.ts';
import { freedPerMinute } from './freed-places.ts';
import { nextAdmissionAt } from './pace.ts';
import type { Queue, TicketState } from './queue.ts';

/** Times are actor times; places count from 1. */
export interface TicketView {
  readonly ticket: number;
  readonly state: TicketState;
  /** The place in the order of admission; null before the draw. */
  readonly position: number | null;
  /** Waiting tickets that are admitted earlier; null before the draw. */
  readonly ahead: number | null;
  /** Null before the draw, while the queue is paused, and while no rate is known. */
  readonly estimatedSeconds: number | null;
  /** When an admitted ticket lapses. */
  readonly deadline: number | null;
  readonly opensAt: number | null;
}

export interface QueueView {
  readonly opensAt: number | null;
  readonly isDrawn: boolean;
  readonly isPaused: boolean;
  readonly seedHash: string;
  /** Null before the draw. */
  readonly seed: string | null;
  /** Tickets in the draw; null before it. */
  readonly drawnTickets: number | null;
  /** Tickets by state. */
  readonly tickets: Readonly<Record<TicketState, number>>;
}

export function ticketView({ admission }: EventState, queue: Queue, ticket: number, now: number): TicketView {
  const place = queue.placeOf(ticket);
  const state = queue.stateOf(place, now);
  const ahead = place === null ? null : Math.max(0, place - queue.admitted);
  return {
    ticket,
    state,
    position: place === null ? null : place + 1,
    ahead,
    estimatedSeconds: ahead === null ? null : state === 'WAITING' ? secondsUntil(ahead, queue, admission, now) : 0,
    deadline: state === 'ADMITTED' && place !== null ? queue.deadlineOf(place) : null,
    opensAt: admission.opensAt,
  };
}

/** A ticket that the rate would have admitted before this time is held back by the bound on live sessions. */
const overdueMs = 2_000;

function secondsUntil(ahead: number, queue: Queue, admission: Admission, now: number): number | null {
  const perMinute = rateNow(queue, admission, now);
  if (perMinute === null) return null;
  const untilOpen = Math.max(0, (admission.opensAt ?? now) - now) / 1000;
  return Math.ceil(untilOpen + ((ahead + 1) * 60) / perMinute);
}

/** Tickets that are really admitted in a minute: the rate, or fewer when fewer places come free. Null: unknown, or none. */
function rateNow({ pace, freed }: Queue, { ratePerMinute, activeSessionsMax, opensAt }: Admission, now: number) {
  if (ratePerMinute === 0 || activeSessionsMax === null) return ratePerMinute || null;
  const perMinute = freed === null ? null : freedPerMinute(freed, now);
  if (perMinute !== null) return Math.min(perMinute, ratePerMinute ?? perMinute);
  const dueAt = Math.max(opensAt ?? 0, nextAdmissionAt(pace, ratePerMinute));
  return now > dueAt + overdueMs ? null : ratePerMinute;
}

export function queueView({ admission }: EventState, queue: Queue): QueueView {
  return {
    opensAt: admission.opensAt,
    isDrawn: queue.draw !== null,
    isPaused: admission.ratePerMinute === 0,
    seedHash: queue.seedHash,
    seed: queue.draw === null ? null : queue.seed,
    drawnTickets: queue.draw?.count ?? null,
    tickets: ticketCounts(queue),
  };
}

/** Counts by the facts: a ticket whose time is over counts as ADMITTED until its lapse is a fact. */
export function ticketCounts({ waiting, open, claimed, lapsed }: Queue): Readonly<Record<TicketState, number>> {
  return { WAITING: waiting, ADMITTED: open, CLAIMED: claimed, LAPSED: lapsed };
}
