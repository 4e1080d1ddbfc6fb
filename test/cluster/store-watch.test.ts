/** A node that cannot reach the database releases its shards to nodes that can, and takes them again afterwards. */
import { shardCount } from '#actors/shard.ts';
import { StoreWatch } from '#cluster/store-watch.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { leaseMs, nodeNamed, SimulatedPeers } from '../support/simulated-peers.ts';
import { flushPromises } from '../support/simulated-world.ts';

describe('the connection to the database', () => {
  let time: ManualClock;
  let changes: boolean[];
  let answer: () => Promise<unknown>;
  let watch: StoreWatch;

  beforeEach(() => {
    time = new ManualClock(0);
    changes = [];
    answer = async () => {};
    watch = new StoreWatch({ time, leaseMs, ask: () => answer() });
    watch.onChange(() => void changes.push(watch.isCutOff));
    watch.start();
  });

  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += leaseMs / 8) {
      time.advance(leaseMs / 8);
      await flushPromises();
    }
  }

  test('counts as lost within a lease time if queries fail or hang, and as restored with the first answer', async () => {
    await pass(leaseMs * 2);
    expect(changes).toEqual([]);
    answer = () => Promise.reject(new Error('refused'));
    await pass(leaseMs);
    expect(changes).toEqual([true]);
    const hanging = Promise.withResolvers<void>();
    answer = () => hanging.promise;
    await pass(leaseMs);
    expect(changes).toEqual([true]);
    hanging.resolve();
    await flushPromises();
    expect(changes).toEqual([true, false]);
  });

  test('is not watched after stop', async () => {
    watch.stop();
    await pass(leaseMs * 3);
    expect(changes).toEqual([]);
  });
});

describe('a node that is cut off from the database', () => {
  const other = nodeNamed('other');
  let world: SimulatedPeers;

  beforeEach(async () => {
    world = new SimulatedPeers();
    await world.joinedBy(other);
  });

  const ownShards = (): number[] =>
    Array.from({ length: shardCount }, (_, shard) => shard).filter(
      (shard) => world.membership.preferredNode(shard)?.id === 'self',
    );

  test('releases its leases at once without projecting, and tells the other nodes', async () => {
    const [shard] = ownShards() as [number];
    expect(await world.leases.claim(shard)).toBe('mine');
    world.cutOff.add('self');
    world.calls.length = 0;
    await world.storeChanged();
    await world.leases.settled();
    expect(world.calls).toEqual(
      expect.arrayContaining([`release ${shard}`, `leave ${shard}`, 'tell other: self suspected']),
    );
    expect(world.calls).not.toContain(`prepare ${shard}`);
    expect(await world.leases.claim(shard)).toEqual(other);
    world.cutOff.clear();
    await world.storeChanged();
    expect(await world.leases.claim(shard)).toBe('mine');
  });

  test('owns no shard in the view of other nodes until it reaches the database again', async () => {
    expect(ownShards().length).toBeLessThan(shardCount);
    world.cutOff.add('other');
    await world.membership.hear({ kind: 'suspected', node: other });
    expect(ownShards()).toHaveLength(shardCount);
    expect(world.membership.peers).toEqual([other]);
    world.cutOff.clear();
    await world.membership.hear({ kind: 'suspected', node: other });
    expect(ownShards().length).toBeLessThan(shardCount);
  });

  test('keeps its shards while no node reaches the database', async () => {
    const before = ownShards();
    world.cutOff.add('self').add('other');
    await world.membership.hear({ kind: 'suspected', node: other });
    await world.storeChanged();
    expect(ownShards()).toEqual(before);
  });
});
