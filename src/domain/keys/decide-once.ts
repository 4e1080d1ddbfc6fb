/**
 * Idempotency of the calls that an event decides. A call with a key is decided once: its answer is a fact beside the
 * facts of its effect, and a repetition gets it again. Refusals are remembered too: otherwise a delayed first attempt
 * could succeed after its retry was refused. Not remembered: what is not final (429), what the key itself caused, and
 * calls on sessions that cannot be found or have ended for the caller, because nothing can change there any more. A buyer's
 * key is recognized for the life of the session, also when its answer has been forgotten.
 */
import type { Command, RequestKey } from '../command.ts';
import { accept, type Decision, type ReplyPlan, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { AnswerFact, Fact } from '../fact.ts';
import type { Policy } from '../policy.ts';
import type { Refusal } from '../refusal.ts';
import { isLive, type Session } from '../session/session.ts';
import type { RememberedAnswer } from './key-memory.ts';

/** `decideNew` is called only when the key is new. */
export function decideOnce(
  state: EventState,
  command: Command,
  key: RequestKey,
  policy: Policy,
  decideNew: () => Decision,
): Decision {
  if (!('sessionId' in command)) return ofOrganization(state, command, key, null, decideNew);
  const session = state.sessions.get(command.sessionId);
  if (session === undefined) return decideNew();
  if (!('organizationId' in command))
    return policy.publicSessionsEnabled ? ofBuyer(state, command, key, session, decideNew) : decideNew();
  // Another organization must neither see nor fill the memory.
  return command.organizationId === policy.organizationId
    ? ofOrganization(state, command, key, session, decideNew)
    : decideNew();
}

function ofOrganization(
  state: EventState,
  command: Command,
  key: RequestKey,
  session: Session | null,
  decideNew: () => Decision,
): Decision {
  const remembered = state.keys.answers.get(key.keyHash);
  if (remembered !== undefined) return repeated(remembered, key, command);
  const decision = decideNew();
  if (!decision.ok)
    return isFinal(decision.refusal) ? withFact(decision, answered(key, { refusal: decision.refusal })) : decision;
  const { reply } = decision;
  if (reply.kind !== 'show-session') return withFact(decision, answered(key, answerOf(reply)));
  // An ended session may leave memory, unless a fact of the same record contains it.
  const isContained = session === null || isLive(session) || decision.facts.length > 0;
  const was = isContained ? {} : { was: session };
  return withFact(decision, { type: 'session-answered', session: reply.session, ...hashes(key), ...was });
}

function ofBuyer(
  state: EventState,
  command: Command,
  key: RequestKey,
  session: Session,
  decideNew: () => Decision,
): Decision {
  const remembered = state.keys.answerOfSession(session.ordinal, key.keyHash);
  if (remembered !== undefined) return repeated(remembered, key, command);
  const used = isLive(session) ? usedBefore(state, session, key) : null;
  if (used !== null) return used;
  const decision = decideNew();
  if (!isLive(session) || !(decision.ok || isFinalForBuyer(decision.refusal))) return decision;
  const refusal = decision.ok ? {} : { refusal: decision.refusal };
  const fact = {
    type: 'session-answered',
    session: session.ordinal,
    ...hashes(key),
    isPublic: true,
    ...refusal,
  } as const;
  return withFact(decision, fact);
}

/**
 * Decides a call whose answer has been forgotten: it never runs twice. A session with as many keys as can be recognized
 * takes no other one. Null: the key is new.
 */
function usedBefore({ keys: { ofSessions } }: EventState, { ordinal }: Session, key: RequestKey): Decision | null {
  switch (ofSessions.useOf(ordinal, key)) {
    case 'same':
      return { ...accept([], { kind: 'show-session', session: ordinal }), isReplay: true };
    case 'other':
      return refuse(keyReused);
    default:
      return ofSessions.isFull(ordinal) ? refuse(keysExhausted) : null;
  }
}

const keyReused: Refusal = {
  code: 'IDEMPOTENCY_KEY_REUSED',
  detail: 'The Idempotency-Key was used for another request.',
};

const keysExhausted: Refusal = {
  code: 'KEYS_EXHAUSTED',
  detail: 'The session has used as many Idempotency-Keys as can be recognized.',
};

/** The remembered answer, or a refusal when the key was used for another request. */
function repeated(remembered: RememberedAnswer, key: RequestKey, command: Command): Decision {
  if (remembered.bodyHash !== key.bodyHash) return refuse(keyReused);
  const { answer, at } = remembered;
  const isReplay = true;
  if ('refusal' in answer) return { ...refuse(answer.refusal), isReplay };
  return { ...accept([], planOf(answer, at, command)), isReplay };
}

function planOf(
  answer: Exclude<RememberedAnswer['answer'], { refusal: Refusal }>,
  at: number,
  command: Command,
): ReplyPlan {
  if ('session' in answer) return { kind: 'show-recorded', session: answer.session, at };
  if ('prices' in answer) return { kind: 'prices', prices: answer.prices };
  if ('assigned' in answer) return { kind: 'assigned', failed: answer.assigned };
  if (!('isDone' in answer)) return { kind: 'booked', ...answer };
  // As it is now: the first answer was lost with its node, or it would be recorded outside of the event.
  return command.kind === 'set-admission' ? { kind: 'show-admission' } : { kind: 'done' };
}

type AnsweredFact = Extract<AnswerFact, { type: 'answered' }>;

function answerOf(reply: ReplyPlan): AnsweredFact['answer'] {
  switch (reply.kind) {
    case 'booked': {
      const { kind: _, ...answer } = reply;
      return answer;
    }
    case 'show-prices':
      return { prices: reply.ids };
    case 'assigned':
      return { assigned: reply.failed };
    case 'done':
    case 'show-admission':
      return { isDone: true };
    default:
      throw new TypeError(`a reply of kind ${reply.kind} cannot be remembered`);
  }
}

function answered(key: RequestKey, answer: AnsweredFact['answer']): Fact {
  return { type: 'answered', ...hashes(key), answer };
}

function hashes({ keyHash, bodyHash }: RequestKey) {
  return { key: keyHash, body: bodyHash };
}

function withFact(decision: Decision, fact: Fact): Decision {
  return { ...decision, facts: [...decision.facts, fact] };
}

/** The cap (429) may be raised, and asking again is right. */
function isFinal({ code }: Refusal): boolean {
  return code !== 'CAP_SEATS';
}

/** A body that is invalid stays invalid: its errors need no memory, and anybody could fill the journal with them. */
function isFinalForBuyer({ code, errors }: Refusal): boolean {
  return isFinal({ code, detail: '' }) && errors === undefined && code !== 'MALFORMED_REQUEST';
}
