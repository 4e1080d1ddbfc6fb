/** Which events of a cluster a node sheds the load of: its own only. The test controls the clock and the peers. */
import { Fault } from '#actors/fault.ts';
import { nodeNamed, SimulatedPeers } from '../support/simulated-peers.ts';

test('a node refuses calls in advance only for events that it has', async () => {
  const other = nodeNamed('other');
  const world = new SimulatedPeers();
  await world.joinedBy(other);
  const { membership, router } = world;
  const numbers = Array.from({ length: 100 }, (_, eventNumber) => eventNumber);
  const [ours, theirs] = [world.self, other].map(({ id }) =>
    numbers.find((eventNumber) => membership.preferredNode(eventNumber)?.id === id),
  ) as [number, number];
  world.refusal = new Fault('UNAVAILABLE', 'Too many wait.');
  expect([ours, theirs].map((eventNumber) => router.refusalOf(eventNumber))).toEqual([null, null]);
  await world.until(router.ask(ours, { kind: 'read-prices' }));
  expect([ours, theirs].map((eventNumber) => router.refusalOf(eventNumber))).toEqual([world.refusal, null]);
});
