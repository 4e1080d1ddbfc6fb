/**
 * Decides when this node works on the queue of schema clones: as soon as a clone is requested, and every few seconds for
 * requests that a crashed process, a killed thread or another node left unfinished. One clone at a time per node.
 */
import { reasonOf, type StorageLog } from '#storage/database/log.ts';
import type { CloneOutcome } from './schema-clone.ts';

const roundMs = 5_000;

export interface SchemaClonerOptions {
  /** Number of unfinished requests of all nodes. */
  readonly countOpen: () => Promise<number>;
  /** Works until the queue is empty; rejects when it was interrupted. */
  readonly cloneQueued: () => Promise<readonly CloneOutcome[]>;
  readonly log: Pick<StorageLog, 'info' | 'warn'>;
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

  /** Looks for unfinished requests now, and then every few seconds. */
  start(): void {
    this.#round = setInterval(() => this.wake(), roundMs).unref();
    this.wake();
  }

  /** A clone was requested. */
  wake(): void {
    if (this.#isClosed) return;
    this.#isAskedAgain = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
  }

  /** Starts no more clones. `endThread` ends the running one. Resolves when none runs. */
  async close(endThread: () => Promise<void>): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#round);
    await Promise.all([endThread(), this.#running]);
  }

  async #run(): Promise<void> {
    const { countOpen, cloneQueued, log } = this.#options;
    while (this.#isAskedAgain && !this.#isClosed) {
      this.#isAskedAgain = false;
      try {
        if ((await countOpen()) === 0) continue;
        for (const { error, ...clone } of await cloneQueued()) {
          if (error === null) log.info(clone, 'cloned a schema');
          else log.warn({ ...clone, reason: error }, 'a schema could not be cloned');
        }
      } catch (error) {
        if (!this.#isClosed) log.warn({ reason: reasonOf(error) }, 'cloning schemas was interrupted');
      }
    }
  }
}
