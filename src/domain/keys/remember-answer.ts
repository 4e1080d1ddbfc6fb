/** Applies the facts of keyed answers: the answer enters the event's memory of keys. */
import { assert, unknownFact } from '../assert.ts';
import type { EventState } from '../event-state.ts';
import type { AnswerFact } from '../fact.ts';
import type { Session } from '../session/session.ts';
import { restoredSession } from '../session/stored-session.ts';
import type { GivenAnswer } from './key-memory.ts';

/** `at`: actor time of the record. */
export function rememberAnswer(state: EventState, fact: AnswerFact, at: number): void {
  const { key: keyHash, body: bodyHash } = fact;
  switch (fact.type) {
    case 'answered':
      state.keys.remember(keyHash, { bodyHash, answer: shownBy(state, fact.answer), at });
      return;
    case 'session-answered': {
      const { refusal } = fact;
      const answer: GivenAnswer = refusal === undefined ? { session: sessionShownBy(state, fact) } : { refusal };
      if (fact.isPublic === true) state.keys.rememberForSession(fact.session, { keyHash, bodyHash, answer, at });
      else state.keys.remember(keyHash, { bodyHash, answer, at });
      return;
    }
    default:
      unknownFact(fact);
  }
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
