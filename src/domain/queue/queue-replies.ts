/** The replies about admission, queue and tickets, from the state after the facts. */
import { assert } from '#collections/assert.ts';
import type { EventState } from '../event-state.ts';
import type { Reply } from '../reply.ts';
import { queueView, ticketView } from './ticket-view.ts';

export function admissionReply(state: EventState): Reply {
  const { admission, queue } = state;
  return { kind: 'admission', admission, queue: queue === null ? null : queueView(state, queue) };
}

export function queueReply(state: EventState, now: number): Reply {
  assert(state.queue !== null, 'the event has no queue to show');
  return { kind: 'queue', eventId: state.eventId, queue: queueView(state, state.queue), now };
}

export function ticketReply(
  state: EventState,
  { ticket, isNew }: { readonly ticket: number; readonly isNew?: boolean },
  now: number,
): Reply {
  const { queue, eventId } = state;
  assert(queue !== null, 'the event has no ticket to show');
  const shown = { eventId, ticket: ticketView(state, queue, ticket, now), seedHash: queue.seedHash, now };
  return isNew === undefined ? { kind: 'ticket', ...shown } : { kind: 'ticket', ...shown, isNew };
}
