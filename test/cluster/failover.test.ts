/** Nodes that crash or freeze: other nodes soon serve their events, and no answer is wrong. */
import { Redis } from 'ioredis';
import { openCatalog } from '../support/catalog.ts';
import { showElsewhere } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { type NodeProcess, startNodeProcess } from '../support/node-process.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import type { Answer, Show } from '../support/service.ts';
import { bookingOf, sessionCalls, succeeded } from '../support/session-calls.ts';

let catalog: Awaited<ReturnType<typeof openCatalog>>;
let redis: RedisServer;
let nodes: NodeProcess[] = [];

beforeAll(async () => {
  [catalog, redis] = await Promise.all([openCatalog(), startRedis()]);
});

afterEach(async () => {
  await Promise.all(nodes.map((node) => node.kill()));
});

afterAll(async () => {
  await redis.stop();
  await catalog.close();
});

async function start(count: number, settings: Record<string, string>): Promise<[NodeProcess, ...NodeProcess[]]> {
  const starting = Array.from({ length: count }, () => startNodeProcess(catalog, [redis.url], settings));
  nodes = await Promise.all(starting);
  await eventually(async () => {
    const peers = await Promise.all(nodes.map((node) => node.metric('usher_peers')));
    return peers.every((number) => number === count - 1);
  });
  return nodes as [NodeProcess, ...NodeProcess[]];
}

/** Shows that run on one node other than `front`, and that node. */
async function showsOfOne(front: NodeProcess, count: number): Promise<[readonly Show[], NodeProcess]> {
  const found = new Map<NodeProcess, Show[]>();
  for (;;) {
    const [show, owner] = await showElsewhere(nodes, front);
    const shows = [...(found.get(owner) ?? []), show];
    found.set(owner, shows);
    if (shows.length === count) return [shows, owner];
  }
}

/** From now on nothing in Redis expires but the leases that living nodes renew. */
async function keepLeases(): Promise<void> {
  const client = new Redis(redis.url);
  await client.eval("for _, key in ipairs(redis.call('KEYS', '*')) do redis.call('PERSIST', key) end return 1", 0);
  client.disconnect();
}

test('other nodes serve the events of a killed node although its leases never expire', async () => {
  const [front] = await start(3, { LEASE_MS: '10000' });
  const [shows, owner] = await showsOfOne(front, 4);
  const calls = shows.map((show) => sessionCalls(front, show));
  const sold = await Promise.all(
    calls.map((at, place) => at.book('directsale', bookingOf([shows[place]?.seats[0]]), 'once')),
  );
  expect(sold.map(({ body }) => body)).toEqual([true, true, true, true]);
  await owner.kill();
  await keepLeases();
  for (const [place, at] of calls.entries()) {
    await eventually(async () => (await at.book('lock', bookingOf([shows[place]?.seats[1]]))).body === true);
  }
  for (const [place, at] of calls.entries()) {
    expect((await at.book('directsale', bookingOf([shows[place]?.seats[0]]))).body).toBe(false);
    expect((await at.book('directsale', bookingOf([shows[place]?.seats[0]]), 'once')).body).toBe(true);
  }
});

test('another node keeps the deadlines of a killed node, without any request for its events', async () => {
  const [front] = await start(2, { LEASE_MS: '2000', HOLD_SECONDS: '3', SWEEP_MS: '100' });
  const [[show], owner] = await showsOfOne(front, 1);
  const id = await sessionCalls(front, show as Show).open([show?.seats[0] as number]);
  await owner.kill();
  await eventually(async () => (await front.metric('usher_holds_expired_total')) === 1);
  expect((await sessionCalls(front, show as Show).get(id)).body.state).toBe('EXPIRED');
});

test('a node that freezes beyond its lease loses its events, and gives no wrong answer when it resumes', async () => {
  const [front] = await start(2, { LEASE_MS: '2500' });
  const [[show], owner] = await showsOfOne(front, 1);
  const [here, there] = [sessionCalls(front, show as Show), sessionCalls(owner, show as Show)];
  const [first, second, third] = (show as Show).seats as [number, number, number];
  const id = await there.open([first]);
  owner.freeze();
  await eventually(async () => (await here.lock(id, [second])).status === 200);
  succeeded(await here.unlock(id, [second]));
  // Sent while the node is frozen; it reads them when it resumes.
  const late = [there.get(id), there.read(id), there.list()];
  const sale = there.book('directsale', bookingOf([third]));
  owner.thaw();
  const [session, record, list] = (await Promise.all(late)) as [Answer, Answer, Answer];
  if (session.status !== 503) expect(session.body.cart.seats).toMatchObject([{ id: first }]);
  if (record.status !== 503) expect(record.body.cart.seats).toMatchObject([{ id: first }]);
  if (list.status !== 503) expect(list.body).toMatchObject([{ id, cartSize: 1 }]);
  const { status, body } = await sale;
  const isSold = status === 200 && body === true;
  await eventually(async () => (await there.get(id)).status === 200);
  const { seatsOnEvent } = await here.assignments();
  expect(seatsOnEvent[2].state).toBe(isSold ? 'SOLD' : 'ACTIVE');
  expect((await there.get(id)).body.cart.seats).toMatchObject([{ id: first }]);
  expect((await here.get(id)).body.cart.seats).toMatchObject([{ id: first }]);
});
