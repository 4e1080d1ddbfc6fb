/**
 * Many questions in one query: those asked in the same iteration of the event loop, or while a query is in flight,
 * share the next query. Promises that a question is answered by a query that was sent after it was asked, and that a
 * failed query rejects its own questions only. Has no bound: meant for questions that are cheap in any number.
 */
import type { Timers } from '#actors/ports.ts';
import { loopTimers } from './loop-timers.ts';

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export class BatchedQuery<Question, Answer> {
  readonly #query: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  readonly #timers: Timers;
  #waiting: Waiting<Question, Answer>[] = [];
  #isRunning = false;

  /** `query`: resolves with one answer for each question, in the same order. */
  constructor(query: (questions: readonly Question[]) => Promise<readonly Answer[]>, timers: Timers = loopTimers) {
    this.#query = query;
    this.#timers = timers;
  }

  /** Rejects when the query fails. */
  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      if (this.#isRunning) return;
      this.#isRunning = true;
      this.#timers.soon(() => void this.#run());
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) await this.#settle(this.#waiting.splice(0));
    this.#isRunning = false;
  }

  async #settle(group: readonly Waiting<Question, Answer>[]): Promise<void> {
    try {
      const answers = await this.#query(group.map(({ question }) => question));
      for (const [place, { resolve }] of group.entries()) resolve(answers[place] as Answer);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
