/**
 * The cluster secret is replaced while the cluster serves: two rounds of restarts, one node at a time, as the manual
 * says. After every step the nodes know each other and forward calls, and no seat is sold twice.
 */
import { type Catalog, openCatalog } from '../support/catalog.ts';
import { showElsewhere } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { type NodeProcess, startNodeProcess } from '../support/node-process.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { type Answer, openPricedShow, type Show } from '../support/service.ts';
import { bookingOf, rowsHall, sessionCalls, succeeded } from '../support/session-calls.ts';

const forTest = 240_000;
const oldSecret = { CLUSTER_SECRET: 'the old secret of the cluster' };
const bothSecrets = {
  CLUSTER_SECRET: 'the new secret of the cluster',
  CLUSTER_SECRET_PREVIOUS: oldSecret.CLUSTER_SECRET,
};
const newSecret = { CLUSTER_SECRET: bothSecrets.CLUSTER_SECRET };

let catalog: Catalog;
let redis: RedisServer;
const nodes: NodeProcess[] = [];

beforeAll(async () => {
  catalog = await openCatalog();
  redis = await startRedis();
});

afterAll(async () => {
  for (const node of nodes) await node.end();
  await redis.stop();
  await catalog.close();
});

const start = (settings: Record<string, string>) => startNodeProcess(catalog, [redis.url], settings);

/** The answer to a call, which is repeated while the event changes its node. */
function answered(call: () => Promise<Answer>): Promise<Answer> {
  return eventually(async () => {
    const answer = await call();
    return answer.status === 503 ? null : succeeded(answer);
  });
}

/** Both nodes are ready and know each other, and each serves an event that the other one has. */
async function expectOneCluster(): Promise<void> {
  for (const node of nodes) {
    await eventually(async () => (await node.metric('usher_peers')) === 1);
    expect(await node.metric('usher_peers_with_other_secret')).toBe(0);
    expect((await fetch(`${node.url}/readyz`)).status).toBe(200);
  }
  for (const front of nodes) {
    const [show, owner] = await showElsewhere(nodes, front);
    await expectOneSale(show, [front, owner]);
  }
}

async function expectOneSale(show: Show, [front, owner]: readonly [NodeProcess, NodeProcess]): Promise<void> {
  const seat = bookingOf([show.seats[0]]);
  expect((await answered(() => sessionCalls(front, show).book('directsale', seat))).body).toBe(true);
  expect((await answered(() => sessionCalls(owner, show).book('directsale', seat))).body).toBe(false);
  expect((await answered(() => sessionCalls(front, show).book('directsale', seat))).body).toBe(false);
}

test(
  'two rounds of restarts replace the secret, and a session that began before them is confirmed after them',
  async () => {
    nodes.push(await start(oldSecret), await start(oldSecret));
    await expectOneCluster();
    const show = await openPricedShow(nodes[0] as NodeProcess, rowsHall);
    const session = await sessionCalls(nodes[0] as NodeProcess, show).open([show.seats[0] as number]);
    let held = 1;
    const hold = async (node: NodeProcess): Promise<void> => {
      const seat = show.seats[held++] as number;
      await answered(() => sessionCalls(node, show).lock(session, [seat]));
    };
    for (const settings of [bothSecrets, newSecret]) {
      for (const place of [0, 1]) {
        expect(await nodes[place]?.end()).toBe(0);
        await hold(nodes[1 - place] as NodeProcess);
        nodes[place] = await start(settings);
        await hold(nodes[place] as NodeProcess);
        await expectOneCluster();
      }
    }
    const calls = sessionCalls(nodes[1] as NodeProcess, show);
    await answered(() => calls.checkout(session));
    await answered(() => calls.confirm(session, { reference: 'across the rotation' }));
    const { seatsOnEvent } = await eventually(() => calls.assignments());
    const sold = seatsOnEvent.filter(({ state }: { state: string }) => state === 'SOLD');
    expect(sold).toHaveLength(held);
  },
  forTest,
);
