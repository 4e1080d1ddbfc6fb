/** The facts of keyed answers: the answer enters the event's memory of keys. */
import { assert } from '#collections/assert.ts';
import type { EventState } from '../event-state.ts';
import type { AnswerFact } from '../fact.ts';
import type { GivenAnswer, SessionAnswer } from '../keys/key-memory.ts';
import { withoutPerson } from '../session/erase.ts';
import { isLive, type Session } from '../session/session.ts';
import { restoredSession } from '../session/stored-session.ts';
import type { Definitions } from './definition.ts';

export const answerFacts: Definitions<AnswerFact> = {
  answered: {
    apply(state, { key, body: bodyHash, answer }, at) {
      state.keys.remember(key, { bodyHash, answer: shownBy(state, answer), at });
    },
  },
  'session-answered': {
    apply(state, fact, at) {
      const { key: keyHash, body: bodyHash, refusal } = fact;
      const answer: GivenAnswer = refusal === undefined ? { session: sessionShownBy(state, fact) } : { refusal };
      if (fact.isPublic === true) rememberForSession(state, fact.session, { keyHash, bodyHash, answer, at });
      else state.keys.remember(keyHash, { bodyHash, answer, at });
    },
    withoutPerson: (fact, erased) =>
      fact.was === undefined ? fact : { ...fact, was: withoutPerson(fact.was, erased) },
  },
};

/** The key of a call that ended its session needs no fingerprint: nothing can change there any more. */
function rememberForSession({ keys, sessionsByOrdinal }: EventState, ordinal: number, answer: SessionAnswer): void {
  keys.rememberForSession(ordinal, answer);
  const session = sessionsByOrdinal.get(ordinal);
  if (session !== undefined && isLive(session)) keys.ofSessions.add(ordinal, answer);
}

function shownBy(state: EventState, answer: Extract<AnswerFact, { type: 'answered' }>['answer']): GivenAnswer {
  if (!('prices' in answer)) return answer;
  return { prices: answer.prices.flatMap((id) => state.prices.byId(id) ?? []) };
}

function sessionShownBy(state: EventState, fact: Extract<AnswerFact, { type: 'session-answered' }>): Session {
  const session =
    state.sessionsByOrdinal.get(fact.session) ?? (fact.was === undefined ? undefined : restoredSession(fact.was));
  assert(session !== undefined, () => `an answer shows session ${fact.session}, which is unknown`);
  return session;
}
