/** When a node acquires, keeps and releases shards, on a clock that the test moves. */
import { preferredNodes } from '#cluster/placement.ts';
import type { NodeCard } from '#cluster/ports.ts';
import { leaseMs, nodeNamed, SimulatedPeers } from '../support/simulated-peers.ts';

const other = nodeNamed('other');
const third = nodeNamed('third');

let world: SimulatedPeers;
/** A shard that belongs to this node among three, and one that belongs to `other`. */
let ours: number;
let theirs: number;

beforeEach(async () => {
  world = new SimulatedPeers();
  await world.joinedBy(other, third);
  ours = shardOf(world.self);
  theirs = shardOf(other);
});

function shardOf(node: NodeCard, from = 0): number {
  for (let shard = from; ; shard++) if (world.membership.preferredNode(shard)?.id === node.id) return shard;
}

const claim = (shard: number) => world.until(world.leases.claim(shard));
const told = (what: string) => world.calls.filter((entry) => entry === what).length;

test('a lease is acquired when its shard is needed, once for concurrent claims, and renewed three times a lease time', async () => {
  expect(await Promise.all([claim(ours), claim(ours)])).toEqual(['mine', 'mine']);
  expect(world.shards.isOpen(ours)).toBe(true);
  await world.pass(leaseMs * 2);
  expect(told(`acquire ${ours}`)).toBe(1);
  expect(world.taken).toEqual(['free']);
  expect(told(`renew ${ours}`)).toBeGreaterThanOrEqual(5);
  expect(told(`renew ${ours}`)).toBeLessThanOrEqual(7);
});

test('the lease of a shard that no event uses is released', async () => {
  await claim(ours);
  world.unload(ours);
  await world.pass(leaseMs);
  expect(world.calls.slice(-1)).toEqual([`release ${ours}`]);
  expect([world.shards.isOpen(ours), world.leases.count]).toEqual([false, 0]);
});

describe('a lease that another node holds', () => {
  beforeEach(() => void world.holders.set(ours, other));

  test('stays with its holder as long as that answers, or is silent but a member', async () => {
    expect(await claim(ours)).toEqual(other);
    world.silent.add('other');
    expect(await claim(ours)).toEqual(other);
    expect(told(`break ${ours}`)).toBe(0);
  });

  test('has no known owner while its holder is silent and not a member', async () => {
    const fourth = nodeNamed('fourth');
    world.holders.set(ours, fourth);
    expect(await claim(ours)).toEqual(fourth);
    world.silent.add('fourth');
    expect(await claim(ours)).toBeNull();
    expect(told(`break ${ours}`)).toBe(0);
    world.holders.delete(ours);
    expect(await claim(ours)).toBe('mine');
  });

  test('is broken if the holder is dead, and other nodes are told', async () => {
    world.dead.add('other');
    expect(await claim(ours)).toBe('mine');
    expect(world.calls.slice(-2)).toEqual([`break ${ours}`, `acquire ${ours}`]);
    expect(told('tell third: other suspected')).toBe(1);
    expect(world.taken).toEqual(['fallen']);
  });

  test('is broken if the holder has announced its leaving', async () => {
    await world.membership.hear({ kind: 'leaving', node: other });
    expect(await claim(ours)).toBe('mine');
  });

  test('belongs to this node if it names this node’s id, even with another port', async () => {
    world.holders.set(ours, { ...world.self, port: 2 });
    expect(await claim(ours)).toBe('mine');
  });
});

describe('while the Redis servers do not answer', () => {
  beforeEach(() => {
    world.areServersSilent = true;
  });

  test('a node serves its preferred shards without a lease, and leaves the others to their nodes', async () => {
    expect(await claim(ours)).toBe('mine');
    expect(await claim(theirs)).toEqual(other);
    expect([world.leases.count, world.leases.unleasedCount]).toEqual([1, 1]);
  });

  test('a held shard is served on, and gets a lease again when the servers are back', async () => {
    world.areServersSilent = false;
    await claim(ours);
    world.areServersSilent = true;
    await world.pass(leaseMs + 100);
    expect([world.shards.isOpen(ours), world.leases.unleasedCount]).toEqual([true, 1]);
    expect(told('renewal failed')).toBeGreaterThan(1);
    world.areServersSilent = false;
    await world.pass(leaseMs / 2);
    expect([world.shards.isOpen(ours), world.leases.unleasedCount]).toEqual([true, 0]);
  });
});

test('a shard whose lease another node has acquired is dropped, and that lease is not released', async () => {
  await claim(ours);
  world.holders.set(ours, other);
  await world.pass(leaseMs / 2);
  expect(world.shards.isOpen(ours)).toBe(false);
  expect([told(`leave ${ours}`), told(`release ${ours}`), world.holders.get(ours)]).toEqual([1, 0, other]);
});

test('a node that joins gets its preferred shards: they are prepared, left and released, in this order', async () => {
  const wasTheirs = (shard: number): boolean => preferredNodes([world.self, other, third])[shard]?.id === 'other';
  await world.membership.hear({ kind: 'leaving', node: other });
  let shard = ours;
  while (!wasTheirs(shard)) shard = shardOf(world.self, shard + 1);
  await Promise.all([claim(ours), claim(shard)]);
  world.calls.length = 0;
  await world.membership.hear({ kind: 'joined', node: other });
  await world.until(world.leases.settled());
  expect(world.calls).toEqual(['other shards', `prepare ${shard}`, `leave ${shard}`, `release ${shard}`]);
  expect([world.shards.isOpen(ours), world.shards.isOpen(shard)]).toEqual([true, false]);
});

test('a node that leaves releases all shards and acquires none', async () => {
  await claim(ours);
  await world.until(world.membership.leave());
  await world.until(world.leases.settled());
  expect(world.calls).toEqual(
    expect.arrayContaining(['remove', 'tell other: self leaving', `leave ${ours}`, `release ${ours}`]),
  );
  expect(await claim(ours)).toMatchObject({ host: expect.stringMatching(/other|third/) });
  expect(world.leases.shards()).toEqual([]);
});

test.each<[string, readonly NodeCard[]]>([
  ['alone', []],
  ['among others that have its secret', [other, third]],
])('a node that is shut out %s gives its shards back and claims none, until it is let in', async (_, left) => {
  world.shown = left;
  const gone = [other, third].filter((node) => !left.includes(node));
  for (const node of gone) await world.membership.hear({ kind: 'leaving', node });
  await claim(ours);
  world.calls.length = 0;
  world.registry.isShutOut = true;
  await world.pass(leaseMs);
  expect(world.calls).toEqual(expect.arrayContaining([`leave ${ours}`, `release ${ours}`]));
  expect([world.shards.isOpen(ours), world.leases.shards()]).toEqual([false, []]);
  expect(world.membership.prefersThisNode(ours)).toBe(false);
  world.calls.length = 0;
  expect(await claim(ours)).toBeNull();
  world.areServersSilent = true;
  expect(await claim(ours)).toBeNull();
  expect(told(`acquire ${ours}`)).toBe(0);
  world.areServersSilent = false;
  world.registry.isShutOut = false;
  await world.pass(leaseMs);
  expect(await claim(ours)).toBe('mine');
});

test('the last node keeps its events until it closes', async () => {
  for (const node of [other, third]) await world.membership.hear({ kind: 'leaving', node });
  await claim(ours);
  await world.until(world.membership.leave());
  await world.until(world.leases.settled());
  expect(world.shards.isOpen(ours)).toBe(true);
  await world.until(world.leases.close());
  expect(world.calls.slice(-1)).toEqual([`release ${ours}`]);
});

test('a node takes care of its preferred shards, and of all shards if it is the only node', async () => {
  expect(world.leases.shards()).toContain(ours);
  expect(world.leases.shards()).not.toContain(theirs);
  for (const node of [other, third]) await world.membership.hear({ kind: 'leaving', node });
  expect(world.leases.shards()).toBeNull();
  expect(told('other shards')).toBe(2);
});
