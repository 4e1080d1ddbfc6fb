/** The commands of the admission and of the queue. */
import type { AdmissionCommand, QueueCommand } from '../command.ts';
import { accept, type Decision } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { Fact } from '../fact.ts';
import { isSameAdmission } from '../queue/admission.ts';
import { joinQueue, readQueue, readTicket } from '../queue/decide-queue.ts';
import {
  type AdmissionReply,
  admissionReply,
  type QueueReply,
  queueReply,
  type TicketPlan,
  type TicketReply,
  ticketReply,
} from '../queue/queue-replies.ts';
import type { CommandDefinitions } from './definition.ts';

const admission: CommandDefinitions<AdmissionCommand, null, AdmissionReply> = {
  'read-admission': { isRead: true, decide: () => accept([], null), reply: admissionReply },
  'set-admission': {
    decide: setAdmission,
    reply: admissionReply,
    // As it is now: the first answer was lost with its node, or it would be recorded outside of the event.
    remembers: { keep: () => ({ isDone: true }), again: () => null },
  },
};

type TicketCommand = Exclude<QueueCommand, { kind: 'read-queue' }>;

const tickets: CommandDefinitions<TicketCommand, TicketPlan, TicketReply> = {
  'join-queue': { decide: joinQueue, reply: ticketReply },
  'read-ticket': { isRead: true, decide: readTicket, reply: ticketReply },
};

const queue: CommandDefinitions<Exclude<QueueCommand, TicketCommand>, null, QueueReply> = {
  'read-queue': { isRead: true, decide: readQueue, reply: queueReply },
};

export const admissionCommands = { ...admission, ...tickets, ...queue };

type SetAdmission = Extract<AdmissionCommand, { kind: 'set-admission' }>;

/**
 * Setting the same admission again succeeds and changes nothing. The first QUEUE gives the event its queue, for good: a
 * later change of the mode keeps the tickets.
 */
function setAdmission(state: EventState, { admission: wanted, seed }: SetAdmission): Decision<null> {
  if (isSameAdmission(wanted, state.admission)) return accept([], null);
  const facts: Fact[] = [{ type: 'admission-set', ...wanted }];
  if (wanted.mode === 'QUEUE' && state.queue === null) facts.push({ type: 'queue-begun', ...seed });
  return accept(facts, null);
}
