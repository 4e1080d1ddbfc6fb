/**
 * The rule that opens sessions: a buyer's, with what its pass or its ticket gives it, and those of the counter. The same key never opens
 * two, and a new session makes room for itself when too many are empty.
 */
import type { PublicSessionCommand } from '../command.ts';
import type { CommandOf } from '../commands/definition.ts';
import { accept } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { Fact } from '../fact.ts';
import type { Policy } from '../policy.ts';
import { admit } from '../queue/admit.ts';
import { admitAtCounter } from './counter.ts';
import { notEnabled, refuseUnlessOnSale } from './refusals.ts';
import type { SessionDecision } from './session-reply.ts';

export function create(
  state: EventState,
  command: CommandOf<PublicSessionCommand, 'create-session'>,
  now: number,
  policy: Policy,
): SessionDecision {
  if (!policy.publicSessionsEnabled && command.counter === undefined) return notEnabled();
  const known = state.keys.creates.get(command.keyHash);
  if (known !== undefined) {
    const plan = { kind: 'show-session', session: known.ordinal, isNew: false } as const;
    return { ok: true, facts: [], plan, isReplay: true };
  }
  const session = state.lastOrdinal + 1;
  const plan = { kind: 'show-session', session, isNew: true } as const;
  const { sessionId: id, keyHash: key, counter } = command;
  if (counter !== undefined) {
    const entry = admitAtCounter(state, counter, now, policy);
    if ('ok' in entry) return entry;
    return accept([...evictions(state, policy), { type: 'session-created', session, id, key, ...entry.terms }], plan);
  }
  const closed = refuseUnlessOnSale(state, now);
  if (closed !== null) return closed;
  const entry = admit(state, command.pass, now, policy);
  if ('ok' in entry) return entry;
  const deadline = now + policy.holdMs;
  const fact: Fact = { type: 'session-created', session, id, key, deadline, ...entry.terms };
  return accept([...evictions(state, policy), ...entry.facts, fact], plan);
}

/** One create ends at most this many; more than one, so that the number shrinks after the bound has been lowered. */
const evictionsMax = 2;

/** Bounds the number of empty sessions: the oldest of them make room for a new one. */
function evictions(state: EventState, { emptySessionsMax }: Policy): readonly Fact[] {
  const excess = state.emptySessions.size + 1 - emptySessionsMax;
  if (excess <= 0) return [];
  const oldest = state.emptySessions.smallest(Math.min(excess, evictionsMax));
  return oldest.map((session) => ({ type: 'cancelled', session, evicted: true }));
}
