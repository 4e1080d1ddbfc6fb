/**
 * Assertions about the program itself, on in production: a false one means that memory can no longer be
 * trusted, so whoever hosts the state throws it away and rebuilds it from the journal.
 */
export class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant';
}

/** Throws `BrokenInvariant` with the message when the condition does not hold; a message that costs something is made then. */
export function assert(condition: boolean, message: string | (() => string)): asserts condition {
  if (!condition) throw new BrokenInvariant(typeof message === 'string' ? message : message());
}

/** The end of a `switch` over all types of facts: it does not compile while one is missing, and stops a replay that meets one. */
export function unknownFact(fact: never): never {
  throw new BrokenInvariant(`there is no rule for facts of type ${(fact as { readonly type: string }).type}`);
}
