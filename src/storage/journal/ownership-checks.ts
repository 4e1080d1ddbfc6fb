/**
 * Checks for all waiting actors of the node, in one query, whether each still owns its event and its record is the last
 * one. Promises that the query was sent after the call. Reads committed rows only and never waits for a row lock.
 */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { Ownership, Timers } from '#actors/ports.ts';
import { loopTimers } from '../database/loop-timers.ts';

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
  readonly resolve: (good: boolean) => void;
  readonly reject: (error: unknown) => void;
}

export class OwnershipChecks {
  readonly #pool: DatabasePool;
  readonly #timers: Timers;
  #waiting: Check[] = [];
  #running = false;

  constructor(pool: DatabasePool, timers: Timers = loopTimers) {
    this.#pool = pool;
    this.#timers = timers;
  }

  /** Rejects when two consecutive queries fail. */
  verify(ownership: Ownership, seq: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ownership, seq, resolve, reject });
      if (this.#running) return;
      this.#running = true;
      this.#timers.soon(() => void this.#run());
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) await this.#check(this.#waiting.splice(0));
    this.#running = false;
  }

  async #check(group: readonly Check[]): Promise<void> {
    try {
      // Retry once: a connection that died while idle fails at its next use.
      const good = await this.#ask(group).catch(() => this.#ask(group));
      for (const [place, check] of group.entries()) check.resolve(good.has(place + 1));
    } catch (error) {
      for (const check of group) check.reject(error);
    }
  }

  async #ask(group: readonly Check[]): Promise<ReadonlySet<number>> {
    const values = [
      `{${group.map((check) => check.ownership.eventNumber).join(',')}}`,
      `{${group.map((check) => check.seq).join(',')}}`,
      `{${group.map((check) => check.ownership.epoch).join(',')}}`,
      `{${group.map((check) => check.ownership.token).join(',')}}`,
    ];
    const good = await this.#pool.oneFirst({ ...checkStatement, values });
    return new Set(good === null ? [] : good.split(',').map(Number));
  }
}
