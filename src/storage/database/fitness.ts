/**
 * Whether this process may go on working on its database, asked every second. Another process may migrate the database
 * or change its secret key at any time. The first reason against it is kept: it never becomes fit again.
 */
import type { StorageLog } from './log.ts';

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
  readonly #timer: NodeJS.Timeout;
  #reason: string | null = null;
  #asking: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: FitnessOptions) {
    this.#options = options;
    this.#timer = setInterval(() => {
      this.#asking ??= this.#ask().finally(() => {
        this.#asking = null;
      });
    }, everyMs).unref();
  }

  /** Why this process has to end; null while it may go on. */
  get reason(): string | null {
    return this.#reason;
  }

  /** Resolves when no check is in progress. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#asking;
  }

  async #ask(): Promise<void> {
    const { checks, unfit, log } = this.#options;
    for (const check of checks) {
      const reason = await check().catch(() => null);
      if (reason === null || this.#reason !== null || this.#isClosed) continue;
      this.#reason = reason;
      clearInterval(this.#timer);
      log.error({ reason }, 'this process can no longer work on the database; ending');
      unfit(reason);
    }
  }
}
