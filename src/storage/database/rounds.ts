/**
 * Work that is repeated at an interval, such as a look at the database or a deletion. Promises that two rounds never
 * overlap: a round that takes longer than the interval takes the place of the next one. Does not keep the process alive.
 */
export class Rounds {
  readonly #everyMs: number;
  readonly #work: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;

  /** `work` never rejects: it logs its failures, and the next round tries again. */
  constructor(everyMs: number, work: () => Promise<void>) {
    this.#everyMs = everyMs;
    this.#work = work;
  }

  /** The first round begins after one interval. */
  start(): void {
    this.#timer = setInterval(() => void this.now(), this.#everyMs).unref();
  }

  /** Resolves after a round: the one in progress, or one that begins now. */
  now(): Promise<void> {
    this.#running ??= this.#work().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** No round begins any more. Resolves when the one in progress is over. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
