/**
 * How many events of the deployment are parked, for an alert: buyers cannot reach such an event until an operator has
 * acted. Asks the database twice a minute and never at a scrape. Keeps the last number while the database does not answer.
 */
import type { DatabasePool } from 'slonik';
import { countParkedEvents } from './parked-events.ts';

const everyMs = 30_000;

export class ParkedCount {
  readonly #pool: DatabasePool;
  #count = 0;
  #timer: NodeJS.Timeout | undefined;
  #asking: Promise<void> = Promise.resolve();

  constructor(pool: DatabasePool) {
    this.#pool = pool;
  }

  get count(): number {
    return this.#count;
  }

  /** Resolves when the number is known. */
  async start(): Promise<void> {
    await this.#ask();
    this.#timer = setInterval(() => {
      this.#asking = this.#asking.then(() => this.#ask());
    }, everyMs).unref();
  }

  /** Resolves when no query is running. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#asking;
  }

  async #ask(): Promise<void> {
    try {
      this.#count = await countParkedEvents(this.#pool);
    } catch {
      // The database does not answer, which other metrics show.
    }
  }
}
