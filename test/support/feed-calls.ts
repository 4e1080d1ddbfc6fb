/**
 * Waits for the feed of a test: changes that are committed are shown only when no older transaction of the database
 * server runs, one of another test included. A cursor that is taken before then has them still to come.
 */
import { sql } from 'slonik';
import { z } from 'zod';
import { eventually } from './eventually.ts';
import type { TestService } from './service.ts';

/** Resolves when readers see the changes of every call that was answered. */
export async function feedSettled({ catalog, parts }: Pick<TestService, 'catalog' | 'parts'>): Promise<void> {
  const numbers = await catalog.pool.anyFirst(sql.type(z.object({ number: z.int() }))`select number from event`);
  // A database that has just come back breaks the connections to the one before.
  await eventually(() => parts.router.settle(numbers).then(() => true));
  await eventually(() =>
    catalog.pool.oneFirst(sql.type(z.object({ isShown: z.boolean() }))`
      select not exists (select from feed_batch where xid >= pg_snapshot_xmin(pg_current_snapshot())) as "isShown"
    `),
  );
}
