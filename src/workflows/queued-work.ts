/**
 * Decides when this node works on a queue of requests that are stored in the database: as soon as one is made here, and
 * every few seconds for requests that a crashed process, a killed thread or another node left unfinished. Works on one
 * request at a time.
 */
import { reasonOf, type StorageLog } from '#storage/database/log.ts';

const roundMs = 5_000;

export interface QueuedWorkOptions {
  /** Number of unfinished requests of all nodes. */
  readonly countOpen: () => Promise<number>;
  /** Works until the queue is empty; rejects when it was interrupted. */
  readonly work: () => Promise<void>;
  /** What is logged when it was interrupted. */
  readonly complaint: string;
  readonly log: Pick<StorageLog, 'warn'>;
}

export class QueuedWork {
  readonly #options: QueuedWorkOptions;
  #round: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #isAskedAgain = false;
  #isClosed = false;

  constructor(options: QueuedWorkOptions) {
    this.#options = options;
  }

  /** Looks for unfinished requests now, and then every few seconds. */
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

  /** Begins no more work. `interrupt` ends the running one. Resolves when none runs. */
  async close(interrupt: () => Promise<void> | void): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#round);
    await Promise.all([interrupt(), this.#running]);
  }

  async #run(): Promise<void> {
    const { countOpen, work, complaint, log } = this.#options;
    while (this.#isAskedAgain && !this.#isClosed) {
      this.#isAskedAgain = false;
      try {
        if ((await countOpen()) > 0) await work();
      } catch (error) {
        if (!this.#isClosed) log.warn({ reason: reasonOf(error) }, complaint);
      }
    }
  }
}
