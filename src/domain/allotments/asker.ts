/** Whoever asks what it may take: the public, a session with what its pass names, or a buyer who declares a need. */
import type { Session } from '../session/session.ts';

/** Without members it is the public. */
export interface Asker {
  /** Those that the pass of a session names. */
  readonly allotments?: readonly string[] | undefined;
  /** The buyer declares the need of accessible places. */
  readonly hasNeed?: boolean;
}

/** A session in a call that declares the need. */
export function needing({ allotments }: Session): Asker {
  return { allotments, hasNeed: true };
}

/** A session that may have again, or exchange, what a need has given it. */
export function askerOf({ allotments, declaredNeed }: Session): Asker {
  return { allotments, hasNeed: declaredNeed === true };
}
