/** Merges the `joined` facts of one turn that follow each other into one fact, with all their keys. */
import type { Fact } from '../fact.ts';

/** Adds a fact to those of a turn. The joined facts replay to the same state as the separate ones. */
export function addFact(facts: Fact[], fact: Fact): void {
  const last = facts.at(-1);
  if (fact.type !== 'joined' || last?.type !== 'joined') facts.push(fact);
  else facts[facts.length - 1] = { type: 'joined', first: last.first, keys: last.keys + fact.keys };
}
