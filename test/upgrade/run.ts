/**
 * `npm run upgrade -- --orders 6`: a rolling upgrade of the newest release to this tree under load, and back, in so many of
 * the six orders of its nodes. Fails when anything that was acknowledged is missing, duplicated or shown in an older state,
 * or when a call fails in another way than with 503 and Retry-After. `--plants`: this tree gets deliberate
 * incompatibilities instead, each of which must be found.
 */
import { parseArgs } from 'node:util';
import { projectRoot } from '../../bench/stand/project.ts';
import { plants, runPlant } from './plants.ts';
import { releases, treeOf } from './releases.ts';
import { type RollOptions, roll, type StepReport } from './roll.ts';
import { ordersOf, stepsOf } from './steps.ts';

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '6' },
    seed: { type: 'string', default: '1' },
    buyers: { type: 'string', default: '24' },
    /** The version of a release; by default the newest. */
    release: { type: 'string' },
    plants: { type: 'boolean', default: false },
  },
});

const release = releases.findLast(({ version }) => version === (values.release ?? version));
if (release === undefined) {
  console.error(
    `there is no release ${values.release}; there are ${releases.map(({ version }) => version).join(', ')}`,
  );
  process.exit(1);
}

if (release.upgrade === 'stop') {
  console.error(`release ${release.version} cannot run beside this tree: its nodes are stopped before the upgrade`);
  process.exit(1);
}

function printStep({ what, versions, writes, refused, unanswered, forwarded }: StepReport): void {
  console.log(
    `${what.padEnd(30)} ${versions.join(' ')}: ${writes} writes, ${refused} calls refused with 503, ` +
      `${unanswered} without an answer, ${forwarded} forwarded`,
  );
}

const options: RollOptions = {
  trees: { release: await treeOf(release), next: projectRoot },
  steps: stepsOf(ordersOf(Number(values.seed), Number(values.orders))),
  buyers: Number(values.buyers),
  onStep: printStep,
};

if (values.plants) {
  for (const plant of plants) {
    const violations = await runPlant(plant, options);
    const isFound = violations.length > 0;
    console.log(`${isFound ? 'found' : 'NOT FOUND'}: ${plant.name}${isFound ? `: ${violations[0]}` : ''}\n`);
    if (!isFound) process.exitCode = 1;
  }
} else {
  const { steps, clusterVersions, writes, traffic, records, listeners, violations } = await roll(options);
  const [before, after] = clusterVersions;
  console.log(
    `\n${steps.length} steps from release ${release.version}, cluster version ${before}, finalized ${after}\n` +
      `${writes} acknowledged writes: ${traffic}\n${records} journal records replayed, ` +
      `${listeners.feed.changes} changes of the feed, ${violations.length} violations`,
  );
  for (const violation of violations) console.error(violation);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
