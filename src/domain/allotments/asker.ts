/**
 * The askers of seats: the public, a session with the allotments of its pass, a buyer who declares a need, and the counter.
 */
import type { Session } from '../session/session.ts';

/** Without members it is the public. */
export interface Asker {
  /** Those that the pass of a session names. */
  readonly allotments?: readonly string[] | undefined;
  /** The buyer declares the need of accessible places. */
  readonly hasNeed?: boolean;
  /** It may take everything, as the organization itself. */
  readonly counter?: true | undefined;
}

/** A session in a call that declares the need. */
export function needing({ allotments, counter }: Session): Asker {
  return { allotments, counter, hasNeed: true };
}

/** A session that may have again, or exchange, what a need has given it. */
export function askerOf({ allotments, counter, declaredNeed }: Session): Asker {
  return { allotments, counter, hasNeed: declaredNeed === true };
}
