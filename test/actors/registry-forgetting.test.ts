/** An event that is being removed: its actor leaves memory without being projected. */
import { create, lock } from '../support/commands.ts';
import { outcomeOf } from '../support/event-driver.ts';
import type { LoneNode } from '../support/lone-node.ts';
import { flushPromises, SimulatedWorld } from '../support/simulated-world.ts';

let world: SimulatedWorld;
let node: LoneNode;

beforeEach(async () => {
  world = new SimulatedWorld();
  world.addEvent(1);
  world.addEvent(2);
  node = world.makeNode();
  await node.start();
  await node.ask(1, create('s1'));
  await node.ask(2, create('s2'));
});

test('forgetting an event finishes its append, projects nothing and affects no other event', async () => {
  const { projectedSeq } = world.stored(1);
  const append = world.gates.append.hold();
  const asked = node.ask(1, lock('s1', 101));
  await append.arrived;
  const forgetting = node.registry.forget(1);
  await flushPromises();
  expect(node.totals.liveEvents).toBe(2);
  append.release();
  expect(outcomeOf(await asked)).toBe('ACTIVE');
  await forgetting;
  expect(node.totals.liveEvents).toBe(1);
  expect(world.stored(1).projectedSeq).toBe(projectedSeq);
  expect(outcomeOf(await node.ask(2, lock('s2', 101)))).toBe('ACTIVE');
});

test('forgetting an event that is not in memory has no effect', async () => {
  await node.registry.forget(1);
  await node.registry.forget(1);
  await node.registry.forget(4711);
  expect(node.totals.liveEvents).toBe(1);
});
