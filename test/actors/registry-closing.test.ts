/** Closing a registry: earlier commands are finished and answered, later ones are refused, all events are projected. */
import { create, lock } from '../support/commands.ts';
import { outcomeOf } from '../support/event-driver.ts';
import type { LoneNode } from '../support/lone-node.ts';
import { flushPromises, SimulatedWorld } from '../support/simulated-world.ts';

const unavailable = expect.objectContaining({ name: 'Fault', code: 'UNAVAILABLE' });

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

/** Closes while one command of event 1 is being appended and another one waits; resolves with both outcomes. */
async function closeAmidTwoTurns(): Promise<string[]> {
  const first = world.gates.append.hold();
  const second = world.gates.append.hold();
  const asked = [node.ask(1, lock('s1', 101))];
  await first.arrived;
  asked.push(node.ask(1, lock('s1', 102)));
  const told = Promise.allSettled(asked);
  const closing = node.close();
  await flushPromises();
  first.release();
  await second.arrived;
  await flushPromises();
  second.release();
  const answers = await told;
  await closing;
  return answers.map((one) => (one.status === 'fulfilled' ? outcomeOf(one.value) : one.reason.code));
}

describe('closing the registry', () => {
  test('refuses new commands, and writes snapshots', async () => {
    const append = world.gates.append.hold();
    const last = node.ask(1, lock('s1', 101));
    await append.arrived;
    const closing = node.close();
    await expect(node.ask(1, lock('s1', 102))).rejects.toThrow(unavailable);
    await expect(node.ask(3, create('s3'))).rejects.toThrow(unavailable);
    append.release();
    expect(outcomeOf(await last)).toBe('ACTIVE');
    await closing;
    expect(node.totals.liveEvents).toBe(0);
    for (const eventNumber of [1, 2]) {
      const { snapshot, records, projectedSeq } = world.stored(eventNumber);
      expect([snapshot?.seq, projectedSeq]).toEqual([records.length, records.length]);
    }
  });

  test('runs a command that arrived right before', async () => {
    const last = node.ask(1, lock('s1', 101));
    await node.close();
    expect(outcomeOf(await last)).toBe('ACTIVE');
    expect(world.stored(1).snapshot?.seq).toBe(world.stored(1).records.length);
  });

  test('finishes and projects earlier commands', async () => {
    expect(await closeAmidTwoTurns()).toEqual(['ACTIVE', 'ACTIVE']);
    const { snapshot, records, projectedSeq } = world.stored(1);
    expect([snapshot?.seq, projectedSeq]).toEqual([records.length, records.length]);
  });

  test('with a failing projection still answers commands whose appends become durable as successes', async () => {
    world.gates.project.failAll(1);
    expect(await closeAmidTwoTurns()).toEqual(['ACTIVE', 'ACTIVE']);
    expect(world.facts(1).filter((fact) => fact.type === 'held')).toHaveLength(2);
    expect(node.totals.liveEvents).toBe(0);
    expect(world.stored(2).snapshot?.seq).toBe(world.stored(2).records.length);
  });

  test('twice, or without live events, has no further effect', async () => {
    await node.close();
    await node.close();
    expect(node.totals.liveEvents).toBe(0);
  });
});
