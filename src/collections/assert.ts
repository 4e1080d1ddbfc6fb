/**
 * Assertions about the program itself, on in production. A failed one means that memory can no longer be trusted: the
 * owner of the state discards it and rebuilds it from the journal.
 */
export class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant';
}

/**
 * Throws `BrokenInvariant` with the message when the condition is false. Pass a function when the message is costly to
 * build.
 */
export function assert(condition: boolean, message: string | (() => string)): asserts condition {
  if (!condition) throw new BrokenInvariant(typeof message === 'string' ? message : message());
}
