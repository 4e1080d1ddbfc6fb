/**
 * The commands of the event itself: the order of its statuses, its layout, what is due by time, and when it may be
 * removed or get another layout. The last two are not facts: they are changes of the catalog, made only if the journal's
 * head has not moved since the check.
 */
import type { EventCommand, LayoutCommand, TimeCommand } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { EventStatus, Fact } from '../fact.ts';
import { adoptionOf } from '../layout/layout-adoption.ts';
import type { Policy } from '../policy.ts';
import { dueQueueFacts } from '../queue/decide-queue.ts';
import { isLive } from '../session/session.ts';
import type { CommandDefinitions } from './definition.ts';
import { answersDone, type DoneReply, done } from './done.ts';
import { type SequenceReply, sequenceReply } from './reads.ts';

type SetStatus = Extract<EventCommand, { kind: 'set-status' }>;

const changes: CommandDefinitions<SetStatus | LayoutCommand | TimeCommand, DoneReply, DoneReply> = {
  'set-status': { decide: setStatus, ...answersDone },
  'adopt-layout': { decide: adoptLayout, reply: answersDone.reply },
  expire: { decide: expire, reply: answersDone.reply },
};

const checks: CommandDefinitions<Exclude<EventCommand, SetStatus>, null, SequenceReply> = {
  'check-removal': { isRead: true, seesWholeRecord: true, decide: checkRemoval, reply: sequenceReply },
  'check-layout-change': { isRead: true, seesWholeRecord: true, decide: checkLayoutChange, reply: sequenceReply },
};

export const eventCommands = { ...changes, ...checks };

const nextStatus: Readonly<Record<EventStatus, EventStatus>> = {
  DRAFT: 'PUBLISHED',
  PUBLISHED: 'ARCHIVED',
  ARCHIVED: 'DRAFT',
};

/** Setting the current status again succeeds and changes nothing. */
function setStatus(state: EventState, { status }: SetStatus): Decision<DoneReply> {
  if (status === state.status) return accept([], done);
  if (status === nextStatus[state.status]) return accept([{ type: 'status-changed', status }], done);
  const detail = `An event that is ${state.status} can only become ${nextStatus[state.status]}.`;
  return refuse({ code: 'DATA_INTEGRITY_VIOLATION', detail });
}

function checkRemoval(state: EventState): Decision<null> {
  for (const session of state.sessions.values()) {
    if (!isLive(session)) continue;
    return refuse({ code: 'DATA_INTEGRITY_VIOLATION', detail: 'A session on the event is ACTIVE or PENDING_PAYMENT.' });
  }
  return accept([], null);
}

/** The journal names seats by index permanently: a journal that names any can only be read with its own layout. */
function checkLayoutChange(state: EventState): Decision<null> {
  if (!state.isTouched) return accept([], null);
  const detail = 'Seats or areas of the event have been assigned, held or sold.';
  return refuse({ code: 'DATA_INTEGRITY_VIOLATION', detail });
}

/** An event adopts a newer version of its layout as soon as it knows of one. */
function adoptLayout({ seatMap, layoutVersion }: EventState): Decision<DoneReply> {
  const adoption = seatMap.version > layoutVersion ? adoptionOf(seatMap) : null;
  return accept(adoption === null ? [] : [adoption], done);
}

/** Timers only ask; whether a deadline has passed is decided here against the actor's own time. */
function expire(state: EventState, command: TimeCommand, now: number, policy: Policy): Decision<DoneReply> {
  const facts: Fact[] = command.queue === true ? [...dueQueueFacts(state, now, policy)] : [];
  for (const ordinal of new Set(command.sessions)) {
    const session = state.sessionsByOrdinal.get(ordinal);
    if (session !== undefined && isLive(session) && now >= (session.deadline ?? Number.POSITIVE_INFINITY)) {
      facts.push({ type: 'expired', session: ordinal });
    }
  }
  for (const ordinal of new Set(command.locks)) {
    const lock = state.locks.get(ordinal);
    if (lock !== undefined && now >= (lock.deadline ?? Number.POSITIVE_INFINITY)) {
      facts.push({ type: 'lock-expired', lock: ordinal });
    }
  }
  return accept(facts, done);
}
