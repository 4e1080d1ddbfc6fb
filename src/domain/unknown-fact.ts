/** The rule for a fact that a loop over the types of facts does not know: it does not compile, and stops a replay. */
import { BrokenInvariant } from '#collections/assert.ts';

/** The `default` of a `switch` over all types of facts. Throws `BrokenInvariant`. */
export function unknownFact(fact: never): never {
  throw new BrokenInvariant(`there is no rule for facts of type ${(fact as { readonly type: string }).type}`);
}
