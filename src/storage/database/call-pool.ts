/**
 * A pool whose changes join the transaction of the call that makes them, if there is one. It lets the record of a call's
 * answer commit together with what the call has changed, without a transaction in every signature. The transaction opens
 * with the first change, so a call that asks an event first holds no connection while it waits. A statement that fails
 * is rolled back alone, as it is without a transaction.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabasePool, DatabaseTransactionConnection } from 'slonik';
import { OpenTransaction } from './open-transaction.ts';

/** The transaction of a call, or a savepoint in it. */
interface Scope {
  /** Null: no transaction is open yet. */
  connection: DatabaseTransactionConnection | null;
  /** False once it has ended: work that outlives its call uses the pool again. */
  isOpen: boolean;
  /** Resolves when the statement in progress is over: a connection has one savepoint at a time. */
  turn: Promise<unknown>;
  readonly whole: Call;
}

type Step = () => Promise<void>;

/** A call: its transaction, and the steps that follow the commit. */
class Call implements Scope {
  connection: DatabaseTransactionConnection | null = null;
  isOpen = true;
  turn: Promise<unknown> = Promise.resolve();
  readonly whole = this;
  readonly #pool: DatabasePool;
  #transaction: OpenTransaction | null = null;
  #steps: Step[] = [];

  constructor(pool: DatabasePool) {
    this.#pool = pool;
  }

  async begin(): Promise<DatabaseTransactionConnection> {
    this.#transaction = await OpenTransaction.begin(this.#pool);
    this.connection = this.#transaction.connection;
    return this.connection;
  }

  /** Changes of the call begin anew, outside of a transaction. */
  async undo(): Promise<void> {
    await this.turn;
    const transaction = this.#transaction;
    this.#transaction = null;
    this.connection = null;
    this.#steps = [];
    await transaction?.rollback();
  }

  async commit(): Promise<void> {
    await this.turn;
    this.isOpen = false;
    await this.#transaction?.commit();
    for (const step of this.#steps) await step();
  }

  after(step: Step): void {
    this.#steps.push(step);
  }
}

const current = new AsyncLocalStorage<Scope>();

const statements = new Set<PropertyKey>([
  ...['any', 'anyFirst', 'exists', 'many', 'manyFirst', 'maybeOne', 'maybeOneFirst', 'one', 'oneFirst', 'query'],
]);

/**
 * Runs the work, whose changes through any `callPool` are one transaction, and commits it. Rolls back when the work
 * rejects.
 */
export async function inCallTransaction<Result>(pool: DatabasePool, work: () => Promise<Result>): Promise<Result> {
  const call = new Call(pool);
  let result: Result;
  try {
    result = await current.run(call, work);
  } catch (error) {
    call.isOpen = false;
    await call.undo();
    throw error;
  }
  await call.commit();
  return result;
}

/** Takes the step when the changes of the call are committed: now, where no transaction of a call is in progress. */
export async function whenCommitted(step: Step): Promise<void> {
  const scope = current.getStore();
  if (scope?.isOpen === true) scope.whole.after(step);
  else await step();
}

/**
 * One of several attempts at a change. Null: it has failed, and what it did and locked in the call's transaction is
 * undone, so that the next attempt begins outside of one.
 */
export async function attempted<Result>(attempt: () => Promise<Result | null>): Promise<Result | null> {
  const scope = current.getStore();
  const isFirst = scope?.isOpen === true && scope.connection === null;
  const result = await attempt();
  if (result === null && isFirst) await scope.whole.undo();
  return result;
}

/** Whether the call has changed something that is not committed: it must ask no event now. */
export function isInCallTransaction(): boolean {
  const scope = current.getStore();
  return scope?.isOpen === true && scope.connection !== null;
}

/** Runs the work outside of the call's transaction: for rows that many calls change and none may hold. */
export function apartFromCall<Result>(work: () => Promise<Result>): Promise<Result> {
  return current.exit(work);
}

/** The pool, for calls that may have a transaction. A `select` before its first change reads outside of it. */
export function callPool(pool: DatabasePool): DatabasePool {
  return new Proxy(pool, {
    get: (target, name) => {
      const scope = current.getStore();
      if (scope?.isOpen === true && name === 'transaction') {
        return (work: (connection: DatabaseTransactionConnection) => Promise<unknown>) => nested(scope, work);
      }
      const member = Reflect.get(target, name);
      if (scope?.isOpen === true && statements.has(name)) {
        return (query: { readonly sql: string }) =>
          scope.connection === null && isRead(query.sql)
            ? member.call(target, query)
            : nested(scope, (connection) => Reflect.get(connection, name).call(connection, query));
      }
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** Statements that begin otherwise may change something. A `select` that locks rows belongs in a `transaction`. */
function isRead(text: string): boolean {
  return /^\s*select\b/i.test(text);
}

/** Runs the work in a savepoint, after the one before it; queries of the work use that savepoint too. */
function nested<Result>(
  scope: Scope,
  work: (connection: DatabaseTransactionConnection) => Promise<Result>,
): Promise<Result> {
  const result = scope.turn.then(async () => {
    const around = scope.connection ?? (await scope.whole.begin());
    return around.transaction((connection) => {
      const inner: Scope = { connection, isOpen: true, turn: Promise.resolve(), whole: scope.whole };
      return current
        .run(inner, () => work(connection))
        .finally(() => {
          inner.isOpen = false;
        });
    });
  });
  scope.turn = result.catch(() => undefined);
  return result;
}
