/** A transaction that is begun and ended by separate calls, for work that is not one function. Must be ended. */
import type { DatabasePool, DatabaseTransactionConnection } from 'slonik';

/** Thrown inside to roll back. */
class RolledBack extends Error {}

export class OpenTransaction {
  readonly connection: DatabaseTransactionConnection;
  readonly #end: PromiseWithResolvers<void>;
  readonly #whole: Promise<void>;

  private constructor(
    connection: DatabaseTransactionConnection,
    end: PromiseWithResolvers<void>,
    whole: Promise<void>,
  ) {
    this.connection = connection;
    this.#end = end;
    this.#whole = whole;
  }

  /** Rejects when the pool has no connection. */
  static async begin(pool: DatabasePool): Promise<OpenTransaction> {
    const begun = Promise.withResolvers<DatabaseTransactionConnection>();
    const end = Promise.withResolvers<void>();
    const whole = pool.transaction((connection) => {
      begun.resolve(connection);
      return end.promise;
    });
    // Also keeps a connection that is lost meanwhile from being an unhandled rejection.
    whole.catch(begun.reject);
    return new OpenTransaction(await begun.promise, end, whole);
  }

  commit(): Promise<void> {
    this.#end.resolve();
    return this.#whole;
  }

  /** Never rejects: a connection that is lost has rolled back too. */
  async rollback(): Promise<void> {
    this.#end.reject(new RolledBack('rolled back'));
    await this.#whole.catch(() => undefined);
  }
}
