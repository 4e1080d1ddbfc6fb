/** A Redis server that never answered, or no longer does, is told with its reason, and again while that lasts. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { ClusterKeys } from '#cluster/cluster-keys.ts';
import { DeploymentKeys } from '#cluster/deployment-keys.ts';
import { RedisServers } from '#cluster/redis-servers.ts';
import { RedisWatch } from '#cluster/redis-watch.ts';
import { freePort } from '../../bench/stand/free-port.ts';
import { openCatalog } from '../support/catalog.ts';
import { eventually } from '../support/eventually.ts';
import { recordingLog } from '../support/logs.ts';
import { startNodeProcess } from '../support/node-process.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';

const silence = 'a Redis server does not answer; booking goes on without it';
const minuteMs = 60_000;

describe('the watch', () => {
  const name = '127.0.0.1:6379';
  let clock: number;
  let log: ReturnType<typeof recordingLog>;
  let watch: RedisWatch;

  beforeEach(() => {
    clock = 0;
    log = recordingLog();
    watch = new RedisWatch(['redis://:a-password@127.0.0.1'], { ...log, debug: () => {} }, () => clock);
  });

  test('warns at once, then once a minute while it lasts, and tells the end', () => {
    expect(watch.up).toEqual({ [name]: 0 });
    watch.failed(0, new Error('WRONGPASS'));
    for (clock = 1; clock < minuteMs; clock += 1_000) watch.failed(0, null);
    expect(log.lines).toEqual([{ level: 'warn', message: silence, server: name, reason: 'WRONGPASS', count: 1 }]);
    clock = minuteMs;
    watch.failed(0, null);
    expect(log.lines.slice(1)).toMatchObject([{ level: 'warn', reason: 'WRONGPASS', count: 61 }]);
    watch.answered(0);
    watch.answered(0);
    expect(log.lines.slice(2)).toEqual([{ level: 'info', message: 'a Redis server answers', server: name }]);
    expect(watch.up).toEqual({ [name]: 1 });
  });

  test('says nothing of connections that this node ends', () => {
    watch.answered(0);
    watch.close();
    watch.failed(0, new Error('the connection has ended'));
    expect(log.lines).toMatchObject([{ level: 'info' }]);
  });

  test('names the cause when a host has several addresses', () => {
    watch.failed(0, new AggregateError([new Error('connect ECONNREFUSED ::1:6379'), new Error('another')]));
    expect(log.lines).toMatchObject([{ reason: 'connect ECONNREFUSED ::1:6379' }]);
  });
});

describe('a server', () => {
  const log = recordingLog();
  const sockets: Socket[] = [];
  const mute = createServer((socket) => void sockets.push(socket));
  let redis: RedisServer;
  let servers: RedisServers;
  const opened: RedisServers[] = [];

  beforeAll(async () => {
    redis = await startRedis();
    mute.listen(0, '127.0.0.1');
    await once(mute, 'listening');
  });

  afterEach(() => {
    for (const one of opened.splice(0)) one.close();
    log.lines.length = 0;
  });

  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    mute.close();
    await redis.stop();
  });

  function open(url: string): RedisServers {
    const deployment = new DeploymentKeys('ab'.repeat(32));
    const options = { keys: new ClusterKeys('a secret'), deployment, leaseMs: 4_000, now: () => performance.now() };
    servers = new RedisServers({ urls: [url], log: { ...log, debug: () => {} }, ...options });
    opened.push(servers);
    return servers;
  }

  const isUp = (): boolean => Object.values(servers.up)[0] === 1;

  test('that has another password is told with its own words', async () => {
    await open(redis.url).ready();
    await servers.clients[0]?.config('SET', 'requirepass', 'the password');
    log.lines.length = 0;
    open(redis.url.replace('//', '//:a-wrong-one@'));
    const [line] = await eventually(() => (log.lines.length > 0 ? log.lines : null));
    expect(line).toMatchObject({ level: 'warn', message: silence, reason: expect.stringContaining('WRONGPASS') });
    expect(JSON.stringify(log.lines)).not.toContain('a-wrong-one');
    expect(isUp()).toBe(false);
    await open(redis.url.replace('//', '//:the%20password@')).ready();
    expect(isUp()).toBe(true);
    await servers.clients[0]?.config('SET', 'requirepass', '');
  });

  test('that accepts connections and says nothing is told', async () => {
    open(`redis://127.0.0.1:${(mute.address() as AddressInfo).port}`);
    const [line] = await eventually(() => (log.lines.length > 0 ? log.lines : null));
    expect(line).toMatchObject({ level: 'warn', message: silence });
    expect(isUp()).toBe(false);
  });

  test('that freezes is down with the first command without an answer, and up with the next answer', async () => {
    await open(redis.url).ready();
    expect(isUp()).toBe(true);
    redis.freeze();
    await servers.askAll((client) => client.time());
    expect(isUp()).toBe(false);
    expect(log.lines.at(-1)).toMatchObject({ level: 'warn', reason: 'Command timed out' });
    redis.thaw();
    await eventually(async () => {
      await servers.askAll((client) => client.time());
      return isUp();
    });
  });
});

test('a node whose Redis never answered says so from its start, in its log and its metrics, and serves', async () => {
  const catalog = await openCatalog();
  const url = `redis://127.0.0.1:${await freePort()}`;
  const node = await startNodeProcess(catalog, [url]);
  try {
    expect(node.said()).toContain(silence);
    expect(node.said()).toContain('ECONNREFUSED');
    expect(await node.metric('usher_redis_up')).toBe(0);
    expect((await node.call('GET', '/readyz')).status).toBe(200);
  } finally {
    await node.end();
    await catalog.close();
  }
});
