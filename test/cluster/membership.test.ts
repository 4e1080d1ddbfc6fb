/** Whom a node counts as there: by the registry, by what it hears, and by who answers, on a clock that the test moves. */
import { beforeEach, expect, test } from '@jest/globals';
import { leaseMs, nodeNamed, PlayedWorld } from '../support/cluster-world.ts';

const other = nodeNamed('other');
const third = nodeNamed('third');

let world: PlayedWorld;

beforeEach(async () => {
  world = new PlayedWorld();
  await world.joinedBy(other);
});

const peers = () => world.membership.peers.map(({ id }) => id).sort();
const told = (what: string) => world.story.filter((entry) => entry === what).length;

test('a node that joins tells those that it finds', async () => {
  const late = new PlayedWorld();
  late.shown = [other, third];
  await late.membership.join();
  expect(late.story).toEqual(expect.arrayContaining(['tell other: self joined', 'tell third: self joined']));
});

test('a node that says that it has joined or is leaving counts from then on', async () => {
  await world.membership.hear({ kind: 'joined', node: third });
  expect(peers()).toEqual(['other', 'third']);
  await world.membership.hear({ kind: 'leaving', node: other });
  expect(peers()).toEqual(['third']);
});

test('a node that is shown counts; one that is shown no more does as long as it answers', async () => {
  world.shown = [third];
  await world.pass(leaseMs / 2);
  expect(peers()).toEqual(['other', 'third']);
  world.silent.add('other');
  await world.pass(leaseMs / 2);
  expect(peers()).toEqual(['third']);
  expect(told('give up other')).toBe(1);
});

test('a silent node that is shown no more is gone without another word from it', async () => {
  await world.membership.hear({ kind: 'joined', node: third });
  world.shown = [other, third];
  world.silent.add('other');
  await world.pass(leaseMs);
  expect(peers()).toEqual(['other', 'third']);
  world.stuck.add('other');
  world.shown = [third];
  await world.pass(leaseMs / 2);
  expect(peers()).toEqual(['third']);
});

test('a silent node holds up nothing, and counts as reached once it answers', async () => {
  await world.membership.hear({ kind: 'joined', node: third });
  world.shown = [other, third];
  expect(world.membership.relayTo(other)).toBeNull();
  world.silent.add('other');
  await world.pass(leaseMs / 2);
  expect(world.membership.relayTo(other)).toEqual(third);
  world.stuck.add('other');
  world.dead.add('third');
  await world.pass(leaseMs);
  expect(peers()).toEqual(['other']);
  expect(world.membership.relayTo(other)).toBeNull();
  world.dead.clear();
  world.stuck.clear();
  world.silent.clear();
  await world.pass(leaseMs);
  expect([peers(), world.membership.relayTo(other)]).toEqual([['other', 'third'], null]);
});

test('a node that has said goodbye is gone, though it is still shown', async () => {
  await world.membership.hear({ kind: 'leaving', node: other });
  await world.pass(leaseMs);
  expect(peers()).toEqual([]);
});

test('a node that has joined while the registry was asked is not taken for gone', async () => {
  await world.membership.hear({ kind: 'joined', node: third });
  world.shown = [other, third];
  await world.pass(leaseMs);
  expect(peers()).toEqual(['other', 'third']);
});

test('a node that refuses connections is dead until it answers again, and the others are told once', async () => {
  await world.membership.hear({ kind: 'joined', node: third });
  world.shown = [other, third];
  world.dead.add('other');
  world.membership.suspect(other);
  world.membership.suspect(other);
  expect([peers(), world.membership.isGone(other)]).toEqual([['third'], true]);
  expect(told('tell third: other suspected')).toBe(1);
  await world.pass(leaseMs);
  expect(peers()).toEqual(['third']);
  world.dead.clear();
  await world.pass(leaseMs / 2);
  expect([peers(), world.membership.isGone(other)]).toEqual([['other', 'third'], false]);
});

test('a death that another node tells of is believed only when it is seen here', async () => {
  await world.membership.hear({ kind: 'suspected', node: other });
  expect(peers()).toEqual(['other']);
  world.dead.add('other');
  await world.membership.hear({ kind: 'suspected', node: other });
  expect(peers()).toEqual([]);
});

test('a node whose connection has ended is looked at', async () => {
  await world.membership.check(other);
  expect(peers()).toEqual(['other']);
  world.dead.add('other');
  await world.membership.check(other);
  expect(peers()).toEqual([]);
});

test('nobody dies of what is said about this node itself', async () => {
  for (const kind of ['suspected', 'leaving'] as const) await world.membership.hear({ kind, node: world.self });
  expect(world.membership.isGone(world.self)).toBe(false);
});

test('without the registry the last view stays, except for nodes that are dead or silent for a whole lease', async () => {
  await world.membership.hear({ kind: 'joined', node: third });
  world.shown = null;
  await world.pass(leaseMs * 2);
  expect(peers()).toEqual(['other', 'third']);
  world.dead.add('other');
  await world.pass(leaseMs / 2);
  expect(peers()).toEqual(['third']);
  world.silent.add('third');
  await world.pass(leaseMs / 2);
  expect(peers()).toEqual(['third']);
  await world.pass(leaseMs);
  expect(peers()).toEqual([]);
  world.silent.clear();
  await world.pass(leaseMs / 2);
  expect(peers()).toEqual(['third']);
});

test('a change is told once, and no change is told at all', async () => {
  let changes = 0;
  world.membership.onChange(() => changes++);
  await world.pass(leaseMs * 2);
  expect(changes).toBe(0);
  await world.membership.hear({ kind: 'joined', node: third });
  await world.membership.hear({ kind: 'joined', node: third });
  expect(changes).toBe(1);
});
