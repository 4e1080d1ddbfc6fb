/** An event that is being removed: its actor leaves memory without being projected. */
import { beforeEach, expect, test } from '@jest/globals';
import type { Registry } from '#actors/registry.ts';
import { create, lock } from '../support/commands.ts';
import { outcomeOf } from '../support/event-driver.ts';
import { calm, SimulatedWorld } from '../support/simulated-world.ts';

let world: SimulatedWorld;
let registry: Registry;

beforeEach(async () => {
  world = new SimulatedWorld();
  world.addEvent(1);
  world.addEvent(2);
  registry = world.registry();
  await registry.start();
  await registry.ask(1, create('s1'));
  await registry.ask(2, create('s2'));
});

test('forgetting an event finishes its append, projects nothing and affects no other event', async () => {
  const { projectedSeq } = world.truth(1);
  const append = world.gates.append.hold();
  const asked = registry.ask(1, lock('s1', 101));
  await append.arrived;
  const forgetting = registry.forget(1);
  await calm();
  append.release();
  expect(outcomeOf(await asked)).toBe('ACTIVE');
  await forgetting;
  expect(registry.liveEvents).toBe(1);
  expect(world.truth(1).projectedSeq).toBe(projectedSeq);
  expect(outcomeOf(await registry.ask(2, lock('s2', 101)))).toBe('ACTIVE');
});

test('forgetting an event that is not in memory has no effect', async () => {
  await registry.forget(1);
  await registry.forget(1);
  await registry.forget(4711);
  expect(registry.liveEvents).toBe(1);
});
