/**
 * Stored facts without the persons who have been erased. The records of a journal are rewritten in place, one by one.
 * Promises that a replay of any mixture of rewritten and other records ends in the same state.
 */
import type { Fact } from '../fact.ts';
import { definitionOf } from './registry.ts';

/**
 * The facts of record `seq` without the persons that have been erased since; null: they name none of them. `erasedBy`: number
 * of the record that erased the session with this ordinal; undefined: none has. That record and later ones stay as they are:
 * they name persons that were given after the erasure.
 */
export function withoutErased(
  facts: readonly Fact[],
  seq: number,
  erasedBy: (ordinal: number) => number | undefined,
): readonly Fact[] | null {
  const open = new Set<number>();
  for (const fact of facts) if (fact.type === 'session-erased') open.add(fact.session);
  let isChanged = false;
  const rewritten = facts.map((fact) => {
    if (fact.type === 'session-erased') open.delete(fact.session);
    const erase = definitionOf(fact)?.withoutPerson;
    if (erase === undefined || !('session' in fact)) return fact;
    const erased = erasedBy(fact.session);
    const isBefore = erased !== undefined && (seq < erased || (seq === erased && open.has(fact.session)));
    if (!isBefore) return fact;
    isChanged = true;
    return erase(fact, erased);
  });
  return isChanged ? rewritten : null;
}
