/**
 * Checks whether a record is still the last one of its event; all waiting checks share one query. Promises that the
 * query was sent after the call. Reads committed rows only, and activates no event.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';

interface Check {
  readonly eventNumber: number;
  readonly seq: number;
  readonly resolve: (isHead: boolean) => void;
  readonly reject: (error: unknown) => void;
}

const headRow = z.object({ eventNumber: z.int(), seq: z.int() });

export class HeadChecks {
  readonly #connection: CommonQueryMethods;
  #waiting: Check[] = [];
  #isRunning = false;

  constructor(connection: CommonQueryMethods) {
    this.#connection = connection;
  }

  /** Whether the event's journal ends with this record. Rejects when the query fails. */
  isHead(eventNumber: number, seq: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ eventNumber, seq, resolve, reject });
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) await this.#check(this.#waiting.splice(0));
    this.#isRunning = false;
  }

  async #check(group: readonly Check[]): Promise<void> {
    try {
      const numbers = group.map(({ eventNumber }) => eventNumber);
      const rows = await this.#connection.any(sql.type(headRow)`
        select event_number as "eventNumber", head_seq as seq from event_owner
        where event_number = any(${sql.array(numbers, 'int4')})
      `);
      const heads = new Map(rows.map(({ eventNumber, seq }) => [eventNumber, seq]));
      for (const { eventNumber, seq, resolve } of group) resolve(heads.get(eventNumber) === seq);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
