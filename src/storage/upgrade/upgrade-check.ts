/** Whether a build can be started beside the live nodes of a database, and what it would find there. Changes nothing. */
import type { DatabasePool } from 'slonik';
import type { Build } from './build.ts';
import { type KnownNode, nodesSince } from './cluster-nodes.ts';
import { type InForce, readState, whyTooEarly, whyUnable } from './in-force.ts';
import type { Migration } from './migration-files.ts';

export interface UpgradeCheck {
  /** Why all nodes must be stopped before the build is started, or why it cannot be started at all; null: rolling. */
  readonly obstacle: string | null;
  /** Null: the database is of a release before rolling upgrades, or empty. */
  readonly inForce: InForce | null;
  /** The live ones. */
  readonly nodes: readonly KnownNode[];
  /** The migrations that the build would run. */
  readonly missing: readonly Migration[];
}

export async function checkUpgrade(pool: DatabasePool, build: Build): Promise<UpgradeCheck> {
  const state = await readState(pool);
  const { done, inForce } = state;
  const missing = build.migrations.filter(({ name }) => !done.includes(name));
  if (inForce === null) return { obstacle: whyBefore(done.at(-1)), inForce, nodes: [], missing };
  const nodes = await nodesSince(pool);
  return { obstacle: whyUnable(build, inForce) ?? whyTooEarly(build, state, nodes), inForce, nodes, missing };
}

/** `last`: the newest migration of a database without a cluster version; it does not know its nodes. */
function whyBefore(last: string | undefined): string | null {
  if (last === undefined) return null;
  return `the database (migration ${last}) is of a release that could not run beside others`;
}
