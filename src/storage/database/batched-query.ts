/**
 * Many questions in one query: those asked in the same iteration of the event loop, or while a query is in flight,
 * share the next query. Promises that a question is answered by a query that was sent after it was asked, that a failed
 * query rejects its own questions only, and that a question which the database refuses rejects alone.
 */
import type { Timers } from '#actors/ports.ts';
import { loopTimers } from './loop-timers.ts';
import { isDefiniteRefusal } from './sql-errors.ts';

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatchOptions {
  /** The process's timers unless a simulation passes its own. */
  readonly timers?: Timers | undefined;
  /** Questions of one query. Absent: no bound, for questions that are cheap in any number. */
  readonly questionsMax?: number;
}

export class BatchedQuery<Question, Answer> {
  readonly #query: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  readonly #timers: Timers;
  readonly #questionsMax: number;
  #waiting: Waiting<Question, Answer>[] = [];
  #isRunning = false;

  /** `query`: resolves with one answer for each question, in the same order. */
  constructor(
    query: (questions: readonly Question[]) => Promise<readonly Answer[]>,
    { timers = loopTimers, questionsMax = Number.POSITIVE_INFINITY }: BatchOptions = {},
  ) {
    this.#query = query;
    this.#timers = timers;
    this.#questionsMax = questionsMax;
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
    while (this.#waiting.length > 0) await this.#settle(this.#waiting.splice(0, this.#questionsMax));
    this.#isRunning = false;
  }

  async #settle(group: readonly Waiting<Question, Answer>[]): Promise<void> {
    try {
      const answers = await this.#query(group.map(({ question }) => question));
      for (const [place, { resolve }] of group.entries()) resolve(answers[place] as Answer);
    } catch (error) {
      if (group.length > 1 && isDefiniteRefusal(error)) {
        // Half by half, until the refused question is alone.
        const middle = group.length >>> 1;
        await this.#settle(group.slice(0, middle));
        await this.#settle(group.slice(middle));
      } else for (const { reject } of group) reject(error);
    }
  }
}
