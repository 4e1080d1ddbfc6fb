/**
 * Raises the cluster version in force to the latest that all live nodes know, in one transaction that no node can join
 * meanwhile. Never lowers it, and never counts a node that has not listed itself.
 */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { type KnownNode, nodesSince } from './cluster-nodes.ts';

export type Finalized =
  | { readonly outcome: 'raised'; readonly from: number; readonly version: number }
  /** No live node knows a later version. */
  | { readonly outcome: 'nothing later'; readonly version: number }
  /** Some live nodes know a later version; these do not, or have not been there for long enough. */
  | { readonly outcome: 'held back'; readonly version: number; readonly by: readonly KnownNode[] }
  | { readonly outcome: 'nobody'; readonly version: number };

const versionRow = z.object({ version: z.int() });

/**
 * `settledSeconds`: every node that was alive in this time must know the later version, and the first of the live ones
 * must have been there all the time.
 */
export function finalize(pool: DatabasePool, settledSeconds = 0): Promise<Finalized> {
  return pool.transaction(async (transaction) => {
    const version = await transaction.oneFirst(sql.type(versionRow)`select version from cluster_version for update`);
    const outcome = outcomeOf(version, await nodesSince(transaction, settledSeconds), settledSeconds);
    if (outcome.outcome !== 'raised') return outcome;
    await transaction.query(sql.unsafe`update cluster_version set version = ${outcome.version}, raised_at = now()`);
    await transaction.query(sql.unsafe`select pg_notify('catalog', ${`cluster-version:${outcome.version}`})`);
    return outcome;
  });
}

function outcomeOf(version: number, nodes: readonly KnownNode[], settledSeconds: number): Finalized {
  const alive = nodes.filter(({ isAlive }) => isAlive);
  const [first] = alive;
  if (first === undefined) return { outcome: 'nobody', version };
  if (alive.every(({ newest }) => newest <= version)) return { outcome: 'nothing later', version };
  const old = nodes.filter(({ newest }) => newest <= version);
  if (old.length > 0) return { outcome: 'held back', version, by: old };
  if (first.ageSeconds < settledSeconds) return { outcome: 'held back', version, by: [first] };
  return { outcome: 'raised', from: version, version: Math.min(...nodes.map(({ newest }) => newest)) };
}
