/** All facts that an event can have, with what follows from each. */
import type { Fact } from '../fact.ts';
import { admissionFacts } from './admission.ts';
import { allotmentFacts } from './allotments.ts';
import { answerFacts } from './answers.ts';
import { bookingFacts } from './bookings.ts';
import type { Definitions, FactDefinition } from './definition.ts';
import { layoutFacts } from './layout.ts';
import { lifecycleFacts } from './lifecycle.ts';
import { pricingFacts } from './pricing.ts';
import { sessionFacts } from './sessions.ts';

const definitions: Definitions<Fact> = {
  ...lifecycleFacts,
  ...sessionFacts,
  ...bookingFacts,
  ...answerFacts,
  ...pricingFacts,
  ...layoutFacts,
  ...admissionFacts,
  ...allotmentFacts,
};

/** Whether the organization is told of facts of this type. */
export function isTold(fact: Fact): boolean {
  return definitions[fact.type].told !== undefined;
}

/** The definition of a fact's type. Undefined for a type that this version does not know. */
export function definitionOf(fact: Fact): FactDefinition<Fact> {
  return definitions[fact.type] as FactDefinition<Fact>;
}
