/** Viewers of an event whose owner stops or is killed in mid-stream: their maps stay what the prices say. */
import { openCatalog } from '../support/catalog.ts';
import { showElsewhere } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { FollowedMap, readMap } from '../support/followed-map.ts';
import { MovingBuyers } from '../support/moving-buyers.ts';
import { type NodeProcess, startNodeProcess } from '../support/node-process.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import type { Show } from '../support/service.ts';

const stayingCount = 20;
const movingCount = 5;

let catalog: Awaited<ReturnType<typeof openCatalog>>;
let redis: RedisServer;
let nodes: [NodeProcess, ...NodeProcess[]];
let front: NodeProcess;
let maps: FollowedMap[] = [];

beforeAll(async () => {
  [catalog, redis] = await Promise.all([openCatalog(), startRedis()]);
  const settings = { LEASE_MS: '2500', STREAM_TICK_MS: '10' };
  const starting = Array.from({ length: 3 }, () => startNodeProcess(catalog, [redis.url], settings));
  nodes = (await Promise.all(starting)) as typeof nodes;
  [front] = nodes;
  await eventually(async () => (await front.metric('usher_peers')) === 2);
});

afterEach(() => {
  for (const map of maps) map.close();
  maps = [];
});

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill()));
  await redis.stop();
  await catalog.close();
});

async function follow(node: NodeProcess, show: Show, count: number): Promise<FollowedMap[]> {
  const opened = await Promise.all(Array.from({ length: count }, () => FollowedMap.open(node, show)));
  maps.push(...opened);
  return opened;
}

/** Compares the maps with the prices, which a node may remember for a moment. */
async function compare(show: Show, held: number): Promise<void> {
  await eventually(async () => {
    const { map: read } = await readMap(front, show);
    expect(read.bookable.size).toBe(show.seats.length - held);
    for (const map of maps) expect(await map.map()).toEqual(read);
    return true;
  });
}

/** Takes the node that owns the show away by `end`, while buyers buy and viewers watch. */
async function loseOwner(end: (owner: NodeProcess) => Promise<unknown>): Promise<void> {
  const [show, owner] = await showElsewhere(nodes, front);
  const staying = await follow(front, show, stayingCount);
  const moving = await follow(owner, show, movingCount);
  const buyers = new MovingBuyers(front, show);
  for (const first of [0, 3, 6, 9]) await buyers.add(first);
  await buyers.goOn();
  nodes.splice(nodes.indexOf(owner), 1);
  const ended = end(owner);
  await eventually(() => moving.every(({ hasEnded }) => hasEnded));
  await Promise.all(moving.map((map) => map.resumeAt(front)));
  await buyers.goOn();
  await ended;
  await buyers.stop();
  await compare(show, buyers.held);
  for (const { hasEnded, resets } of staying) expect([hasEnded, resets]).toEqual([false, 0]);
  for (const { hasEnded } of moving) expect(hasEnded).toBe(false);
}

test('the owner of an event stops gracefully: no viewer misses a change, here or from there', async () => {
  await loseOwner((owner) => owner.end());
});

test('the owner of an event is killed: no viewer misses a change, here or from there', async () => {
  await loseOwner((owner) => owner.kill());
});
