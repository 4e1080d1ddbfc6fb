/**
 * Notices every call to an event that is made from inside a transaction of the service's pool, or from a call whose
 * changes have begun their transaction. Follows the asynchronous flow, so that other calls at the same time do not count.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { CallRecords } from '#storage/catalog/call-records.ts';
import type { Service } from '#wiring/service.ts';

export interface TransactionWatch {
  /** The calls that were made from inside a transaction. */
  readonly violations: string[];
  /** Transactions, and calls to events, that were seen. */
  readonly seen: Readonly<Record<'keyed' | 'transaction' | 'ask' | 'settle' | 'forget', number>>;
}

/** Watches the service from now on. */
export function watchTransactions({ persistence, router }: Pick<Service, 'persistence' | 'router'>): TransactionWatch {
  const flow = new AsyncLocalStorage<{ isInside: boolean }>();
  const violations: string[] = [];
  const seen = { keyed: 0, transaction: 0, ask: 0, settle: 0, forget: 0 };
  const { pool } = persistence;
  const { recordWith } = CallRecords.prototype;
  Object.assign(CallRecords.prototype, {
    recordWith: function (this: CallRecords, claim, work) {
      seen.keyed++;
      return flow.run({ isInside: false }, () => recordWith.call(this, claim, work));
    } as typeof recordWith,
  });
  const begin: typeof pool.transaction = pool.transaction;
  Object.assign(pool, {
    transaction: ((handler, retries) => {
      const around = flow.getStore() ?? { isInside: false };
      return begin((connection) => {
        seen.transaction++;
        around.isInside = true;
        return flow.run(around, () => handler(connection));
      }, retries).finally(() => {
        around.isInside = false;
      });
    }) satisfies typeof pool.transaction,
  });
  const note = (call: 'ask' | 'settle' | 'forget', what: unknown): void => {
    seen[call]++;
    if (flow.getStore()?.isInside === true) violations.push(`${call} ${JSON.stringify(what)}`);
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
