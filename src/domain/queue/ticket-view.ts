/** A queue and one of its tickets as buyers see them, computed from counters. Never shows the seed before the draw. */
import type { EventState } from '../event-state.ts';
import type { Queue, TicketState } from './queue.ts';

/** Times are actor times; places count from 1. */
export interface TicketView {
  readonly ticket: number;
  readonly state: TicketState;
  /** The place in the order of admission; null before the draw. */
  readonly position: number | null;
  /** Waiting tickets that are admitted earlier; null before the draw. */
  readonly ahead: number | null;
  /** Null before the draw, while the queue is paused, and without a rate. */
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
    estimatedSeconds: ahead === null ? null : state === 'WAITING' ? secondsUntil(ahead, admission, now) : 0,
    deadline: state === 'ADMITTED' && place !== null ? queue.deadlineOf(place) : null,
    opensAt: admission.opensAt,
  };
}

function secondsUntil(ahead: number, { ratePerMinute, opensAt }: EventState['admission'], now: number): number | null {
  if (ratePerMinute === null || ratePerMinute === 0) return null;
  const untilOpen = Math.max(0, (opensAt ?? now) - now) / 1000;
  return Math.ceil(untilOpen + ((ahead + 1) * 60) / ratePerMinute);
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
