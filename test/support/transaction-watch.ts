/**
 * Notices every call to an event that is made from inside a transaction of the service's pool. Follows the asynchronous
 * flow, so that transactions of other calls at the same time do not count. Sees transactions of keyed calls too.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { isInCallTransaction } from '#storage/database/call-pool.ts';
import type { Service } from '#wiring/service.ts';

export interface TransactionWatch {
  /** The calls that were made from inside a transaction. */
  readonly violations: readonly string[];
  /** Transactions, and calls to events, that were seen. */
  readonly seen: Readonly<Record<'transaction' | 'ask' | 'settle' | 'forget', number>>;
}

/** Watches the service from now on. */
export function watchTransactions({ persistence, router }: Pick<Service, 'persistence' | 'router'>): TransactionWatch {
  const inside = new AsyncLocalStorage<true>();
  const violations: string[] = [];
  const seen = { transaction: 0, ask: 0, settle: 0, forget: 0 };
  const { pool } = persistence;
  const begin: typeof pool.transaction = pool.transaction;
  Object.assign(pool, {
    transaction: ((handler, retries) =>
      begin((connection) => {
        seen.transaction++;
        return inside.run(true, () => handler(connection));
      }, retries)) satisfies typeof pool.transaction,
  });
  const note = (call: 'ask' | 'settle' | 'forget', what: unknown): void => {
    seen[call]++;
    if (inside.getStore() !== undefined || isInCallTransaction()) violations.push(`${call} ${JSON.stringify(what)}`);
  };
  const ask = router.ask.bind(router);
  const settle = router.settle.bind(router);
  const forget = router.forget.bind(router);
  Object.assign(router, {
    ask: ((eventNumber, command) => {
      note('ask', command.kind);
      return ask(eventNumber, command);
    }) satisfies typeof ask,
    settle: ((eventNumbers) => {
      note('settle', eventNumbers);
      return settle(eventNumbers);
    }) satisfies typeof settle,
    forget: ((eventNumber) => {
      note('forget', eventNumber);
      return forget(eventNumber);
    }) satisfies typeof forget,
  });
  return { violations, seen };
}
