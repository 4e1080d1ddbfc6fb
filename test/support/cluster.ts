/** Several real services that share one database and one or more Redis servers; each has its own listeners. */
import { type RedisServer, startRedis } from './redis.ts';
import { openPricedShow, type ServiceCalls, type Show, startTestService, type TestService } from './service.ts';
import { rowsHall } from './session-calls.ts';

export interface TestCluster {
  readonly nodes: TestService[];
  readonly redis: readonly RedisServer[];
  /** Starts one more node; resolves when the others know it. */
  join(): Promise<TestService>;
  close(): Promise<void>;
}

/** The environment of a node of a cluster; the test supplies the database. */
export function clusterSettings(redisUrls: readonly string[], settings: Record<string, string> = {}) {
  return {
    REDIS_URL: redisUrls.join(','),
    CLUSTER_SECRET: 'a secret of the cluster',
    ADVERTISE_HOST: '127.0.0.1',
    DATABASE_URL: 'postgres://the.test/brings-its-own',
    DATABASE_CONNECTIONS: '4',
    SECRET_KEY: 'ab'.repeat(32),
    ...settings,
  };
}

/** `settings`: environment variables in addition to those of `clusterSettings`. */
export async function startTestCluster(
  size: number,
  { redisCount = 1, settings = {} }: { redisCount?: number; settings?: Record<string, string> } = {},
): Promise<TestCluster> {
  const redis = await Promise.all(Array.from({ length: redisCount }, startRedis));
  const urls = redis.map(({ url }) => url);
  const first = await startTestService(clusterSettings(urls, settings));
  const nodes = [first];
  const join = async (): Promise<TestService> => {
    const node = await first.restart();
    nodes.push(node);
    return node;
  };
  while (nodes.length < size) await join();
  return {
    nodes,
    redis,
    join,
    close: async () => {
      await first.close();
      await Promise.all(redis.map((server) => server.stop()));
    },
  };
}

/** How many events are in memory at each node. */
export function liveEvents(nodes: readonly ServiceCalls[]): Promise<readonly number[]> {
  return Promise.all(nodes.map((node) => node.metric('usher_live_events')));
}

/** A new show whose event runs on another node than `front`, and that node. */
export async function showElsewhere<Node extends ServiceCalls>(
  nodes: readonly Node[],
  front: Node,
): Promise<[Show, Node]> {
  for (;;) {
    const [show, owner] = await showSomewhere(nodes, front);
    if (owner !== front) return [show, owner];
  }
}

/** A new show, and the node on which its event runs. */
export async function showSomewhere<Node extends ServiceCalls>(
  nodes: readonly Node[],
  front: Node,
): Promise<[Show, Node]> {
  for (;;) {
    const before = await liveEvents(nodes);
    const show = await openPricedShow(front, rowsHall);
    const after = await liveEvents(nodes);
    const gained = nodes.filter((_, place) => (after[place] as number) > (before[place] as number));
    // Another event may have been activated or evicted meanwhile.
    if (gained.length === 1) return [show, gained[0] as Node];
  }
}
