/**
 * Checks for all waiting actors of the node, in one query, whether each still owns its event and its record is the last
 * one. Promises that the query was sent after the call. Reads committed rows only and never waits for a row lock.
 */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { Ownership, Timers } from '#actors/ports.ts';
import { BatchedQuery } from '../database/batched-query.ts';

const checkStatement = sql.prepared('journal-check', z.object({ good: z.string().nullable() }))`
  select string_agg(place::text, ',') as good
  from unnest(${''}::int4[], ${''}::int8[], ${''}::int8[], ${''}::uuid[])
    with ordinality as held (event_number, seq, epoch, token, place)
  join event_owner as owner using (event_number)
  where owner.epoch = held.epoch and owner.token = held.token and owner.head_seq = held.seq
`;

interface Check {
  readonly ownership: Ownership;
  readonly seq: number;
}

export class OwnershipChecks {
  readonly #checks: BatchedQuery<Check, boolean>;

  constructor(pool: DatabasePool, timers?: Timers) {
    // Retry once: a connection that died while idle fails at its next use.
    const check = (checks: readonly Check[]) => areGood(pool, checks).catch(() => areGood(pool, checks));
    this.#checks = new BatchedQuery(check, { timers });
  }

  /** Rejects when two consecutive queries fail. */
  verify(ownership: Ownership, seq: number): Promise<boolean> {
    return this.#checks.ask({ ownership, seq });
  }
}

async function areGood(pool: DatabasePool, checks: readonly Check[]): Promise<readonly boolean[]> {
  const values = [
    `{${checks.map(({ ownership }) => ownership.eventNumber).join(',')}}`,
    `{${checks.map(({ seq }) => seq).join(',')}}`,
    `{${checks.map(({ ownership }) => ownership.epoch).join(',')}}`,
    `{${checks.map(({ ownership }) => ownership.token).join(',')}}`,
  ];
  const good = await pool.oneFirst({ ...checkStatement, values });
  const places = new Set(good === null ? [] : good.split(',').map(Number));
  return checks.map((_, at) => places.has(at + 1));
}
