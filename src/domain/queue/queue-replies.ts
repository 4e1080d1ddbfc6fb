/** The replies about admission, queue and tickets, from the state after the facts. */
import { assert } from '#collections/assert.ts';
import type { EventState } from '../event-state.ts';
import type { Admission } from './admission.ts';
import { type QueueView, queueView, type TicketView, ticketView } from './ticket-view.ts';

/** `queue`: null while the event never had one. */
export interface AdmissionReply {
  readonly kind: 'admission';
  readonly admission: Admission;
  readonly queue: QueueView | null;
}

export interface QueueReply {
  readonly kind: 'queue';
  readonly eventId: string;
  readonly queue: QueueView;
  readonly now: number;
}

/** The number of the ticket to show. */
export interface TicketPlan {
  readonly ticket: number;
  /** Only on joining: false for a replay. */
  readonly isNew?: boolean;
}

export interface TicketReply {
  readonly kind: 'ticket';
  readonly eventId: string;
  readonly ticket: TicketView;
  readonly seedHash: string;
  readonly now: number;
  readonly isNew?: boolean;
}

export function admissionReply(state: EventState): AdmissionReply {
  const { admission, queue } = state;
  return { kind: 'admission', admission, queue: queue === null ? null : queueView(state, queue) };
}

export function queueReply(state: EventState, _plan: null, now: number): QueueReply {
  assert(state.queue !== null, 'the event has no queue to show');
  return { kind: 'queue', eventId: state.eventId, queue: queueView(state, state.queue), now };
}

export function ticketReply(state: EventState, { ticket, isNew }: TicketPlan, now: number): TicketReply {
  const { queue, eventId } = state;
  assert(queue !== null, 'the event has no ticket to show');
  const shown = { eventId, ticket: ticketView(state, queue, ticket, now), seedHash: queue.seedHash, now };
  return isNew === undefined ? { kind: 'ticket', ...shown } : { kind: 'ticket', ...shown, isNew };
}
