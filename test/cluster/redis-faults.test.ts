/** Booking goes on during all failures of Redis, and no answer is wrong: each seat is sold once and shown as sold. */
import { showElsewhere, startTestCluster, type TestCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import type { RedisServer } from '../support/redis.ts';
import type { Answer, Show, TestService } from '../support/service.ts';
import { bookingOf, type SessionCalls, sessionCalls, succeeded } from '../support/session-calls.ts';

const leaseMs = 2_000;

let cluster: TestCluster;

afterEach(() => cluster.close());

async function open(redisCount = 1): Promise<void> {
  cluster = await startTestCluster(2, { redisCount, settings: { LEASE_MS: String(leaseMs) } });
}

/**
 * The answer to a call, which is repeated while it is refused with 503: leases this short are lost whenever the machine
 * holds the process up, and a call may meet the change of the owner.
 */
async function answered(call: () => Promise<Answer>): Promise<boolean> {
  const answer = await eventually(async () => {
    const one = await call();
    return one.status === 503 ? null : one;
  });
  return succeeded(answer).body;
}

/** Sells seats one by one at all nodes in turn, and checks every answer. */
class Sales {
  readonly show: Show;
  readonly #calls: readonly SessionCalls[];
  #sold = 0;

  constructor(show: Show, nodes: readonly TestService[]) {
    this.show = show;
    this.#calls = nodes.map((node) => sessionCalls(node, show));
  }

  /** Sells one seat at each node, and expects all nodes to refuse a second sale of it. */
  async goOn(): Promise<void> {
    for (const seller of this.#calls) {
      const seat = bookingOf([this.show.seats[this.#sold]]);
      const key = `sale-${this.#sold}`;
      expect(await answered(() => seller.book('directsale', seat, key))).toBe(true);
      this.#sold++;
      for (const other of this.#calls) expect(await answered(() => other.book('directsale', seat))).toBe(false);
    }
    for (const calls of this.#calls) {
      const { seatsOnEvent } = await eventually(() => calls.assignments());
      const sold = seatsOnEvent.filter(({ state }: { state: string }) => state === 'SOLD');
      expect(sold).toHaveLength(this.#sold);
    }
  }
}

async function openSales(): Promise<Sales> {
  const [first] = cluster.nodes as [TestService];
  const [show] = await showElsewhere(cluster.nodes, first);
  return new Sales(show, cluster.nodes);
}

const leased = async (): Promise<boolean> => {
  const counts = await Promise.all(cluster.nodes.map((node) => node.metric('usher_shards_unleased')));
  return counts.every((count) => count === 0);
};
const unleased = async (): Promise<boolean> => !(await leased());

describe('one Redis', () => {
  test.each<[string, (redis: RedisServer) => Promise<void> | void, (redis: RedisServer) => Promise<void> | void]>([
    ['down', (redis) => redis.kill(), (redis) => redis.start()],
    ['frozen', (redis) => redis.freeze(), (redis) => redis.thaw()],
  ])('%s: events are served without leases, and with leases again when it is back', async (_, fail, succeedAgain) => {
    await open();
    const [redis] = cluster.redis as [RedisServer];
    const sales = await openSales();
    await sales.goOn();
    await fail(redis);
    await sales.goOn();
    await eventually(unleased);
    await sales.goOn();
    await succeedAgain(redis);
    await sales.goOn();
    await eventually(leased);
    await sales.goOn();
  });

  test('restarted and flushed: the leases are acquired again while booking goes on', async () => {
    await open();
    const [redis] = cluster.redis as [RedisServer];
    const sales = await openSales();
    await redis.restart();
    await sales.goOn();
    await eventually(leased);
    await redis.flush();
    await sales.goOn();
  });
});

test.each([2, 3])(
  'with one of %d independent Redis servers down, and after its return, booking goes on',
  async (redisCount) => {
    await open(redisCount);
    const [redis] = cluster.redis as [RedisServer];
    const sales = await openSales();
    await redis.kill();
    await sales.goOn();
    // Two of three are enough for a lease, one of two is not.
    await eventually(redisCount === 3 ? leased : unleased);
    await sales.goOn();
    await redis.start();
    await eventually(leased);
    await sales.goOn();
  },
);
