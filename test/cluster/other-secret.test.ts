/**
 * Nodes of one deployment with different cluster secrets: the group that came later is shut out and told so, the other
 * one goes on, and nobody who can only write to Redis shuts a node out.
 */
import { ClusterKeys } from '#cluster/cluster-keys.ts';
import { DeploymentKeys } from '#cluster/deployment-keys.ts';
import { type Arrival, OtherSecret } from '#cluster/other-secret.ts';
import { RedisNodeRegistry } from '#cluster/redis-node-registry.ts';
import { RedisServers } from '#cluster/redis-servers.ts';
import { readEntry, writeEntry } from '#cluster/registry-entry.ts';
import { type Catalog, openCatalog } from '../support/catalog.ts';
import { eventually } from '../support/eventually.ts';
import { recordingLog } from '../support/logs.ts';
import { type NodeProcess, startNodeProcess } from '../support/node-process.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { openPricedShow } from '../support/service.ts';
import { bookingOf, rowsHall, sessionCalls, succeeded } from '../support/session-calls.ts';

const message = 'nodes with the same SECRET_KEY on Redis have another CLUSTER_SECRET';
const deploymentKey = 'ab'.repeat(32);
const forTest = 120_000;

describe('the judgement', () => {
  const at = (since: number, id: string, isOfThisCluster = true): Arrival => ({
    node: { id, host: 'h', port: 1 },
    since,
    isOfThisCluster,
  });
  const other = (since: number, id: string): Arrival => at(since, id, false);

  test.each<[string, Arrival[][], boolean]>([
    ['alone', [[at(5, 'me')]], false],
    ['before the others', [[at(5, 'me'), other(6, 'a')]], false],
    ['after the others', [[at(5, 'me'), other(4, 'a')]], true],
    ['after the others, with a friend that was before them', [[at(5, 'me'), other(4, 'a'), at(3, 'b')]], false],
    ['at the same time, by its id', [[at(5, 'me'), other(5, 'ma')]], true],
    ['at the same time, by their id', [[at(5, 'me'), other(5, 'mz')]], false],
    [
      'after the others, as one of three servers says',
      [[at(5, 'me'), other(4, 'a')], [at(5, 'me')], [at(5, 'me')]],
      false,
    ],
    [
      'after the others, as two of three servers say',
      [[at(5, 'me'), other(4, 'a')], [at(5, 'me')], [at(5, 'me'), other(4, 'a')]],
      true,
    ],
  ])('of a node that is there %s', (_, lists, isShutOut) => {
    const log = recordingLog();
    const judge = new OtherSecret({ ...log, debug: () => {} }, () => 0);
    judge.note(lists);
    expect(judge.isShutOut).toBe(isShutOut);
    expect(judge.reason).toEqual(isShutOut ? expect.stringMatching(/^CLUSTER_SECRET_OTHER: 1 other node of /) : null);
  });

  test('is warned of once a minute in both groups, and ends with the other group', () => {
    const log = recordingLog();
    let clock = 0;
    const judge = new OtherSecret({ ...log, debug: () => {} }, () => clock);
    for (; clock < 60_000; clock += 1_000) judge.note([[at(5, 'me'), other(6, 'a')]]);
    const line = { message, others: [{ node: 'a', host: 'h', port: 1 }], total: 1 };
    expect(log.lines).toEqual([{ level: 'warn', ...line, isReady: true, count: 1 }]);
    judge.note([[at(5, 'me'), other(4, 'a')]]);
    expect(log.lines.slice(1)).toEqual([{ level: 'error', ...line, isReady: false, count: 60 }]);
    judge.note([[at(5, 'me')]]);
    expect([judge.isShutOut, judge.count, judge.reason]).toEqual([false, 0, null]);
  });
});

describe('on Redis', () => {
  const leaseMs = 4_000;
  const now = (): number => performance.now();
  const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };
  const opened: RedisServers[] = [];
  let redis: RedisServer;

  beforeAll(async () => {
    redis = await startRedis();
  });

  beforeEach(() => redis.flush());

  afterEach(() => {
    for (const servers of opened.splice(0)) servers.close();
  });

  afterAll(() => redis.stop());

  async function join(id: string, secrets: [string, string?], key = deploymentKey) {
    const keys = { keys: new ClusterKeys(...secrets), deployment: new DeploymentKeys(key) };
    const servers = new RedisServers({ urls: [redis.url], ...keys, leaseMs, log, now });
    opened.push(servers);
    await servers.ready();
    const registry = new RedisNodeRegistry(servers, now);
    const beat = async (): Promise<readonly string[]> =>
      ((await registry.heartbeat({ id, host: 'h', port: 1 })) ?? []).map(({ node }) => node.id).sort();
    return { servers, registry, beat, first: await beat() };
  }

  const state = ({ registry }: Awaited<ReturnType<typeof join>>) => [registry.isShutOut, registry.otherSecretCount];

  test('the node that came later is shut out until the earlier one has left', async () => {
    const one = await join('one', ['a secret']);
    const two = await join('two', ['another secret']);
    expect([await one.beat(), await two.beat()]).toEqual([['one'], ['two']]);
    expect([state(one), state(two)]).toEqual([
      [false, 1],
      [true, 1],
    ]);
    expect([one.registry.whyNotReady(), two.registry.whyNotReady()]).toEqual([null, expect.any(String)]);
    await one.registry.remove();
    await two.beat();
    expect(state(two)).toEqual([false, 0]);
  });

  test('a node with both secrets knows the nodes with either', async () => {
    const old = await join('a', ['the old secret']);
    const both = await join('b', ['the new secret', 'the old secret']);
    expect([both.first, await old.beat()]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    await old.registry.remove();
    const young = await join('c', ['the new secret']);
    expect([young.first, await both.beat()]).toEqual([
      ['b', 'c'],
      ['b', 'c'],
    ]);
    expect([old, both, young].map(state)).toEqual(Array.from({ length: 3 }, () => [false, 0]));
  });

  test('deployments with different secret keys do not count', async () => {
    await join('one', ['a secret']);
    const two = await join('two', ['another secret'], 'cd'.repeat(32));
    expect(state(two)).toEqual([false, 0]);
  });

  test('an entry without a proof by the secret key shuts nobody out', async () => {
    const one = await join('one', ['a secret']);
    const two = await join('two', ['another secret']);
    const key = `${one.servers.deployment.prefix}nodes`;
    const client = one.servers.clients[0];
    const [entry = ''] = ((await client?.zrange(key, '0', '-1')) ?? []).filter((text) => text.startsWith('1|two|'));
    await two.registry.remove();
    const real = readEntry(one.servers.deployment, entry);
    if (real === null) throw new Error('the entry is not readable');
    const later = Number((await client?.time())?.[0]) * 1000 + 3_600_000;
    const earlier = { card: real.card, since: 1 };
    const forger = new DeploymentKeys('cd'.repeat(32));
    for (const forged of [entry.replace(`|${real.since}|`, '|1|'), writeEntry(forger, earlier)]) {
      await client?.zadd(key, later, forged);
    }
    await one.beat();
    expect(state(one)).toEqual([false, 0]);
    await client?.zadd(key, later, writeEntry(one.servers.deployment, earlier));
    await one.beat();
    expect(state(one)).toEqual([true, 1]);
  });
});

describe('two services', () => {
  const leaseMs = 2_000;
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

  async function start(settings: Record<string, string>): Promise<NodeProcess> {
    const node = await startNodeProcess(catalog, [redis.url], { LEASE_MS: `${leaseMs}`, ...settings });
    nodes.push(node);
    return node;
  }

  const readiness = async ({ url, operationsUrl }: NodeProcess) => {
    const [open, inner] = await Promise.all([fetch(`${url}/readyz`), fetch(`${operationsUrl}/readyz`)]);
    return [open.status, ((await inner.json()) as { detail?: string }).detail ?? null];
  };

  test(
    'the one that came later with another secret is not ready, says why, takes nothing, and is ready once it is alone',
    async () => {
      const one = await start({});
      const show = await openPricedShow(one, rowsHall);
      const [first, second, third] = show.seats as [number, number, number];
      const sold = sessionCalls(one, show);
      expect(succeeded(await sold.book('directsale', bookingOf([first]))).body).toBe(true);
      const two = await start({ CLUSTER_SECRET: 'a wrong secret of the cluster' });
      const reason =
        'CLUSTER_SECRET_OTHER: 1 other node of this deployment cannot authenticate this one: give it their CLUSTER_SECRET';
      expect(await readiness(two)).toEqual([503, reason]);
      expect(two.said()).toContain(message);
      await eventually(async () => (await one.metric('usher_peers_with_other_secret')) === 1);
      expect(one.said()).toContain(message);
      expect(await readiness(one)).toEqual([200, null]);
      expect((await sessionCalls(two, show).book('directsale', bookingOf([second]))).status).toBe(503);
      expect(await two.metric('usher_shards')).toBe(0);
      expect(succeeded(await sold.book('directsale', bookingOf([second]))).body).toBe(true);
      expect(await one.end()).toBe(0);
      await eventually(async () => (await readiness(two))[0] === 200);
      const calls = sessionCalls(two, show);
      const answer = await eventually(async () => {
        const booked = await calls.book('directsale', bookingOf([third]));
        return booked.status === 503 ? null : booked;
      });
      expect(succeeded(answer).body).toBe(true);
      expect(succeeded(await calls.book('directsale', bookingOf([second]))).body).toBe(false);
    },
    forTest,
  );
});
