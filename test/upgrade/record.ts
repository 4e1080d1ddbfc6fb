/**
 * `npm run release:fixture -- 0.2.0`: lets a release of `releases.json` make a database and keeps it under `fixtures`, where
 * every later version has to open it. Refuses to make a file again.
 */
import { Cluster } from '../../bench/stand/cluster/cluster.ts';
import { secretKey } from '../support/catalog.ts';
import { dump, hasFixture, writeFixture } from './fixture.ts';
import { FixtureScene } from './fixture-scene.ts';
import { releases, treeOf } from './releases.ts';

const [, , version = ''] = process.argv;
const release = releases.find((one) => one.version === version);
if (release === undefined) {
  console.error(`name a release: ${releases.map((one) => one.version).join(', ')}`);
  process.exit(1);
}
if (hasFixture(version)) {
  console.error(`release ${version} has its file already`);
  process.exit(1);
}

/** Longer than `finish` and `show` take, so that nothing expires meanwhile. */
const graceSeconds = 30;
const settings = {
  SECRET_KEY: secretKey,
  REDIS_URL: '',
  HOLD_SECONDS: `${31 * 24 * 3600}`,
  PAYMENT_GRACE_SECONDS: `${graceSeconds}`,
  WEBHOOKS_ALLOW_PRIVATE: '1',
};
const tree = await treeOf(release);
const cluster = await Cluster.start({ nodes: 1, redis: 0, tree, settings });
try {
  const node = cluster.nodes[0]!;
  const { demo } = await cluster.makeDemo(node.port);
  const scene = new FixtureScene(demo);
  await scene.prepare();
  // The snapshots are written when the node stops.
  await node.stop();
  await node.launch();
  await scene.finish();
  const shown = await scene.show();
  const at = Date.now();
  await node.kill();
  scene.close();
  const { remembered } = scene;
  const keys = { organizationToken: demo.organizationToken, publicKey: demo.publicKey };
  const sql = await dump(cluster.databaseUrl, tree);
  const bytes = writeFixture({ version, commit: release.commit, at, secretKey, keys, shown, remembered, sql });
  console.log(`${bytes} bytes: ${shown.length} answers, ${remembered.length} remembered calls`);
} finally {
  await cluster.dispose();
}
