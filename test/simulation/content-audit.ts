/** Compares what answers show, and what refusals offer instead, with the reference model. Returns what is wrong; nulls are right. */
import type { Command } from '#domain/command.ts';
import type { Refusal } from '#domain/refusal.ts';
import type { Answer } from '#domain/reply.ts';
import type { Selection } from '#domain/selection.ts';
import type { EventPlan } from './database.ts';
import { sessionFault } from './model-comparison.ts';
import { replyFault } from './queue-audit.ts';
import { viewFault } from './reference-allotments.ts';
import { alternativeFault } from './reference-choice.ts';
import { isGenuine, type ReferenceModel } from './reference-model.ts';
import type { Trace } from './trace.ts';
import { restFault, unitsFault } from './unit-audit.ts';

type Faults = readonly (string | null)[];

export interface AnsweredAt {
  readonly seq: number;
  readonly at: number;
  /** Whether the queue is drawn in the current record. */
  readonly isDrawing: boolean;
}

/** What is wrong with an answer that is not a repetition. */
export function replyFaults(
  model: ReferenceModel,
  command: Command,
  { reply }: Extract<Answer, { ok: true }>,
  { seq, at, isDrawing }: AnsweredAt,
  trace: Trace,
): Faults {
  const { naive, queue } = model;
  switch (reply.kind) {
    case 'ticket':
      trace.countSort('ticket', reply.ticket.state);
      return [replyFault(queue, reply, at, isDrawing)];
    case 'queue':
    case 'admission':
      return [replyFault(queue, reply, at, isDrawing)];
    case 'sequence':
      return [reply.seq === seq ? null : `showed the number ${reply.seq}`];
    case 'map-changes':
      return [reply.changes.seq === seq ? null : `told record ${reply.changes.seq}`];
    case 'booked':
      return String(reply.seats) === String(model.chosen)
        ? []
        : [`${command.kind} chose ${reply.seats} instead of ${model.chosen}`];
    case 'allotments':
      return reply.allotments.map((view) => viewFault(naive, view));
    case 'allotment':
      return [viewFault(naive, reply.view)];
    case 'units':
      return [unitsFault(naive.units, reply)];
    case 'session':
      return [shownSessionFault(model, command, reply.session, trace)];
    default:
      return [];
  }
}

function shownSessionFault(
  { naive }: ReferenceModel,
  command: Command,
  session: Parameters<typeof sessionFault>[1],
  trace: Trace,
): string | null {
  const known = naive.sessions.get(session.id);
  if (known !== undefined) {
    if (known.empty.size > 0) trace.count('seat without a guest shown');
    return sessionFault(known, session);
  }
  const isGone = isGenuine(session.id) && session.state === 'CANCELLED' && session.deadline === null;
  if (!isGone || session.seats.length + session.areas.length > 0)
    return `${command.kind} showed session ${session.id}, which does not exist`;
  trace.count('session that is gone shown');
  return null;
}

/** What is wrong with a refusal that is not a repetition: with what it offers, or says is missing. */
export function refusalFaults(
  plan: EventPlan,
  { naive }: ReferenceModel,
  command: Command,
  refusal: Refusal,
  trace: Trace,
): Faults {
  const asker = 'sessionId' in command ? (naive.sessions.get(command.sessionId) ?? null) : null;
  const selection = 'selection' in command && 'seats' in command.selection ? (command.selection as Selection) : null;
  const wanted = [...(selection?.seats ?? [])];
  const offers = (refusal.alternatives ?? []).map((set) => {
    trace.count('alternative');
    const fault = alternativeFault(plan, naive, wanted, set, asker);
    return fault === null ? null : `${JSON.stringify(command)} was offered ${set}, but ${fault}`;
  });
  if (refusal.code !== 'UNIT_INCOMPLETE' || selection === null) return offers;
  return [...offers, restFault(naive, selection, asker, command.kind === 'unlock-session', refusal)];
}
