/**
 * The idempotency keys of one event for the audit: the answers of all keyed calls, and which answers of a session's public
 * calls have been forgotten, because only the newest are remembered.
 */

/** Of one session. */
const answersMax = 32;

export interface NaiveAnswer {
  readonly body: string;
  readonly answer: string;
  /** The seats that a private call had chosen for it. */
  readonly chosen?: readonly number[] | undefined;
}

export class NaiveKeys {
  readonly #organization = new Map<string, NaiveAnswer>();
  /** Of each session's public calls, in their order. One that made room and is created again is another session. */
  readonly #sessions = new WeakMap<object, Map<string, NaiveAnswer>>();

  /** `ofSession`: the session of a public call; null: a call of the organization. */
  get(key: string, ofSession: object | null): NaiveAnswer | undefined {
    return this.#answersOf(ofSession).get(key);
  }

  remember(key: string, answer: NaiveAnswer, ofSession: object | null): void {
    const answers = this.#answersOf(ofSession);
    if (ofSession !== null) this.#sessions.set(ofSession, answers);
    answers.set(key, answer);
  }

  /** Whether only the key is still known, because so many later calls of the session had keys. */
  isAnswerForgotten(session: object, key: string): boolean {
    return [...this.#answersOf(session).keys()].slice(0, -answersMax).includes(key);
  }

  #answersOf(session: object | null): Map<string, NaiveAnswer> {
    return session === null ? this.#organization : (this.#sessions.get(session) ?? new Map());
  }
}
