/** The newest release beside which this tree can run is replaced by it, node by node under load. */
import { occurrences } from '../../bench/stand/broken-copy.ts';
import { projectRoot } from '../../bench/stand/project.ts';
import { plants, runPlant } from './plants.ts';
import { type Release, releases, treeOf, whyMissing } from './releases.ts';
import { roll } from './roll.ts';
import { ordersOf, shortStepsOf, stepsOf } from './steps.ts';

/** With UPGRADE_ORDERS so many orders of the nodes at length, and all plants; else one order, drawn by this seed. */
const asked = process.env.UPGRADE_ORDERS;
const seed = Number(process.env.UPGRADE_SEED ?? Date.now() % 1_000_000);
const orders = ordersOf(seed, Number(asked ?? 1));
const crowd = asked === undefined ? { buyers: 6, restMs: 60 } : { buyers: 24 };
const short = shortStepsOf(orders[0]!);

const newest = releases.at(-1);
const rolling = newest?.upgrade === 'rolling' ? newest : undefined;

/** A shallow copy of the repository has no releases: then that is all that can be said. */
async function about(release: Release | undefined, title: string, body: (tree: string) => Promise<void>) {
  if (release === undefined) return;
  const { version, commit } = release;
  if ((await whyMissing(release)) === 'shallow') {
    test(`not tried: ${title}, because this shallow copy of the repository has no commit ${commit}`, async () =>
      expect(await whyMissing(release)).toBe('shallow'));
  } else
    test(`${title} (release ${version}, orders ${orders.join(' ')}, seed ${seed})`, async () =>
      body(await treeOf(release)));
}

await about(
  rolling,
  'a rolling upgrade and the way back lose nothing, and every node reaches every event',
  async (tree) => {
    const steps = asked === undefined ? short : stepsOf(orders);
    const report = await roll({ trees: { release: tree, next: projectRoot }, steps, ...crowd });
    expect(report.violations).toEqual([]);
    expect(report.steps).toHaveLength(steps.length);
    const mixed = report.steps.filter(({ versions }) => new Set(versions).size > 1);
    expect(Math.min(...mixed.map(({ forwarded }) => forwarded), ...mixed.map(({ writes }) => writes))).toBeGreaterThan(
      0,
    );
    expect(report.records).toBeGreaterThan(report.writes);
  },
);

for (const plant of asked === undefined ? [] : plants) {
  await about(rolling, `a rolling upgrade fails with this incompatibility: ${plant.name}`, async (tree) => {
    const trees = { release: tree, next: projectRoot };
    expect(await runPlant(plant, { trees, steps: short, ...crowd })).not.toEqual([]);
  });
}

test('each text that an incompatibility replaces occurs exactly once in its file', () => {
  expect(plants.flatMap(({ mistakes }) => mistakes).filter((mistake) => occurrences(mistake) !== 1)).toEqual([]);
});
