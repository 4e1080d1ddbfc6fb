/** Live maps in a cluster: any node serves any event, and a hand-over of its owner in mid-stream loses no change. */
import { showElsewhere, startTestCluster, type TestCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { FollowedMap, readMap } from '../support/followed-map.ts';
import { MovingBuyers } from '../support/moving-buyers.ts';
import { openPricedShow, type Show, type TestService } from '../support/service.ts';
import { rowsHall, sessionCalls } from '../support/session-calls.ts';

let cluster: TestCluster;
let followed: FollowedMap[] = [];

afterEach(async () => {
  for (const map of followed) map.close();
  followed = [];
  await cluster.close();
});

async function follow(node: TestService, show: Show): Promise<FollowedMap> {
  const map = await FollowedMap.open(node, show);
  followed.push(map);
  return map;
}

/** Compares maps with what a new page reads, once they have been told everything. */
async function compare(node: TestService, show: Show, maps: readonly FollowedMap[]): Promise<void> {
  const { map: read } = await readMap(node, show);
  for (const map of maps) {
    await eventually(async () => {
      expect(await map.map()).toEqual(read);
      return true;
    });
  }
}

test('a node that does not own the event tells its viewers what the owner decides', async () => {
  cluster = await startTestCluster(2, { settings: { STREAM_TICK_MS: '10' } });
  const [front] = cluster.nodes as [TestService];
  const [show, owner] = await showElsewhere(cluster.nodes, front);
  const map = await follow(front, show);
  expect(map.events[0]).toMatchObject({ name: 'hello', data: { tickMs: 10 } });
  const [seat] = show.seats as [number];
  await sessionCalls(owner, show).open([seat]);
  await eventually(() => map.events.length > 1);
  expect(map.events[1]).toMatchObject({ name: 'change', data: { freed: [], taken: [seat] } });
  expect((await map.map()).bookable.has(seat)).toBe(false);
});

test('events move to a node that joins: maps at the node that they left, and at the new one, stay what the prices say', async () => {
  cluster = await startTestCluster(1, { settings: { STREAM_TICK_MS: '10' } });
  const [front] = cluster.nodes as [TestService];
  const shows = await Promise.all(Array.from({ length: 8 }, () => openPricedShow(front, rowsHall)));
  const maps = await Promise.all(shows.map((show) => follow(front, show)));
  const buyers = shows.map((show) => new MovingBuyers(front, show));
  for (const buyer of buyers) await buyer.add(0);
  const joining = await cluster.join();
  await eventually(async () => (await joining.metric('usher_live_events')) > 0);
  for (const map of maps.slice(4)) await map.resumeAt(joining);
  await Promise.all(buyers.map((buyer) => buyer.goOn()));
  await Promise.all(buyers.map((buyer) => buyer.stop()));
  for (const [at, show] of shows.entries()) await compare(joining, show, [maps[at] as FollowedMap]);
  for (const { hasEnded, resets } of maps.slice(0, 4)) expect([hasEnded, resets]).toEqual([false, 0]);
});
