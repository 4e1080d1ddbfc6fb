/**
 * Idempotency of the calls that an event decides. A call with a key is decided once: its answer is a fact beside the
 * facts of its effect, and a repetition gets it again. Refusals are remembered too: otherwise a delayed first attempt
 * could succeed after its retry was refused. Not remembered: what is not final (429), what the key itself caused, and
 * calls on sessions that cannot be found or have ended for the caller, because nothing can change there any more. A buyer's
 * key is recognized for the life of the session, also when its answer has been forgotten.
 */
import { assert } from '#collections/assert.ts';
import type { RequestKey } from '../call-context.ts';
import type { Command } from '../command.ts';
import type { RememberedReply } from '../commands/definition.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { AnswerFact, Fact } from '../fact.ts';
import type { Policy } from '../policy.ts';
import type { Refusal } from '../refusal.ts';
import { isLive, type Session } from '../session/session.ts';
import { shown } from '../session/session-reply.ts';
import type { RememberedAnswer } from './key-memory.ts';

export interface KeyedCall {
  readonly command: Command;
  readonly key: RequestKey;
  readonly remembers: 'session' | RememberedReply<unknown>;
  /** Called only when the key is new. */
  readonly decideNew: () => Decision;
}

export function decideOnce(state: EventState, call: KeyedCall, policy: Policy): Decision {
  const { command, decideNew } = call;
  if (!('sessionId' in command)) return ofOrganization(state, call, null);
  if (command.kind === 'create-session') {
    const isOwn = command.counter?.organizationId === policy.organizationId;
    return isOwn ? ofOrganization(state, call, null) : decideNew();
  }
  const session = state.sessions.get(command.sessionId);
  if (session === undefined) return decideNew();
  if (!('organizationId' in command)) {
    const isAnswered = policy.publicSessionsEnabled || session.counter === true;
    return isAnswered ? ofBuyer(state, call, session) : decideNew();
  }
  // Another organization must neither see nor fill the memory.
  return command.organizationId === policy.organizationId ? ofOrganization(state, call, session) : decideNew();
}

function ofOrganization(state: EventState, call: KeyedCall, session: Session | null): Decision {
  const { key, remembers } = call;
  const remembered = state.keys.answers.get(key.keyHash);
  if (remembered !== undefined) return repeated(remembered, call);
  const decision = call.decideNew();
  if (!decision.ok)
    return isFinal(decision.refusal) ? withFact(decision, answered(key, { refusal: decision.refusal })) : decision;
  if (remembers !== 'session') return withFact(decision, answered(key, remembers.keep(decision.plan)));
  // An ended session may leave memory, unless a fact of the same record contains it.
  const was = session === null || isLive(session) || decision.facts.length > 0 ? {} : { was: session };
  const ordinal = session?.ordinal ?? createdBy(decision.facts);
  return withFact(decision, { type: 'session-answered', session: ordinal, ...hashes(key), ...was });
}

/** The session that a keyed call shows without naming it. */
function createdBy(facts: readonly Fact[]): number {
  const created = facts.find((fact) => fact.type === 'session-created');
  assert(created !== undefined, 'a keyed call shows a session that it neither names nor creates');
  return created.session;
}

function ofBuyer(state: EventState, call: KeyedCall, session: Session): Decision {
  const { key } = call;
  const remembered = state.keys.answerOfSession(session.ordinal, key.keyHash);
  if (remembered !== undefined) return repeated(remembered, call);
  const used = isLive(session) ? usedBefore(state, session, key) : null;
  if (used !== null) return used;
  const decision = call.decideNew();
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
function usedBefore({ keys: { ofSessions } }: EventState, session: Session, key: RequestKey): Decision | null {
  const { ordinal } = session;
  switch (ofSessions.useOf(ordinal, key)) {
    case 'same':
      return { ...accept([], shown(session)), isReplay: true };
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
function repeated({ answer, at, bodyHash }: RememberedAnswer, { key, remembers }: KeyedCall): Decision {
  if (bodyHash !== key.bodyHash) return refuse(keyReused);
  const isReplay = true;
  if ('refusal' in answer) return { ...refuse(answer.refusal), isReplay };
  if ('session' in answer) return { ...accept([], { kind: 'show-recorded', session: answer.session, at }), isReplay };
  assert(remembers !== 'session', 'a keyed call on a session was answered with a session');
  return { ...accept([], remembers.again(answer)), isReplay };
}

function answered(key: RequestKey, answer: Extract<AnswerFact, { type: 'answered' }>['answer']): Fact {
  return { type: 'answered', ...hashes(key), answer };
}

function hashes({ keyHash, bodyHash }: RequestKey) {
  return { key: keyHash, body: bodyHash };
}

function withFact(decision: Decision, fact: Fact): Decision {
  return { ...decision, facts: [...decision.facts, fact] };
}

/**
 * A cap (429) may be raised, and tickets of a type may be given back: asking again is right. UNIT_INCOMPLETE names all
 * missing seats: its answer can be much longer than the call, and anybody could fill the journal with such answers.
 */
function isFinal({ code }: Refusal): boolean {
  return !(code.startsWith('CAP_') || code === 'UNIT_INCOMPLETE');
}

/** A body that is invalid stays invalid: its errors need no memory, and anybody could fill the journal with them. */
function isFinalForBuyer({ code, errors }: Refusal): boolean {
  return isFinal({ code, detail: '' }) && errors === undefined && code !== 'MALFORMED_REQUEST';
}
