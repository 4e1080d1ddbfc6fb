/**
 * Sees to it that requested copies of schemas are made: starts the thread when one is requested, and looks every few
 * seconds for what a crashed process, a killed thread or another node has left. One copy at a time per node.
 */
import type { CopyOutcome } from '#storage/schema-copy.ts';

const roundMs = 5_000;

export interface SchemaClonerOptions {
  /** Unfinished requests, whoever took them. */
  readonly countOpen: () => Promise<number>;
  /** Works until nothing is left; rejects when it was interrupted. */
  readonly copyQueued: () => Promise<readonly CopyOutcome[]>;
  readonly log: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
  };
}

export class SchemaCloner {
  readonly #options: SchemaClonerOptions;
  #round: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #isAskedAgain = false;
  #isClosed = false;

  constructor(options: SchemaClonerOptions) {
    this.#options = options;
  }

  /** Looks now for what is left from before, and from then on every few seconds. */
  start(): void {
    this.#round = setInterval(() => this.wake(), roundMs).unref();
    this.wake();
  }

  /** Something was requested. */
  wake(): void {
    if (this.#isClosed) return;
    this.#isAskedAgain = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
  }

  /** Starts nothing any more; what runs is for the pool to end. Resolves when nothing runs. */
  async close(endThread: () => Promise<void>): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#round);
    await Promise.all([endThread(), this.#running]);
  }

  async #run(): Promise<void> {
    const { countOpen, copyQueued, log } = this.#options;
    while (this.#isAskedAgain && !this.#isClosed) {
      this.#isAskedAgain = false;
      try {
        if ((await countOpen()) === 0) continue;
        for (const { error, ...clone } of await copyQueued()) {
          if (error === null) log.info(clone, 'copied a schema');
          else log.warn({ ...clone, reason: error }, 'a schema could not be copied');
        }
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (!this.#isClosed) log.warn({ reason }, 'copying schemas was interrupted');
      }
    }
  }
}
