/**
 * Two buyers with two browsers at a cluster of two nodes. The node that owns the event is killed while one of the
 * buyers is connected to it. Both continue without a reload.
 */
import { startBrowser, type TestBrowser } from '../support/browser.ts';
import { BuyerPage } from '../support/buyer-page.ts';
import { openCatalog } from '../support/catalog.ts';
import { showElsewhere } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { type NodeProcess, startNodeProcess } from '../support/node-process.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { openRelay } from '../support/relay.ts';

let catalog: Awaited<ReturnType<typeof openCatalog>>;
let redis: RedisServer;
let chromium: TestBrowser;
let nodes: NodeProcess[];

beforeAll(async () => {
  [catalog, redis] = await Promise.all([openCatalog(), startRedis()]);
  const start = () => startNodeProcess(catalog, [redis.url], { LEASE_MS: '1000' });
  [chromium, ...nodes] = await Promise.all([startBrowser(), start(), start()]);
});

afterAll(async () => {
  await chromium.close();
  await Promise.all(nodes.map((node) => node.kill()));
  await redis.stop();
  await catalog.close();
});

const portOf = ({ url }: NodeProcess): number => Number(new URL(url).port);

test('the owner of the event is killed: what one buyer holds is shown to the other, without a reload', async () => {
  const [front] = nodes as [NodeProcess];
  await eventually(async () => (await front.metric('usher_peers')) === 1);
  const [show, owner] = await showElsewhere(nodes, front);
  const relay = await openRelay([portOf(owner), portOf(front)]);
  try {
    const [moved, stayed] = await Promise.all([
      BuyerPage.open(chromium.browser, { ...owner, url: relay.url }, show),
      BuyerPage.open(chromium.browser, front, show),
    ]);
    const both = [moved, stayed];
    await Promise.all(both.map((buyer) => buyer.openRow('Stalls', 'Row A')));
    await Promise.all(both.map((buyer) => buyer.page.evaluate('window.isFirstVisit = true')));
    await moved.choose('Seat 1');
    await stayed.seatSays('Seat 1', 'Taken');
    await owner.kill();
    await moved.sees('Connection lost');
    // Pressed while nobody owns the event.
    await stayed.choose('Seat 3');
    await stayed.sees('1 ticket');
    await moved.seatSays('Seat 3', 'Taken');
    await moved.choose('Seat 4');
    await moved.sees('2 tickets');
    await stayed.seatSays('Seat 4', 'Taken');
    await stayed.press('Check out');
    await stayed.sees('Waiting for payment');
    expect(await Promise.all(both.map((buyer) => buyer.page.evaluate('window.isFirstVisit')))).toEqual([true, true]);
    expect(both.flatMap(({ errors }) => errors)).toEqual([]);
    for (const buyer of both) await buyer.close();
  } finally {
    relay.close();
  }
});
