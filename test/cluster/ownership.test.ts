/** Which shards a node has, when it comes by them and when it lets them go, on a clock that the test moves. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { preferredOwners } from '#cluster/placement.ts';
import type { NodeCard } from '#cluster/ports.ts';
import { leaseMs, nodeNamed, PlayedWorld } from '../support/cluster-world.ts';

const other = nodeNamed('other');
const third = nodeNamed('third');

let world: PlayedWorld;
/** A shard that is this node's among three, and one that is the other's. */
let ours: number;
let theirs: number;

beforeEach(async () => {
  world = new PlayedWorld();
  await world.joinedBy(other, third);
  ours = shardOf(world.self);
  theirs = shardOf(other);
});

function shardOf(node: NodeCard, from = 0): number {
  for (let shard = from; ; shard++) if (world.membership.ownerOf(shard)?.id === node.id) return shard;
}

const claim = (shard: number) => world.until(world.ownership.claim(shard));
const told = (what: string) => world.story.filter((entry) => entry === what).length;

test('a lease is won when the shard is needed, once for all who ask, and renewed three times in its life', async () => {
  expect(await Promise.all([claim(ours), claim(ours)])).toEqual(['mine', 'mine']);
  expect(world.ownership.isMine(ours)).toBe(true);
  await world.pass(leaseMs * 2);
  expect(told(`acquire ${ours}`)).toBe(1);
  expect(told(`renew ${ours}`)).toBeGreaterThanOrEqual(5);
  expect(told(`renew ${ours}`)).toBeLessThanOrEqual(7);
});

test('a shard that nothing uses is given back', async () => {
  await claim(ours);
  world.isInUse = false;
  await world.pass(leaseMs);
  expect(world.story.slice(-1)).toEqual([`release ${ours}`]);
  expect([world.ownership.isMine(ours), world.ownership.count]).toEqual([false, 0]);
});

describe('a lease that another node has', () => {
  beforeEach(() => void world.holders.set(ours, other));

  test('is its holder’s as long as it answers, or may answer', async () => {
    expect(await claim(ours)).toEqual(other);
    world.silent.add('other');
    expect(await claim(ours)).toEqual(other);
    expect(told(`break ${ours}`)).toBe(0);
  });

  test('is for nobody to say when the holder is silent and shown no more', async () => {
    const fourth = nodeNamed('fourth');
    world.holders.set(ours, fourth);
    expect(await claim(ours)).toEqual(fourth);
    world.silent.add('fourth');
    expect(await claim(ours)).toBeNull();
    expect(told(`break ${ours}`)).toBe(0);
    world.holders.delete(ours);
    expect(await claim(ours)).toBe('mine');
  });

  test('is broken when the holder is dead, and everybody hears of it', async () => {
    world.dead.add('other');
    expect(await claim(ours)).toBe('mine');
    expect(world.story.slice(-2)).toEqual([`break ${ours}`, `acquire ${ours}`]);
    expect(told('tell third: other suspected')).toBe(1);
  });

  test('is broken when the holder has said goodbye', async () => {
    await world.membership.hear({ kind: 'leaving', node: other });
    expect(await claim(ours)).toBe('mine');
  });

  test('is this node’s own when it has forgotten it', async () => {
    world.holders.set(ours, { ...world.self, port: 2 });
    expect(await claim(ours)).toBe('mine');
  });
});

describe('while the servers are silent', () => {
  beforeEach(() => {
    world.areServersSilent = true;
  });

  test('the shards that should be this node’s are served without a lease, the others by their nodes', async () => {
    expect(await claim(ours)).toBe('mine');
    expect(await claim(theirs)).toEqual(other);
    expect([world.ownership.count, world.ownership.unleasedCount]).toEqual([1, 1]);
  });

  test('what is held goes on, and is leased again when they are back', async () => {
    world.areServersSilent = false;
    await claim(ours);
    world.areServersSilent = true;
    await world.pass(leaseMs + 100);
    expect([world.ownership.isMine(ours), world.ownership.unleasedCount]).toEqual([true, 1]);
    expect(told('renewal failed')).toBeGreaterThan(1);
    world.areServersSilent = false;
    await world.pass(leaseMs / 2);
    expect([world.ownership.isMine(ours), world.ownership.unleasedCount]).toEqual([true, 0]);
  });
});

test('a shard that somebody else has won is dropped, and its lease left alone', async () => {
  await claim(ours);
  world.holders.set(ours, other);
  await world.pass(leaseMs / 2);
  expect(world.ownership.isMine(ours)).toBe(false);
  expect([told(`leave ${ours}`), told(`release ${ours}`), world.holders.get(ours)]).toEqual([1, 0, other]);
});

test('a node that joins gets what should be its own: written down, let go, released, in this order', async () => {
  const wasTheirs = (shard: number): boolean => preferredOwners([world.self, other, third])[shard]?.id === 'other';
  await world.membership.hear({ kind: 'leaving', node: other });
  let shard = ours;
  while (!wasTheirs(shard)) shard = shardOf(world.self, shard + 1);
  await Promise.all([claim(ours), claim(shard)]);
  world.story.length = 0;
  await world.membership.hear({ kind: 'joined', node: other });
  await world.until(world.ownership.settled());
  expect(world.story).toEqual(['look thoroughly', `prepare ${shard}`, `leave ${shard}`, `release ${shard}`]);
  expect([world.ownership.isMine(ours), world.ownership.isMine(shard)]).toEqual([true, false]);
});

test('a node that leaves gives everything away and takes nothing more', async () => {
  await claim(ours);
  await world.until(world.membership.leave());
  await world.until(world.ownership.settled());
  expect(world.story).toEqual(
    expect.arrayContaining(['strike', 'tell other: self leaving', `leave ${ours}`, `release ${ours}`]),
  );
  expect(await claim(ours)).toMatchObject({ host: expect.stringMatching(/other|third/) });
  expect(world.ownership.shards()).toEqual([]);
});

test('the last node keeps its events until it closes', async () => {
  for (const node of [other, third]) await world.membership.hear({ kind: 'leaving', node });
  await claim(ours);
  await world.until(world.membership.leave());
  await world.until(world.ownership.settled());
  expect(world.ownership.isMine(ours)).toBe(true);
  await world.until(world.ownership.close());
  expect(world.story.slice(-1)).toEqual([`release ${ours}`]);
});

test('a node looks after its own shards, and alone after all', async () => {
  expect(world.ownership.shards()).toContain(ours);
  expect(world.ownership.shards()).not.toContain(theirs);
  for (const node of [other, third]) await world.membership.hear({ kind: 'leaving', node });
  expect(world.ownership.shards()).toBeNull();
  expect(told('look thoroughly')).toBe(2);
});
