/** Leases on real Redis: a claim names the holder, is never granted expired, and no error is unhandled. */
import { ClusterKeys } from '#cluster/cluster-keys.ts';
import { DeploymentKeys } from '#cluster/deployment-keys.ts';
import type { HeldLease, LeaseOutcome, NodeCard } from '#cluster/ports.ts';
import { RedisLease } from '#cluster/redis-lease.ts';
import { RedisNodeRegistry } from '#cluster/redis-node-registry.ts';
import { RedisServers } from '#cluster/redis-servers.ts';
import { readEntry, writeEntry } from '#cluster/registry-entry.ts';
import { writeCard } from '#cluster/signed-card.ts';
import { problemsOnly } from '../support/logs.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';

const leaseMs = 4_000;
const shard = 7;
const deployment = new DeploymentKeys('ab'.repeat(32));
const ours: NodeCard = { id: 'ours', host: 'here', port: 1 };
const theirs: NodeCard = { id: 'theirs', host: '::1', port: 2 };
const suspicions: object[] = [];
const log = {
  ...problemsOnly,
  warn: (details: object) => {
    if ('found' in details) suspicions.push(details);
  },
  debug: () => {},
};
const now = (): number => performance.now();

let redis: RedisServer[];
const open: RedisServers[] = [];
const strays: unknown[] = [];
const noteStray = (reason: unknown): void => void strays.push(reason);

beforeAll(async () => {
  process.on('unhandledRejection', noteStray);
  redis = await Promise.all([startRedis(), startRedis(), startRedis()]);
});

beforeEach(async () => {
  suspicions.length = 0;
  await Promise.all(redis.map((server) => server.flush()));
});

afterEach(() => {
  for (const servers of open.splice(0)) servers.close();
});

afterAll(async () => {
  await Promise.all(redis.map((server) => server.stop()));
  process.off('unhandledRejection', noteStray);
  expect(strays).toEqual([]);
});

async function serversOf(count: number, secret = 'a secret'): Promise<RedisServers> {
  const servers = new RedisServers({
    urls: redis.slice(0, count).map(({ url }) => url),
    keys: new ClusterKeys(secret),
    deployment,
    leaseMs,
    log,
    now,
  });
  open.push(servers);
  await servers.ready();
  return servers;
}

const leaseOf = async (node: NodeCard, count = 1, monotonic = now): Promise<RedisLease> =>
  new RedisLease(await serversOf(count), node, monotonic);

function held(claim: LeaseOutcome): HeldLease {
  if (claim.kind !== 'held') throw new Error(`not held but ${claim.kind}`);
  return claim.lease;
}

describe.each([1, 2, 3])('leases on %d Redis servers', (count) => {
  let one: RedisLease;
  let other: RedisLease;

  beforeEach(async () => {
    one = await leaseOf(ours, count);
    other = await leaseOf(theirs, count);
  });

  test('a lease has one holder, which other nodes learn until the lease is released', async () => {
    const lease = held(await one.acquire(shard));
    expect(await other.acquire(shard)).toMatchObject({ kind: 'taken', holder: { node: ours } });
    expect((await other.acquire(shard + 1)).kind).toBe('held');
    await one.release(lease);
    expect((await other.acquire(shard)).kind).toBe('held');
  });

  test('a renewed lease stays valid, whatever the wall clock shows', async () => {
    const lease = held(await one.acquire(shard));
    const wallClock = Date.now;
    Date.now = () => wallClock() + 3_600_000;
    const renewed = held(await one.renew(lease));
    Date.now = wallClock;
    expect(renewed.validUntil).toBeGreaterThan(lease.validUntil);
    expect(renewed.value).toBe(lease.value);
  });

  test('a lease that Redis has lost is acquired again by its renewal, unless another node was faster', async () => {
    const lease = held(await one.acquire(shard));
    await Promise.all(redis.map((server) => server.flush()));
    const again = held(await one.renew(lease));
    expect(again.value).not.toBe(lease.value);
    await Promise.all(redis.map((server) => server.flush()));
    held(await other.acquire(shard));
    expect(await one.renew(again)).toMatchObject({ kind: 'taken', holder: { node: theirs } });
  });

  test('the lease of a dead node is broken by its value, and a newer lease is not', async () => {
    const first = held(await one.acquire(shard));
    const claim = await other.acquire(shard);
    const holder = claim.kind === 'taken' ? claim.holder : null;
    if (holder === null) throw new Error('the holder is not named');
    await one.release(first);
    const second = held(await one.acquire(shard));
    await other.break(shard, holder);
    expect((await other.acquire(shard)).kind).toBe('taken');
    await other.break(shard, { ...holder, value: holder.value.replace(first.value, second.value) });
    expect((await other.acquire(shard)).kind).toBe('held');
  });

  test('a lease that took too long to acquire is not held, and is free for other nodes', async () => {
    let reads = 0;
    const slow = await leaseOf(ours, count, () => reads++ * leaseMs);
    expect((await slow.acquire(shard)).kind).toBe('no-answer');
    expect((await other.acquire(shard)).kind).toBe('held');
  });

  test('without a quorum of servers a claim fails, and succeeds when they are back', async () => {
    const lease = held(await one.acquire(shard));
    const silent = redis.slice(0, count === 3 ? 2 : 1);
    for (const server of silent) server.freeze();
    expect((await other.acquire(shard + 1)).kind).toBe('no-answer');
    expect((await one.renew(lease)).kind).toBe('no-answer');
    for (const server of silent) server.thaw();
    await Promise.all(redis.map((server) => server.restart()));
    const mended = await leaseOf(ours, count);
    expect((await mended.acquire(shard)).kind).toBe('held');
  });
});

test('a claim is answered in bounded time even if two servers name different holders', async () => {
  const [first, second] = redis as [RedisServer, RedisServer];
  const only = (server: RedisServer) => {
    const servers = new RedisServers({
      urls: [server.url],
      keys: new ClusterKeys('a secret'),
      deployment,
      leaseMs,
      log,
      now,
    });
    open.push(servers);
    return servers;
  };
  const [left, right] = [only(first), only(second)];
  await Promise.all([left.ready(), right.ready()]);
  held(await new RedisLease(left, ours, now).acquire(shard));
  const third = await leaseOf({ ...ours, id: 'third' }, 2);
  expect(await third.acquire(shard)).toMatchObject({ kind: 'taken', holder: { node: ours } });
  held(await new RedisLease(right, theirs, now).acquire(shard));
  expect((await third.acquire(shard)).kind).toBe('taken');
});

test('a lease is acquired and renewed with one of three servers down', async () => {
  const one = await leaseOf(ours, 3);
  await (redis[1] as RedisServer).kill();
  const lease = held(await one.acquire(shard));
  expect((await one.renew(lease)).kind).toBe('held');
  await (redis[1] as RedisServer).start();
});

test('a lease whose holder is not signed by the cluster names no holder, and is broken', async () => {
  const servers = await serversOf(1);
  const lease = new RedisLease(servers, ours, now);
  const card = writeCard(new ClusterKeys('another secret'), theirs, 'lease');
  for (const value of ['ghost|192.0.2.1|80||random', `${card}|random`, 'garbage']) {
    await servers.clients[0]?.set(`${servers.deployment.prefix}lease:${shard}`, value);
    expect(await lease.acquire(shard)).toEqual({ kind: 'taken', holder: null });
    await lease.release(held(await lease.acquire(shard)));
  }
  expect(suspicions).toHaveLength(1);
});

describe('the node registry on Redis', () => {
  test('shows every node that is registered on any server, until its entry expires or is removed', async () => {
    const one = new RedisNodeRegistry(await serversOf(1), now);
    const all = new RedisNodeRegistry(await serversOf(3), now);
    await one.heartbeat(ours);
    const shown = await all.heartbeat(theirs);
    expect(shown?.map(({ node }) => node).sort((a, b) => a.port - b.port)).toEqual([ours, theirs]);
    for (const { remainingMs } of shown ?? []) expect(remainingMs).toBeGreaterThan(leaseMs / 2);
    await one.remove();
    expect((await all.heartbeat(theirs))?.map(({ node }) => node)).toEqual([theirs]);
  });

  test('is separate for each cluster secret', async () => {
    await new RedisNodeRegistry(await serversOf(1), now).heartbeat(ours);
    const stranger = new RedisNodeRegistry(await serversOf(1, 'another secret'), now);
    expect((await stranger.heartbeat(theirs))?.map(({ node }) => node)).toEqual([theirs]);
  });

  test('ignores entries without a recent signature of the cluster, and logs that once', async () => {
    const servers = await serversOf(1);
    const [client] = servers.clients;
    const registry = new RedisNodeRegistry(servers, now);
    await new RedisNodeRegistry(await serversOf(1), now).heartbeat(theirs);
    const key = `${servers.deployment.prefix}nodes`;
    const [signed = ''] = (await client?.zrange(key, '0', '-1')) ?? [];
    const serverMs = Number((await client?.time())?.[0]) * 1000;
    const foreign = new DeploymentKeys('cd'.repeat(32));
    const { card = '', since = 0 } = readEntry(deployment, signed) ?? {};
    const signedAt = (id: string, moment: string): string =>
      writeEntry(deployment, { card: writeCard(servers.keys, { ...ours, id }, moment), since });
    const forged = [
      'ghost|192.0.2.1|80|',
      'ghost|192.0.2.1|80||0|',
      '',
      signed.replace('theirs', 'ghost'),
      signed.replace('|2|', '|3|'),
      signed.replace(`|${since}|`, `|${since - 1}|`),
      card,
      writeEntry(foreign, { card: card.replace('theirs', 'foreign'), since }),
      signedAt('past', String(serverMs - 60_000)),
      signedAt('future', String(serverMs + 60_000)),
      signedAt('a holder of leases', 'lease'),
      writeEntry(deployment, { card: card.replace(/^1\|/, '2|'), since }),
    ];
    for (const entry of forged) await client?.zadd(key, serverMs + 3_600_000, entry);
    for (let beat = 0; beat < 2; beat++) {
      expect((await registry.heartbeat(ours))?.map(({ node }) => node.id).sort()).toEqual(['ours', 'theirs']);
    }
    expect(suspicions).toEqual([{ found: expect.any(String), count: 1 }]);
    expect(JSON.stringify(suspicions)).not.toContain('a secret');
  });

  test('has one entry of a node that beats repeatedly, and none after the node has left', async () => {
    const servers = await serversOf(1);
    const registry = new RedisNodeRegistry(servers, now);
    for (let beat = 0; beat < 3; beat++) await registry.heartbeat(ours);
    expect(await servers.clients[0]?.zcard(`${servers.deployment.prefix}nodes`)).toBe(1);
    await registry.remove();
    expect(await servers.clients[0]?.zcard(`${servers.deployment.prefix}nodes`)).toBe(0);
  });

  test('shows a node whose clocks are an hour ahead', async () => {
    const late = new RedisNodeRegistry(await serversOf(1), () => now() + 3_600_000);
    const wallClock = Date.now;
    Date.now = () => wallClock() + 3_600_000;
    await late.heartbeat(theirs);
    const shown = await new RedisNodeRegistry(await serversOf(1), now).heartbeat(ours);
    Date.now = wallClock;
    expect(shown?.map(({ node }) => node.id).sort()).toEqual(['ours', 'theirs']);
    expect(suspicions).toEqual([]);
  });

  test('gives no answer without a server', async () => {
    const registry = new RedisNodeRegistry(await serversOf(1), now);
    await (redis[0] as RedisServer).kill();
    expect(await registry.heartbeat(ours)).toBeNull();
    await (redis[0] as RedisServer).start();
  });
});
