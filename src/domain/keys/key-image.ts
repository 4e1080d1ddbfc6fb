/**
 * The remembered answers of keyed calls and the keys of live sessions, as an image of the event has them. Sessions that
 * answers show are in a list of their own. Reads older images, which have no keys beside the answers.
 */
import { assert } from '#collections/assert.ts';
import type { EventState } from '../event-state.ts';
import { isLive, type Session } from '../session/session.ts';
import type { GivenAnswer, KeyMemory, RememberedAnswer } from './key-memory.ts';
import type { KeyPiece } from './session-keys.ts';

/** An answer that shows a session has the session's place in `answered`. */
type StoredAnswer = Omit<RememberedAnswer, 'answer'> & {
  readonly answer: Exclude<GivenAnswer, { readonly session: Session }> | { readonly session: number };
};

interface StoredAnswers {
  readonly at: number;
  readonly answers: readonly (StoredAnswer & { readonly keyHash: string })[];
}

/** Plain values. */
export interface KeyedAnswers {
  readonly answers: readonly (readonly [keyHash: string, answer: StoredAnswer])[];
  /** By the session's ordinal, the one that was called last comes last. Absent when there are none. */
  readonly sessionAnswers?: readonly (readonly [session: number, kept: StoredAnswers])[];
  /** The keys of live sessions. Absent when there are none, and in older images. */
  readonly sessionKeys?: readonly KeyPiece[];
}

interface Answered {
  readonly head: KeyedAnswers;
  /** Sessions as keyed answers show them. */
  readonly answered: readonly Session[];
}

/** Adds the sessions that answers show to `answered`. */
export function keyedAnswersOf(keys: KeyMemory, answered: Session[]): KeyedAnswers {
  return {
    answers: Array.from(keys.answers, ([hash, answer]) => [hash, stored(answer, answered)]),
    ...sessionAnswersOf(keys, answered),
    ...(keys.ofSessions.size === 0 ? {} : { sessionKeys: keys.ofSessions.pieces() }),
  };
}

function sessionAnswersOf(keys: KeyMemory, answered: Session[]): Pick<KeyedAnswers, 'sessionAnswers'> {
  if (keys.sessionAnswers.size === 0) return {};
  return {
    sessionAnswers: Array.from(keys.sessionAnswers, ([ordinal, { at, answers }]) => [
      ordinal,
      { at, answers: answers.map((one) => stored(one, answered)) },
    ]),
  };
}

/** Adds the session that the answer shows to `answered`. */
function stored<Remembered extends RememberedAnswer>(
  { answer, ...rest }: Remembered,
  answered: Session[],
): Omit<Remembered, 'answer'> & Pick<StoredAnswer, 'answer'> {
  return { ...rest, answer: 'session' in answer ? { session: answered.push(answer.session) - 1 } : answer };
}

export function restored<Kept extends StoredAnswer>(
  { answer, ...rest }: Kept,
  { answered }: Answered,
): Omit<Kept, 'answer'> & Pick<RememberedAnswer, 'answer'> {
  if (!('session' in answer)) return { ...rest, answer };
  const session = answered[answer.session];
  assert(session !== undefined, 'a keyed answer of the image has no session');
  return { ...rest, answer: { session } };
}

/** Call after the sessions have been restored: of an older image, the keys of live ones are those of the answers. */
export function restoreSessionAnswers(
  { keys, sessionsByOrdinal }: EventState,
  [ordinal, { at, answers }]: NonNullable<KeyedAnswers['sessionAnswers']>[number],
  image: Answered,
): void {
  keys.restoreSession(ordinal, { at, answers: answers.map((one) => restored(one, image)) });
  const session = sessionsByOrdinal.get(ordinal);
  if (image.head.sessionKeys !== undefined || session === undefined || !isLive(session)) return;
  for (const answer of answers) keys.ofSessions.add(ordinal, answer);
}
