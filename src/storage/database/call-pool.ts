/**
 * A pool whose queries join the transaction of the call that makes them, if there is one. It lets the record of a call's
 * answer commit together with what the call has changed, without a transaction in every signature. A statement that
 * fails is rolled back alone, as it is without a transaction.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabasePool, DatabaseTransactionConnection } from 'slonik';

interface CallTransaction {
  readonly connection: DatabaseTransactionConnection;
  /** False once it has ended: work that outlives its call uses the pool again. */
  isOpen: boolean;
  /** Resolves when the statement in progress is over: a connection has one savepoint at a time. */
  turn: Promise<unknown>;
}

const current = new AsyncLocalStorage<CallTransaction>();

const statements = new Set<PropertyKey>([
  ...['any', 'anyFirst', 'exists', 'many', 'manyFirst', 'maybeOne', 'maybeOneFirst', 'one', 'oneFirst', 'query'],
]);

/** Runs the work in one transaction, which every `callPool` then uses. Rolls back when the work rejects. */
export function inCallTransaction<Result>(
  pool: DatabasePool,
  work: (connection: DatabaseTransactionConnection) => Promise<Result>,
): Promise<Result> {
  return pool.transaction(async (connection) => {
    const call: CallTransaction = { connection, isOpen: true, turn: Promise.resolve() };
    try {
      return await current.run(call, () => work(connection));
    } finally {
      call.isOpen = false;
      await call.turn;
    }
  });
}

/** The pool, for queries of calls that may run in a transaction. */
export function callPool(pool: DatabasePool): DatabasePool {
  return new Proxy(pool, {
    get: (target, name) => {
      const call = current.getStore();
      if (call?.isOpen === true && name === 'transaction') {
        return (work: (connection: DatabaseTransactionConnection) => Promise<unknown>) => nested(call, work);
      }
      if (call?.isOpen === true && statements.has(name)) {
        return (query: unknown) => nested(call, (connection) => ask(connection, name, query));
      }
      const member = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** Runs the work in a savepoint, after the one before it; queries of the work use that savepoint too. */
function nested<Result>(
  call: CallTransaction,
  work: (connection: DatabaseTransactionConnection) => Promise<Result>,
): Promise<Result> {
  const result = call.turn.then(() =>
    call.connection.transaction((connection) => {
      const inner: CallTransaction = { connection, isOpen: true, turn: Promise.resolve() };
      return current
        .run(inner, () => work(connection))
        .finally(() => {
          inner.isOpen = false;
        });
    }),
  );
  call.turn = result.catch(() => undefined);
  return result;
}

function ask(connection: DatabaseTransactionConnection, name: PropertyKey, query: unknown): Promise<unknown> {
  return Reflect.get(connection, name).call(connection, query);
}
