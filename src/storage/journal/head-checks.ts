/**
 * Checks whether a record is still the last one of its event; all waiting checks share one query. Promises that the
 * query was sent after the call. Reads committed rows only, and activates no event.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { BatchedQuery } from '../database/batched-query.ts';

interface Check {
  readonly eventNumber: number;
  readonly seq: number;
}

const headRow = z.object({ eventNumber: z.int(), seq: z.int() });

export class HeadChecks {
  readonly #checks: BatchedQuery<Check, boolean>;

  constructor(connection: CommonQueryMethods) {
    this.#checks = new BatchedQuery((checks) => areHeads(connection, checks));
  }

  /** Whether the event's journal ends with this record. Rejects when the query fails. */
  isHead(eventNumber: number, seq: number): Promise<boolean> {
    return this.#checks.ask({ eventNumber, seq });
  }
}

async function areHeads(connection: CommonQueryMethods, checks: readonly Check[]): Promise<readonly boolean[]> {
  const numbers = checks.map(({ eventNumber }) => eventNumber);
  const rows = await connection.any(sql.type(headRow)`
    select event_number as "eventNumber", head_seq as seq from event_owner
    where event_number = any(${sql.array(numbers, 'int4')})
  `);
  const heads = new Map(rows.map(({ eventNumber, seq }) => [eventNumber, seq]));
  return checks.map(({ eventNumber, seq }) => heads.get(eventNumber) === seq);
}
