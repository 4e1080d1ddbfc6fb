/** The facts of allotments in the replay of the reference model. */
import type { AllotmentFact } from '#domain/allotments/allotment-fact.ts';
import type { Fact } from '#domain/fact.ts';
import { allotmentFacts } from '#domain/facts/allotments.ts';

export function isOfAllotments(fact: Fact): fact is Extract<Fact, AllotmentFact> {
  return fact.type in allotmentFacts;
}
