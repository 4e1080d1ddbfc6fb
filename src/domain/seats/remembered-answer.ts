/**
 * Idempotency of private booking calls. A call with a key is decided once. Refusals are remembered too: otherwise a
 * delayed first attempt could succeed after its retry was refused.
 */
import type { RequestKey } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { Fact } from '../fact.ts';
import type { Reply } from '../reply.ts';

/** The remembered answer of the key, or a refusal when the key was used with another body; null for a new key. */
export function recallAnswer(state: EventState, key: RequestKey | null): Decision | null {
  if (key === null) return null;
  const remembered = state.keys.answers.get(key.keyHash);
  if (remembered === undefined) return null;
  if (remembered.bodyHash !== key.bodyHash) {
    return refuse({
      code: 'IDEMPOTENCY_KEY_REUSED',
      detail: 'The Idempotency-Key was used for another request.',
    });
  }
  const { answer } = remembered;
  return 'refusal' in answer ? refuse(answer.refusal) : accept([], { kind: 'booked', ...answer });
}

/** Adds the fact that remembers the decision under its key. */
export function rememberAnswer(key: RequestKey | null, decision: Decision): Decision {
  if (key === null) return decision;
  const remembered = (answer: Extract<Fact, { type: 'answered' }>['answer']): Fact => ({
    type: 'answered',
    key: key.keyHash,
    body: key.bodyHash,
    answer,
  });
  if (!decision.ok) return { ...decision, facts: [remembered({ refusal: decision.refusal })] };
  const { kind, ...answer } = decision.reply as Extract<Reply, { kind: 'booked' }>;
  return { ...decision, facts: [...decision.facts, remembered(answer)] };
}
