/**
 * The readiness check: whether the database accepts writes now. Load balancers ask before they send traffic to this
 * node, and so may anybody: promises that all who ask meanwhile share a query, and an answer within two seconds.
 */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { Journal } from '#actors/ports.ts';

const answerMsMax = 2_000;

export class Readiness {
  readonly #pool: DatabasePool;
  readonly #journal: Pick<Journal, 'isWritable'>;
  /** While the database hangs, an answer comes before its query ends: a query for each would pile up without bound. */
  #asking: Promise<string | null> | null = null;

  constructor(pool: DatabasePool, journal: Pick<Journal, 'isWritable'>) {
    this.#pool = pool;
    this.#journal = journal;
  }

  /** The reason why the database does not accept writes, for an operator; or null. Never rejects. */
  obstacle(): Promise<string | null> {
    this.#asking ??= findObstacle(this.#pool, this.#journal).finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }
}

/** Writes nothing itself: a full disk shows in failing appends. Never rejects. */
async function findObstacle(pool: DatabasePool, journal: Pick<Journal, 'isWritable'>): Promise<string | null> {
  const { promise: silence, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(() => resolve('The database does not answer in time.'), answerMsMax);
  const asked = pool
    .oneFirst(sql.type(z.object({ isReadOnly: z.boolean() }))`
      select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as "isReadOnly"
    `)
    .then(
      (isReadOnly) => {
        if (isReadOnly) return 'The database is read-only.';
        return journal.isWritable ? null : 'The journal cannot be written.';
      },
      () => 'The database cannot be reached.',
    );
  return Promise.race([asked, silence]).finally(() => clearTimeout(timer));
}
