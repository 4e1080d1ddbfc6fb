/** An attacker who can write to the nodes' Redis, but does not know the cluster secret, learns and changes nothing. */
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { ClusterKeys } from '#cluster/cluster-keys.ts';
import { DeploymentKeys } from '#cluster/deployment-keys.ts';
import { monotonicClock } from '#cluster/monotonic-clock.ts';
import { RedisNodeRegistry } from '#cluster/redis-node-registry.ts';
import { RedisServers } from '#cluster/redis-servers.ts';
import { internalHostOf } from '#wiring/internal-host.ts';
import { clusterSettings, showElsewhere, startTestCluster, type TestCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { problemsOnly } from '../support/logs.ts';
import { sessionCalls, succeeded } from '../support/session-calls.ts';

const secret = clusterSettings([]).CLUSTER_SECRET;
const deploymentKey = clusterSettings([]).SECRET_KEY;
const leaseMs = 2_000;

let cluster: TestCluster;
let servers: RedisServers;
/** Listens at the address in the forged entries. */
let attacker: Server;
const heard: string[] = [];

beforeAll(async () => {
  cluster = await startTestCluster(2, { settings: { LEASE_MS: `${leaseMs}` } });
  servers = openServers(secret);
  await servers.ready();
  attacker = createServer((socket) => {
    heard.push('a connection');
    socket.on('data', (bytes) => void heard.push(String(bytes)));
    socket.on('error', () => socket.destroy());
  });
  attacker.listen(0, '127.0.0.1');
  await once(attacker, 'listening');
});

afterAll(async () => {
  attacker.close();
  servers.close();
  await cluster.close();
});

function openServers(as: string): RedisServers {
  const log = { ...problemsOnly, warn: () => {}, debug: () => {} };
  const keys = { keys: new ClusterKeys(as), deployment: new DeploymentKeys(deploymentKey) };
  const urls = cluster.redis.map(({ url }) => url);
  return new RedisServers({ urls, ...keys, leaseMs, log, now: monotonicClock.now });
}

const registryKey = () => `${servers.deployment.prefix}nodes`;

test('forged registry entries lead no node to an attacker’s listener, and booking goes on', async () => {
  const [first] = cluster.nodes;
  const [client] = servers.clients;
  if (first === undefined || client === undefined) throw new Error('there is no node');
  const { port } = attacker.address() as { port: number };
  const [signed = ''] = await client.zrange(registryKey(), '0', '-1');
  const real = signed.split('|');
  const led = (parts: readonly string[]): string => parts.with(2, '127.0.0.1').with(3, `${port}`).join('|');
  const forged = [`ghost|127.0.0.1|${port}|`, led(real), led(real.with(1, 'ghost'))];
  const later = Number((await client.time())[0]) * 1000 + 3_600_000;
  for (const entry of forged) await client.zadd(registryKey(), later, entry);
  const beats = async () => Number(/cmdstat_zadd:calls=(\d+)/.exec(await client.info('commandstats'))?.[1]);
  const before = await beats();
  // Five more writes to the registry: each node has read it several times since.
  await eventually(async () => (await beats()) - before >= 5);
  expect(await client.zcard(registryKey())).toBeGreaterThanOrEqual(forged.length);
  for (const node of cluster.nodes) await eventually(async () => (await node.metric('usher_peers')) === 1);
  const [show] = await showElsewhere(cluster.nodes, first);
  const calls = sessionCalls(first, show);
  succeeded(await calls.lock(await calls.open(), [show.seats[0] as number]));
  expect(heard).toEqual([]);
});

test('no key or value in Redis contains the cluster secret', async () => {
  const [client] = servers.clients;
  const kept = JSON.stringify([await client?.keys('*'), await client?.zrange(registryKey(), '0', '-1')]);
  expect(kept).toContain(servers.deployment.prefix);
  expect(kept).not.toContain(secret);
});

test('clusters with different secrets on the same Redis do not see each other', async () => {
  const others = openServers('the secret of another cluster');
  await others.ready();
  const registry = new RedisNodeRegistry(others, monotonicClock.now);
  const shown = await registry.heartbeat({ id: 'other', host: '127.0.0.1', port: 1 });
  others.close();
  expect(shown?.map(({ node }) => node.id)).toEqual(['other']);
  for (const node of cluster.nodes) await eventually(async () => (await node.metric('usher_peers')) === 1);
});

test('the listener for other nodes accepts connections at the advertised address only', async () => {
  const [client] = servers.clients;
  const [entry = ''] = (await client?.zrange(registryKey(), '0', '-1')) ?? [];
  const port = Number(entry.split('|')[3]);
  const others = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).filter(({ internal }) => !internal));
  for (const host of ['127.0.0.2', ...others.filter(({ family }) => family === 'IPv4').map(({ address }) => address)]) {
    const socket = connect(port, host);
    await expect(once(socket, 'connect')).rejects.toThrow('ECONNREFUSED');
  }
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
});

test.each([
  ['127.0.0.1', undefined, '127.0.0.1'],
  ['::1', undefined, '::1'],
  ['localhost', undefined, expect.stringMatching(/^(127\.0\.0\.1|::1)$/)],
  ['192.0.2.77', '0.0.0.0', '0.0.0.0'],
])('a node advertised as %s with the setting %s listens on %s', async (advertised, chosen, address) => {
  expect(await internalHostOf({ ADVERTISE_HOST: advertised, INTERNAL_HOST: chosen })).toEqual(address);
});

test.each(['192.0.2.77', 'nowhere.invalid'])(
  'a node does not start if its advertised host %s is not an address of this machine',
  async (host) => {
    await expect(internalHostOf({ ADVERTISE_HOST: host })).rejects.toThrow(
      /^ADVERTISE_HOST \S+ (does not resolve|resolves to [\d.]+), where the other nodes do not reach this one: set [^\n]+$/,
    );
  },
);

test('no file of the cluster reads the wall clock, so jumps of that clock are harmless', () => {
  const files = globSync('src/cluster/**/*.ts');
  expect(files.length).toBeGreaterThan(15);
  for (const path of files) expect([path, /\bDate\b/.test(readFileSync(path, 'utf8'))]).toEqual([path, false]);
});
