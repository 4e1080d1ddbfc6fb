/** Mutants of idempotency keys and of late payments. */
import { type Mutant, one } from './mutant.ts';

const once = 'src/domain/keys/decide-once.ts';
const reclaim = 'src/domain/session/reclaim.ts';

export const keyMutants: readonly Mutant[] = [
  one(
    'no answer of the organization is remembered',
    once,
    "if (reply.kind !== 'show-session') return withFact(decision, answered(key, answerOf(reply)));",
    "if (reply.kind !== 'show-session') return decision;",
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
    "if ('session' in answer) return { kind: 'show-recorded', session: answer.session, at };",
    "if ('session' in answer) return { kind: 'show-session', session: answer.session.ordinal };",
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
    'return isReplay === undefined ? answer : { ...answer, isReplay };',
    'return answer;',
  ),
  one(
    'another request with the same key gets the first one’s answer',
    once,
    'if (remembered.bodyHash !== key.bodyHash) {',
    "if (remembered.bodyHash === '') {",
  ),
  one(
    'a snapshot has no keyed answers of buyers',
    'src/domain/image.ts',
    'if (keys.sessionAnswers.size === 0) return {};',
    'if (keys.sessionAnswers.size >= 0) return {};',
  ),
  one(
    'a late payment needs one more free place than it takes',
    reclaim,
    'state.areaAt(area).available < capacity',
    'state.areaAt(area).available <= capacity',
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
    'lastCart: { absent: undefined, isProjected: true,',
    'lastCart: { absent: undefined, isProjected: false,',
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
