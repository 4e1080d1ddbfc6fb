/** Mutants of idempotency keys and of late payments. */
import { type Mutant, one } from './mutant.ts';

const once = 'src/domain/keys/decide-once.ts';
const keyImage = 'src/domain/keys/key-image.ts';
const sessionKeys = 'src/domain/keys/session-keys.ts';
const sessionKeysTest = 'test/domain/session-keys.test.ts';
const reclaim = 'src/domain/session/reclaim.ts';

export const keyMutants: readonly Mutant[] = [
  one(
    'no answer of the organization is remembered',
    once,
    "if (remembers !== 'session') return withFact(decision, answered(key, remembers.keep(decision.plan)));",
    "if (remembers !== 'session') return decision;",
  ),
  one(
    'the refusal of a keyed call by the organization is not remembered',
    once,
    'return isFinal(decision.refusal) ? withFact(decision, answered(key, { refusal: decision.refusal })) : decision;',
    'return decision;',
  ),
  one(
    'no keyed answer of a buyer is remembered',
    once,
    'if (!isLive(session) || !(decision.ok || isFinalForBuyer(decision.refusal))) return decision;',
    'if (!isLive(session) || session.ordinal > 0) return decision;',
  ),
  one(
    'the refusal of a keyed call by a buyer is not remembered',
    once,
    'if (!isLive(session) || !(decision.ok || isFinalForBuyer(decision.refusal))) return decision;',
    'if (!isLive(session) || !decision.ok) return decision;',
  ),
  one(
    'a repeated answer shows the session as it is now',
    once,
    "if ('session' in answer) return { ...accept([], { kind: 'show-recorded', session: answer.session, at }), isReplay };",
    "if ('session' in answer) return { ...accept([], shown(answer.session)), isReplay };",
  ),
  one(
    'a repeated refusal offers no alternatives',
    once,
    'return { ...refuse(answer.refusal), isReplay };',
    'return { ...refuse({ ...answer.refusal, alternatives: [] }), isReplay };',
  ),
  one(
    'a repeated answer looks like a new one',
    'actors/event-actor.ts',
    'return decision.isReplay === undefined ? answer : { ...answer, isReplay: decision.isReplay };',
    'return answer;',
  ),
  one(
    'another request with the same key gets the first one’s answer',
    once,
    'if (bodyHash !== key.bodyHash) return refuse(keyReused);',
    "if (bodyHash === '') return refuse(keyReused);",
  ),
  one(
    'a snapshot has no keyed answers of buyers',
    keyImage,
    'if (keys.sessionAnswers.size === 0) return {};',
    'if (keys.sessionAnswers.size >= 0) return {};',
  ),
  one(
    'a key of a session is forgotten with its answer',
    once,
    'const used = isLive(session) ? usedBefore(state, session, key) : null;',
    'const used = isLive(session) ? usedBefore(state, { ...session, ordinal: -1 }, key) : null;',
  ),
  one(
    'a snapshot has no keys of sessions',
    keyImage,
    'keys.ofSessions.size === 0 ? {} :',
    'keys.ofSessions.size >= 0 ? {} :',
    'test/domain/session-keys.test.ts',
  ),
  one(
    'a snapshot of before has no keys of sessions',
    keyImage,
    'for (const answer of answers) keys.ofSessions.add(ordinal, answer);',
    '',
    sessionKeysTest,
  ),
  one(
    'the keys of a session stay in memory after its end',
    'src/domain/session/apply-session.ts',
    '  if (!isLive(next)) state.keys.ofSessions.delete(fact.session);\n',
    '',
    sessionKeysTest,
  ),
  one(
    'a session can use any number of keys',
    sessionKeys,
    'return count >= (this.size < this.#keysMax ? sessionKeysMax : sessionKeysReserved);',
    'return count < 0 && sessionKeysMax < sessionKeysReserved;',
    sessionKeysTest,
  ),
  one(
    'a key without its answer takes any body',
    sessionKeys,
    "? 'same' : 'other'",
    "? 'same' : 'same'",
    sessionKeysTest,
  ),
  one(
    'a session that an earlier create made looks new',
    'src/domain/session/open-session.ts',
    'plan, isReplay: true };',
    'plan };',
  ),
  one(
    'the key of a removed session stays in memory',
    'src/domain/keys/key-memory.ts',
    '    this.creates.deleteOf(ordinal);\n',
    '',
    'test/domain/empty-sessions.test.ts',
  ),
  one(
    'the row of a removed session stays',
    'src/domain/event-state.ts',
    'this.changes.sessionsGone.add(session.ordinal);',
    '',
  ),
  one(
    'a projection that failed forgets whose rows it had to delete',
    'actors/projector.ts',
    'for (const ordinal of changes.sessionsGone) sessionsGone.add(ordinal);',
    '',
  ),
  one(
    'the row of a removed session brings it back',
    'actors/lookups.ts',
    'const isStored = session !== null && !isLive(session);',
    'const isStored = session !== null;',
  ),
  one(
    'a late payment needs one more free place than it takes',
    reclaim,
    'freePlaces(state, audience, area) < places',
    'freePlaces(state, audience, area) <= places',
  ),
  one(
    'a late payment does not hold its reference',
    reclaim,
    'state.references.set(reference, session.id);',
    'state.references.delete(reference);',
  ),
  one(
    'an expired cart is forgotten when its session leaves memory',
    'src/codec/stored-session.ts',
    'lastCart: storedLastCart,',
    'lastCart: null,',
    'test/codec/stored-session.test.ts',
  ),
  one(
    'an expired cart can be reclaimed without limit',
    reclaim,
    'now <= lastCart.at + reclaimMs',
    'now >= lastCart.at',
    'test/domain/reclaim.test.ts',
  ),
];
