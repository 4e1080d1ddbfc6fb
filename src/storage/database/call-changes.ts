/**
 * The changes of one call, as an argument of the functions that make them. With an idempotency key they are one
 * transaction, which the record of the answer joins; without one, each commits by itself. The transaction opens with the
 * first change, so a call that asks an event first holds no connection while it waits. From then on the call must ask no
 * event, and must read through its changes: with a second connection for each call the pool could run empty.
 */
import type { CommonQueryMethods, DatabasePool, DatabaseTransactionConnection } from 'slonik';
import { OpenTransaction } from './open-transaction.ts';

/** A pool, a transaction, or the changes of a call. */
export type Database = Pick<CommonQueryMethods, 'maybeOne' | 'one' | 'oneFirst' | 'query' | 'transaction'>;

type Step = () => Promise<void>;

export interface CallChanges extends Database {
  /** Takes the step when the changes are committed. It is not taken when they are undone. */
  afterCommit(step: Step): Promise<void>;
  /** Gives up what the call has changed and locked and has not committed: it may ask events again. */
  undo(): Promise<void>;
}

/** The changes of calls without a key. */
export function separateChanges(pool: DatabasePool): CallChanges {
  return {
    maybeOne: (query) => pool.maybeOne(query),
    one: (query) => pool.one(query),
    oneFirst: (query) => pool.oneFirst(query),
    query: (query) => pool.query(query),
    transaction: (work) => pool.transaction(work),
    afterCommit: (step) => step(),
    undo: async () => {},
  };
}

/**
 * Runs the work, whose changes are one transaction, and commits it. Undoes them when the work rejects. A change that
 * fails is undone alone, as it is without a transaction.
 */
export async function inOneTransaction<Result>(
  pool: DatabasePool,
  work: (changes: CallChanges) => Promise<Result>,
): Promise<Result> {
  const changes = new KeyedChanges(pool);
  let result: Result;
  try {
    result = await work(changes);
  } catch (error) {
    changes.close();
    await changes.undo();
    throw error;
  }
  changes.close();
  await changes.commit();
  return result;
}

class KeyedChanges implements CallChanges {
  readonly maybeOne: Database['maybeOne'] = (query) => this.transaction((connection) => connection.maybeOne(query));
  readonly one: Database['one'] = (query) => this.transaction((connection) => connection.one(query));
  readonly oneFirst: Database['oneFirst'] = (query) => this.transaction((connection) => connection.oneFirst(query));
  readonly query: Database['query'] = (query) => this.transaction((connection) => connection.query(query));
  readonly #pool: DatabasePool;
  #whole: OpenTransaction | null = null;
  /** Resolves when the change in progress is over: a connection has one savepoint at a time. */
  #turn: Promise<unknown> = Promise.resolve();
  #steps: Step[] = [];
  #isClosed = false;

  constructor(pool: DatabasePool) {
    this.#pool = pool;
  }

  /** Runs the work in a savepoint. It must make its own changes on that connection: another one would wait for this. */
  transaction<Result>(work: (connection: DatabaseTransactionConnection) => Promise<Result>): Promise<Result> {
    if (this.#isClosed) return Promise.reject(new Error('a call has made a change after its end'));
    const result = this.#turn.then(async () => {
      this.#whole ??= await OpenTransaction.begin(this.#pool);
      return this.#whole.connection.transaction(work);
    });
    this.#turn = result.catch(() => undefined);
    return result;
  }

  async afterCommit(step: Step): Promise<void> {
    this.#steps.push(step);
  }

  async undo(): Promise<void> {
    await this.#turn;
    const whole = this.#whole;
    this.#whole = null;
    this.#steps = [];
    await whole?.rollback();
  }

  /** There are no more changes. */
  close(): void {
    this.#isClosed = true;
  }

  async commit(): Promise<void> {
    await this.#turn;
    await this.#whole?.commit();
    for (const step of this.#steps) await step();
  }
}
