/**
 * Tells the readers of all nodes which organizations have new changes in their feeds, after the commit of the changes:
 * PostgreSQL commits transactions with a notification one after the other, each until its standby has confirmed it. A
 * notice that is lost delays readers until they look by themselves, and loses no change.
 */
import { type DatabasePool, sql } from 'slonik';
import { BatchedQuery } from '../database/batched-query.ts';

export class FeedNews {
  readonly #notices: BatchedQuery<number, null>;

  constructor(pool: DatabasePool) {
    this.#notices = new BatchedQuery(async (organizations) => {
      // PostgreSQL drops the second of two equal notifications.
      await pool.query(sql.unsafe`
        select pg_notify('catalog', 'feed:' || organization) from unnest(${`{${organizations}}`}::int8[]) as organization
      `);
      return organizations.map(() => null);
    });
  }

  /** Never rejects. All organizations that are told of while a notice is under way share the next one. */
  tell(organizations: readonly number[]): void {
    for (const organization of organizations) this.#notices.ask(organization).catch(() => {});
  }
}
