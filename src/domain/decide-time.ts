/**
 * Expiry of sessions whose hold or payment grace has run out, and of private locks; and the queue's due facts. Timers only ask; whether a deadline
 * has passed is decided here against the actor's own time.
 */
import type { TimeCommand } from './command.ts';
import { accept, type Decision } from './decision.ts';
import type { EventState } from './event-state.ts';
import type { Fact } from './fact.ts';
import type { Policy } from './policy.ts';
import { dueQueueFacts } from './queue/decide-queue.ts';
import { isLive } from './session/session.ts';

export function decideTime(state: EventState, command: TimeCommand, now: number, policy: Policy): Decision {
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
  return accept(facts, { kind: 'done' });
}
