/**
 * Whether this process may go on working on its database, asked every second. Another process may migrate the database
 * or change its secret key at any time. The first reason against it is kept: it never becomes fit again.
 */
import type { StorageLog } from './log.ts';
import { Rounds } from './rounds.ts';

const everyMs = 1_000;

export interface FitnessOptions {
  /** Each resolves with one line for the operator, or with null. A rejection says nothing: the database may be down. */
  readonly checks: readonly (() => Promise<string | null>)[];
  /** Called once: the process has to end. */
  readonly unfit: (reason: string) => void;
  readonly log: StorageLog;
}

export class Fitness {
  readonly #options: FitnessOptions;
  readonly #rounds = new Rounds(everyMs, () => this.#ask());
  #reason: string | null = null;
  #isClosed = false;

  constructor(options: FitnessOptions) {
    this.#options = options;
    this.#rounds.start();
  }

  /** Why this process has to end; null while it may go on. */
  get reason(): string | null {
    return this.#reason;
  }

  /** Resolves when no check is in progress. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.#rounds.close();
  }

  async #ask(): Promise<void> {
    const { checks, unfit, log } = this.#options;
    // A reason that was found stays: nothing is asked after it.
    for (const check of this.#reason === null ? checks : []) {
      const reason = await check().catch(() => null);
      if (reason === null || this.#reason !== null || this.#isClosed) continue;
      this.#reason = reason;
      log.error({ reason }, 'this process can no longer work on the database; ending');
      unfit(reason);
    }
  }
}
