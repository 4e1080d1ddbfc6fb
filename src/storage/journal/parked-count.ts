/**
 * How many events of the deployment are parked, for an alert: buyers cannot reach such an event until an operator has
 * acted. Asks the database twice a minute and never at a scrape. Keeps the last number while the database does not answer.
 */
import type { DatabasePool } from 'slonik';
import { Rounds } from '../database/rounds.ts';
import { countParkedEvents } from './parked-events.ts';

const everyMs = 30_000;

export class ParkedCount {
  readonly #pool: DatabasePool;
  #count = 0;
  readonly #rounds = new Rounds(everyMs, () => this.#ask());

  constructor(pool: DatabasePool) {
    this.#pool = pool;
  }

  get count(): number {
    return this.#count;
  }

  /** Resolves when the number is known. */
  async start(): Promise<void> {
    await this.#rounds.now();
    this.#rounds.start();
  }

  /** Resolves when no query is running. */
  close(): Promise<void> {
    return this.#rounds.close();
  }

  async #ask(): Promise<void> {
    try {
      this.#count = await countParkedEvents(this.#pool);
    } catch {
      // The database does not answer, which other metrics show.
    }
  }
}
