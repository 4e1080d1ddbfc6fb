/** Which nodes count as members: by the registry, by notices and by pings, on a clock that the test moves. */
import { leaseMs, nodeNamed, SimulatedPeers } from '../support/simulated-peers.ts';

const other = nodeNamed('other');
const third = nodeNamed('third');

let world: SimulatedPeers;

beforeEach(async () => {
  world = new SimulatedPeers();
  await world.joinedBy(other);
});

const peers = () => world.membership.peers.map(({ id }) => id).sort();
const told = (what: string) => world.calls.filter((entry) => entry === what).length;

test('a node that joins tells all nodes of the registry', async () => {
  const late = new SimulatedPeers();
  late.shown = [other, third];
  await late.membership.join();
  expect(late.calls).toEqual(expect.arrayContaining(['tell other: self joined', 'tell third: self joined']));
});

test('a node is a member from its joined notice on, and no longer from its leaving notice on', async () => {
  await world.membership.hear({ kind: 'joined', node: third });
  expect(peers()).toEqual(['other', 'third']);
  await world.membership.hear({ kind: 'leaving', node: other });
  expect(peers()).toEqual(['third']);
});

test('a node in the registry is a member; one that is no longer in it stays a member as long as it answers', async () => {
  world.shown = [third];
  await world.pass(leaseMs / 2);
  expect(peers()).toEqual(['other', 'third']);
  world.silent.add('other');
  await world.pass(leaseMs / 2);
  expect(peers()).toEqual(['third']);
  expect(told('give up other')).toBe(1);
});

test('a silent node that is no longer in the registry is gone, even if its last ping never completes', async () => {
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

test('a silent node does not delay checks of other nodes, and needs no relay once it answers again', async () => {
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

test('a node that has announced its leaving is gone, even if it is still in the registry', async () => {
  await world.membership.hear({ kind: 'leaving', node: other });
  await world.pass(leaseMs);
  expect(peers()).toEqual([]);
});

test('a node that joins while the registry is being read is not considered gone', async () => {
  await world.membership.hear({ kind: 'joined', node: third });
  world.shown = [other, third];
  await world.pass(leaseMs);
  expect(peers()).toEqual(['other', 'third']);
});

test('a node that refuses connections is dead until it answers again, and other nodes are told once', async () => {
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

test('a node that another node suspects is dead only if this node cannot connect to it either', async () => {
  await world.membership.hear({ kind: 'suspected', node: other });
  expect(peers()).toEqual(['other']);
  world.dead.add('other');
  await world.membership.hear({ kind: 'suspected', node: other });
  expect(peers()).toEqual([]);
});

test('a node whose connection has ended is checked', async () => {
  await world.membership.check(other);
  expect(peers()).toEqual(['other']);
  world.dead.add('other');
  await world.membership.check(other);
  expect(peers()).toEqual([]);
});

test('a node ignores notices about itself', async () => {
  for (const kind of ['suspected', 'leaving'] as const) await world.membership.hear({ kind, node: world.self });
  expect(world.membership.isGone(world.self)).toBe(false);
});

test('without the registry the last members stay, except nodes that are dead or silent for a whole lease', async () => {
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

test('listeners are called once for each change of the members, and never without a change', async () => {
  let changes = 0;
  world.membership.onChange(() => changes++);
  await world.pass(leaseMs * 2);
  expect(changes).toBe(0);
  await world.membership.hear({ kind: 'joined', node: third });
  await world.membership.hear({ kind: 'joined', node: third });
  expect(changes).toBe(1);
});
