/**
 * `upgrade-check` and `finalize`: the two ends of a rolling upgrade. Neither migrates the database: the first is run from
 * the new release before any node of it is started.
 */
import { thisBuild } from '#storage/upgrade/build.ts';
import type { KnownNode } from '#storage/upgrade/cluster-nodes.ts';
import { finalize } from '#storage/upgrade/finalize.ts';
import { readState } from '#storage/upgrade/in-force.ts';
import { checkUpgrade } from '#storage/upgrade/upgrade-check.ts';
import type { Run } from './command.ts';
import { withDatabaseAsItIs } from './database.ts';

/** The answer is no. */
const no = 3;

export const upgradeCheck: Run = () =>
  withDatabaseAsItIs(async (pool) => {
    const build = thisBuild();
    const { obstacle, inForce, nodes, missing } = await checkUpgrade(pool, build);
    const beside = nodes.length === 0 ? 'no node is alive' : `beside ${nodes.map(({ name }) => name).join(', ')}`;
    console.log(
      obstacle === null ? `rolling: release ${build.release} can be started, ${beside}` : `stop first: ${obstacle}`,
    );
    if (inForce !== null)
      console.log(`cluster version ${inForce.version} is in force; this release knows ${rangeOf(build)}`);
    for (const node of nodes) console.log(`node ${told(node)} knows ${rangeOf(node)}, migration ${node.migration}`);
    for (const { name, needs } of missing)
      console.log(`migration ${name} is missing; it ${needs === null ? 'expands' : `contracts, and needs ${needs}`}`);
    return obstacle === null ? 0 : no;
  });

export const finalizeUpgrade: Run = () =>
  withDatabaseAsItIs(async (pool) => {
    if ((await readState(pool)).inForce === null) return refuse('the database has no cluster version yet');
    const end = await finalize(pool);
    switch (end.outcome) {
      case 'raised':
        console.log(`cluster version ${end.version} is in force now; it was ${end.from}`);
        return 0;
      case 'nothing later':
        console.log(`cluster version ${end.version} stays in force: no live node knows a later one`);
        return 0;
      case 'held back':
        return refuse(`no version after ${end.version} is known to ${end.by.map(told).join(', ')}`);
      case 'nobody':
        return refuse('no node is alive');
    }
  });

function refuse(reason: string): number {
  console.error(`not finalized: ${reason}`);
  return no;
}

function told({ name, release }: KnownNode): string {
  return `${name} (release ${release})`;
}

function rangeOf({ oldest, newest }: { readonly oldest: number; readonly newest: number }): string {
  return oldest === newest ? `version ${oldest}` : `versions ${oldest} to ${newest}`;
}
