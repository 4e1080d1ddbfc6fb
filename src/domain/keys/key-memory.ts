/**
 * The event's memory of idempotency keys: the session that a create made, the answers of the organization's calls for a
 * day, and the answers of a session's public calls, whose keys are known for its life. Keys expire by the time of the
 * records and are bounded by their size, so that a replay drops the same keys. A session is immutable: its record is
 * kept, not its text.
 */

import type { KeptAnswer } from '../fact.ts';
import {
  answerBytesMax,
  keyMemoryMs,
  sessionAnswerBytesMax,
  sessionAnswersMax,
  sessionKeyMemoryMs,
} from '../limits.ts';
import type { Price } from '../pricing/price.ts';
import type { FailedLines, Refusal } from '../refusal.ts';
import type { Session } from '../session/session.ts';
import { CreateKeys } from './create-keys.ts';
import { SessionKeys } from './session-keys.ts';

/** Keys of creates that one record forgets at most: a million may become old between two records. */
const forgottenPerRecordMax = 2_000;

/** What the event answered. A session as it was then, at the time of the answer. */
export type GivenAnswer =
  | Exclude<KeptAnswer, { readonly prices: unknown }>
  | { readonly prices: readonly Price[] }
  | { readonly refusal: Refusal }
  | { readonly session: Session };

export interface RememberedAnswer {
  readonly bodyHash: string;
  readonly answer: GivenAnswer;
  /** Actor time of the answer. */
  readonly at: number;
}

export interface SessionAnswer extends RememberedAnswer {
  readonly keyHash: string;
}

/** The newest keyed answers of one session, oldest first. `at`: when the memory was last needed. */
export interface SessionAnswers {
  readonly at: number;
  readonly answers: readonly SessionAnswer[];
}

/** What a memory keeps of answers, of the organization's calls and of public ones, in bytes. */
export interface AnswerBounds {
  readonly answerBytesMax: number;
  readonly sessionAnswerBytesMax: number;
  /** Absent: as many keys of public calls as an event may have. */
  readonly sessionKeysMax?: number;
}

export class KeyMemory {
  readonly creates = new CreateKeys();
  /** Of public calls. */
  readonly ofSessions: SessionKeys;
  readonly #answers = new Map<string, RememberedAnswer>();
  /** By ordinal; the session that was called last comes last. */
  readonly #sessions = new Map<number, SessionAnswers>();
  readonly #bounds: AnswerBounds;
  #bytes = 0;
  #sessionBytes = 0;
  /** No key becomes old before this time, so earlier records need not look for old ones. */
  #noneOldBefore = Number.NEGATIVE_INFINITY;

  /** A replay drops the same answers only under the same bounds; others are for tests. */
  constructor(bounds: AnswerBounds = { answerBytesMax, sessionAnswerBytesMax }) {
    this.#bounds = bounds;
    this.ofSessions = new SessionKeys(bounds.sessionKeysMax);
  }

  /** Of the organization's calls, oldest first. */
  get answers(): ReadonlyMap<string, RememberedAnswer> {
    return this.#answers;
  }

  /** Of public calls, by the session's ordinal. */
  get sessionAnswers(): ReadonlyMap<number, SessionAnswers> {
    return this.#sessions;
  }

  /** Remembers the answer of a call by the organization. Above the bound the oldest answers are forgotten. */
  remember(keyHash: string, answer: RememberedAnswer): void {
    this.#answers.set(keyHash, answer);
    this.#bytes += bytesOf(answer);
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= this.#bounds.answerBytesMax || this.#answers.size === 1) return;
      this.#forget(oldest);
    }
  }

  /** Remembers the answer of a public call on a session. Above a bound its oldest answers, or those of others, go. */
  rememberForSession(ordinal: number, answer: SessionAnswer): void {
    const before = this.#sessions.get(ordinal)?.answers ?? [];
    this.#forgetSession(ordinal);
    this.restoreSession(ordinal, { at: answer.at, answers: [...before.slice(1 - sessionAnswersMax), answer] });
    for (const oldest of this.#sessions.keys()) {
      if (this.#sessionBytes <= this.#bounds.sessionAnswerBytesMax || this.#sessions.size === 1) return;
      this.#forgetSession(oldest);
    }
  }

  /** Replaces the session in every answer that shows it: its person has been erased. Visits all answers. */
  forgetPersonOf(ordinal: number, erased: (shown: Session) => Session): void {
    const nameless = <Remembered extends RememberedAnswer>(remembered: Remembered): Remembered => {
      const { answer } = remembered;
      if (!('session' in answer) || answer.session.ordinal !== ordinal) return remembered;
      return { ...remembered, answer: { session: erased(answer.session) } };
    };
    for (const [hash, before] of this.#answers) {
      const after = nameless(before);
      if (after === before) continue;
      this.#answers.set(hash, after);
      this.#bytes += bytesOf(after) - bytesOf(before);
    }
    const kept = this.#sessions.get(ordinal);
    if (kept === undefined) return;
    const answers = kept.answers.map(nameless);
    for (const [place, answer] of answers.entries()) {
      this.#sessionBytes += bytesOf(answer) - bytesOf(kept.answers[place] as SessionAnswer);
    }
    this.#sessions.set(ordinal, { ...kept, answers });
  }

  answerOfSession(ordinal: number, keyHash: string): RememberedAnswer | undefined {
    return this.#sessions.get(ordinal)?.answers.find((answer) => answer.keyHash === keyHash);
  }

  /** Adds what a snapshot has of a session. */
  restoreSession(ordinal: number, kept: SessionAnswers): void {
    this.#sessions.set(ordinal, kept);
    for (const answer of kept.answers) this.#sessionBytes += bytesOf(answer);
  }

  /**
   * Drops old keys, oldest first, a bounded number of creates at a time; called once for each record. The key of a
   * create, and the answers of a session, are kept at least as long as the session lives; one that is still needed moves
   * to the end and is checked again later.
   */
  forgetBefore(now: number, isSessionLive: (ordinal: number) => boolean): void {
    if (now < this.#noneOldBefore) return;
    const horizon = now - keyMemoryMs;
    let looked = 0;
    for (const key of this.creates.values()) {
      if (key.at > horizon || looked++ === forgottenPerRecordMax) break;
      this.creates.delete(key.keyHash);
      if (isSessionLive(key.ordinal)) this.creates.add({ ...key, at: now });
    }
    for (const [hash, answer] of this.#answers) {
      if (answer.at > horizon) break;
      this.#forget(hash);
    }
    for (const [ordinal, kept] of this.#sessions) {
      if (kept.at > now - sessionKeyMemoryMs) break;
      this.#forgetSession(ordinal);
      if (isSessionLive(ordinal)) this.restoreSession(ordinal, { ...kept, at: now });
    }
    this.#noneOldBefore = this.#nextOld(now);
  }

  /** When the oldest key becomes old. A key that a later record adds is not older than `now`. */
  #nextOld(now: number): number {
    const [create] = this.creates.values();
    const [answer] = this.#answers.values();
    const [session] = this.#sessions.values();
    return Math.min(
      (create?.at ?? now) + keyMemoryMs,
      (answer?.at ?? now) + keyMemoryMs,
      (session?.at ?? now) + sessionKeyMemoryMs,
    );
  }

  #forget(keyHash: string): void {
    const answer = this.#answers.get(keyHash);
    if (answer === undefined) return;
    this.#answers.delete(keyHash);
    this.#bytes -= bytesOf(answer);
  }

  /** Forgets everything of a session: it has been removed. */
  forgetSession(ordinal: number): void {
    this.creates.deleteOf(ordinal);
    this.ofSessions.delete(ordinal);
    this.#forgetSession(ordinal);
  }

  #forgetSession(ordinal: number): void {
    for (const answer of this.#sessions.get(ordinal)?.answers ?? []) this.#sessionBytes -= bytesOf(answer);
    this.#sessions.delete(ordinal);
  }
}

const recordBytes = 300;
const lineBytes = 60;
const numberBytes = 8;

/** Roughly what an answer keeps in memory: a bound needs no more. */
function bytesOf({ answer }: RememberedAnswer): number {
  if ('session' in answer) {
    const { seats, areas, properties } = answer.session;
    return recordBytes + (seats.length + areas.length) * lineBytes + (properties?.length ?? 0);
  }
  if ('prices' in answer) return recordBytes + answer.prices.length * lineBytes;
  if ('refusal' in answer) {
    const { conflicts, orphanSeats = [], alternatives = [], errors = [] } = answer.refusal;
    const numbers = countOf(conflicts) + orphanSeats.length + alternatives.flat().length;
    return recordBytes + numbers * numberBytes + errors.length * recordBytes;
  }
  if ('assigned' in answer) return recordBytes + countOf(answer.assigned) * numberBytes;
  if ('isDone' in answer) return recordBytes;
  return recordBytes + (countOf(answer.failed) + (answer.seats?.length ?? 0)) * numberBytes;
}

function countOf(lines: FailedLines | undefined): number {
  return lines === undefined ? 0 : lines.seats.length + lines.groupOfSeats.length;
}
