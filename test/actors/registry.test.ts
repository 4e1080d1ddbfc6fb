/** The registry: activation, passivation and coming back, waking what is overdue, parking what cannot be replayed. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { ProjectionStep } from '#actors/ports.ts';
import type { Registry } from '#actors/registry.ts';
import { shardOf } from '#actors/shard.ts';
import type { Answer } from '#domain/reply.ts';
import { book, cancel, checkout, confirm, create, get, inventory, lock, release } from '../support/commands.ts';
import { outcomeOf } from '../support/rehearsal.ts';
import { calm, SimulatedWorld } from '../support/simulated-world.ts';

const minute = 60_000;
const unavailable = expect.objectContaining({ name: 'Fault', code: 'UNAVAILABLE' });

let world: SimulatedWorld;
let registry: Registry;

beforeEach(async () => {
  world = new SimulatedWorld();
  world.addEvent();
  registry = world.registry();
  await registry.start();
});

/** Housekeeping rounds of a second, as many as `ms` has. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1_000) {
    world.clock.advance(Math.min(left, 1_000));
    await calm();
  }
}

/** A crash: nothing of the node's memory is left. */
function crash(laterMs = 2 * minute): void {
  world = Object.assign(new SimulatedWorld(), { events: world.events });
  world.clock.advance(laterMs);
  registry = world.registry();
}

async function purchase(sessionId: string, seat: number, reference: string | null = null): Promise<Answer> {
  await registry.ask(1, create(sessionId));
  await registry.ask(1, lock(sessionId, seat));
  await registry.ask(1, checkout(sessionId));
  return registry.ask(1, confirm(sessionId, reference));
}

describe('activation', () => {
  test('happens once for all who ask at the same time', async () => {
    const answers = await Promise.all(['s1', 's2', 's3'].map((id) => registry.ask(1, create(id))));
    expect(answers.map(outcomeOf)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
    expect(world.takeOvers).toEqual([1]);
  });

  test('is not worth a made-up session id or an unknown event', async () => {
    expect(outcomeOf(await registry.ask(1, get('made up')))).toBe('ENTITY_NOT_FOUND');
    expect(outcomeOf(await registry.ask(99, get('s1')))).toBe('ENTITY_NOT_FOUND');
    expect(outcomeOf(await registry.ask(99, inventory))).toBe('ENTITY_NOT_FOUND');
    expect([world.takeOvers, registry.liveEvents]).toEqual([[], 0]);
  });

  test('that fails refuses those who wait; the next request tries again, and nothing is parked', async () => {
    world.gates.load.failAll();
    await expect(registry.ask(1, create('s1'))).rejects.toThrow(unavailable);
    world.gates.load.mend();
    expect(outcomeOf(await registry.ask(1, create('s1')))).toBe('ACTIVE');
    expect(world.truth().parked).toBeNull();
  });
});

describe('an event whose journal cannot be replayed', () => {
  test.each<[string, object]>([
    ['is impossible', { type: 'cancelled', session: 77 }],
    ['is malformed', { type: 'prices-defined' }],
    ['is of a type that nobody knows', { type: 'teleported', session: 1 }],
  ])('is set aside when a record %s, until an operator has looked', async (_, fact) => {
    const created = { type: 'session-created', session: 1, id: 's0', key: 'key of s0', deadline: 1 };
    world.truth().records.push(JSON.stringify({ seq: 4, epoch: 1, at: 0, facts: [created, fact] }));
    await expect(registry.ask(1, create('s1'))).rejects.toThrow(unavailable);
    expect(world.truth().parked).toEqual(expect.any(String));
    await expect(registry.ask(1, create('s1'))).rejects.toMatchObject({ retryAfterSeconds: 60 });
    expect(world.takeOvers).toEqual([1]);
    world.truth().records.pop();
    world.truth().parked = null;
    expect(outcomeOf(await registry.ask(1, create('s1')))).toBe('ACTIVE');
  });

  test('is not set aside by a node that has been deposed meanwhile', async () => {
    const load = world.gates.load.hold();
    const asked = registry.ask(1, create('s1'));
    await load.arrived;
    world.depose();
    world.truth().records.push(JSON.stringify({ seq: 4, epoch: 9, at: 0, facts: [] }));
    load.letGo();
    await expect(asked).rejects.toThrow(unavailable);
    expect(world.truth().parked).toBeNull();
  });
});

describe('an idle event', () => {
  test('leaves memory with a snapshot, and comes back with everything', async () => {
    await purchase('s1', 101, 'order');
    await registry.ask(1, create('s2'));
    await registry.ask(1, lock('s2', 102));
    await registry.ask(1, book('lock-seats', 103));
    const before = await registry.ask(1, inventory);
    await pass(2 * minute);
    expect([registry.liveEvents, world.truth().snapshot?.seq]).toEqual([0, world.truth().records.length]);
    const after = await registry.ask(1, inventory);
    expect(world.takeOvers).toEqual([1, 1]);
    expect(columnsOf(after)).toEqual(columnsOf(before));
    expect(outcomeOf(await registry.ask(1, create('s3', 'key of s2')))).toBe('ACTIVE');
    expect(outcomeOf(await registry.ask(1, checkout('s2')))).toBe('PENDING_PAYMENT');
  });

  /** Without the sequence number and the sessions that are over. */
  function columnsOf(answer: Answer): unknown {
    if (!answer.ok || answer.reply.kind !== 'inventory') throw new Error('no inventory');
    const { states, owners, priceSlots, areas, holdTypes, sessions } = answer.reply.inventory;
    return {
      states,
      owners,
      priceSlots,
      areas,
      holdTypes,
      sessions: sessions.filter(({ state }) => state === 'ACTIVE'),
    };
  }

  test('stays while something is about to run out, and its deadlines are kept', async () => {
    world.policy.current = { ...world.policy.current, holdMs: 3 * minute };
    await registry.ask(1, create('s1'));
    await registry.ask(1, lock('s1', 101));
    await pass(minute + 2_000);
    expect(registry.liveEvents).toBe(0);
    await pass(2 * minute);
    expect(world.facts()).toContainEqual({ type: 'expired', session: 1 });
  });

  test('whose deadlines were all given up is not woken for them', async () => {
    await registry.ask(1, book('lock-seats', 101));
    await registry.ask(1, create('s1'));
    await registry.ask(1, book('unlock-seats', 101));
    await registry.ask(1, cancel('s1'));
    await pass(30 * minute);
    expect([registry.liveEvents, world.takeOvers]).toEqual([0, [1]]);
    expect(world.truth().nextDeadline).toBeNull();
  });

  test('is woken for the deadline that is left, not for one that was given up', async () => {
    await registry.ask(1, create('s1'));
    await pass(5 * minute);
    await registry.ask(1, create('s2'));
    await registry.ask(1, cancel('s1'));
    await pass(12 * minute);
    expect(world.takeOvers).toEqual([1, 1]);
    await pass(6 * minute);
    expect(world.facts()).toContainEqual({ type: 'expired', session: 2 });
    expect(world.takeOvers).toEqual([1, 1, 1]);
  });
});

test('an event whose append is not answered does not keep the others from being projected', async () => {
  world.addEvent(2);
  const append = world.gates.append.hold(1);
  const hanging = registry.ask(1, create('s1'));
  await append.arrived;
  await pass(2_000);
  await registry.ask(2, create('s2'));
  await pass(2_000);
  expect(world.truth(2).projectedSeq).toBe(world.truth(2).records.length);
  append.letGo();
  expect(await hanging).toMatchObject({ ok: true });
});

test('an event that leaves is projected, also after a late step of a former owner', async () => {
  await registry.ask(1, create('s1'));
  await registry.ask(1, lock('s1', 101));
  world.truth().projectedSeq += 1;
  await registry.prepareToLeave(shardOf(1));
  const { projectedSeq, records, nextDeadline } = world.truth();
  expect(projectedSeq).toBe(records.length);
  expect(nextDeadline).not.toBeNull();
});

test('what a former owner projects late is written over by the next one, seats that are free again included', async () => {
  await registry.ask(1, create('s1'));
  await registry.ask(1, lock('s1', 101));
  const step = world.gates.project.hold();
  const late = registry.settle([1]);
  await step.arrived;
  const elsewhere = Object.assign(new SimulatedWorld(), { events: world.events });
  const other = elsewhere.registry();
  await other.ask(1, cancel('s1'));
  step.letGo();
  await late;
  expect([...world.truth().takenSeats.values()]).toEqual(['LOCKED']);
  await other.settle([1]);
  const { takenSeats, projectedSeq, records } = world.truth();
  expect([takenSeats.size, projectedSeq]).toEqual([0, records.length]);
  expect([other.liveEvents, elsewhere.takeOvers]).toEqual([1, [1]]);
});

test('an actor that was deposed while nobody asked it does not hide the event’s deadlines', async () => {
  const brief = { ...world.policy.current, holdMs: 10_000 };
  world.policy.current = brief;
  await registry.ask(1, inventory);
  const elsewhere = Object.assign(new SimulatedWorld(), { events: world.events });
  elsewhere.policy.current = brief;
  const other = elsewhere.registry();
  await other.ask(1, create('s1'));
  await other.settle([1]);
  expect([registry.liveEvents, world.truth().projectedSeq]).toEqual([1, world.truth().records.length]);
  await pass(12_000);
  expect(world.facts()).toContainEqual({ type: 'expired', session: 1 });
});

describe('after a crash', () => {
  test('deadlines of an event that nobody asks for are kept', async () => {
    world.policy.current = { ...world.policy.current, holdMs: minute };
    await registry.ask(1, create('s1'));
    await registry.ask(1, lock('s1', 101));
    crash();
    await registry.start();
    await pass(2_000);
    expect(world.facts()).toContainEqual({ type: 'expired', session: 1 });
    expect(world.truth().takenSeats.size).toBe(0);
  });

  test('of the actor alone, they are kept as well', async () => {
    world.policy.current = { ...world.policy.current, holdMs: 10_000 };
    await registry.ask(1, create('s1'));
    const append = world.gates.append.hold();
    const asked = registry.ask(1, lock('s1', 101)).catch(() => {});
    await append.arrived;
    append.fail();
    await asked;
    await pass(12_000);
    expect(world.facts()).toContainEqual({ type: 'expired', session: 1 });
  });

  test('everything acknowledged is there, and replays of create find their session', async () => {
    await purchase('s1', 101, 'order');
    await registry.ask(1, create('s2'));
    crash();
    expect(outcomeOf(await registry.ask(1, create('s9', 'key of s1')))).toBe('CONFIRMED');
    expect(outcomeOf(await registry.ask(1, create('s9', 'key of s2')))).toBe('ACTIVE');
    expect(await registry.ask(1, confirm('s1', 'other'))).toMatchObject({ reply: { session: { reference: 'order' } } });
  });

  test('the projection goes on from where it was', async () => {
    await purchase('s1', 101);
    await registry.settle([1]);
    await registry.ask(1, create('s2'));
    crash();
    await registry.ask(1, lock('s2', 102));
    await registry.settle([1]);
    const { sessions, seatsTaken, seatsFreed } = world.steps.at(-1) as ProjectionStep;
    expect(sessions.map(({ id }) => id)).toEqual(['s2']);
    expect([seatsTaken.map(({ seat }) => seat), seatsFreed]).toEqual([[1], []]);
  });

  test('time does not go back, whatever the clock says', async () => {
    await pass(5 * minute);
    await registry.ask(1, create('s1'));
    crash(0);
    expect(outcomeOf(await registry.ask(1, lock('s1', 101)))).toBe('ACTIVE');
    const times = world.truth().records.map((record) => JSON.parse(record).at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeGreaterThan(world.clock.now());
  });

  test('what happened to a session that had left memory before the snapshot is there too', async () => {
    await purchase('s1', 101, 'order');
    await pass(2 * minute);
    expect(registry.liveEvents).toBe(0);
    expect(outcomeOf(await registry.ask(1, release('s1')))).toBe('CANCELLED');
    crash();
    expect(outcomeOf(await registry.ask(1, get('s1')))).toBe('CANCELLED');
    expect(world.truth().parked).toBeNull();
    expect(outcomeOf(await purchase('s2', 101, 'order'))).toBe('CONFIRMED');
  });

  test('a projection that is further on than this load has seen does not park the event', async () => {
    await purchase('s1', 101);
    await pass(2 * minute);
    world.truth().projectedSeq = 1;
    expect(outcomeOf(await registry.ask(1, get('s1')))).toBe('CONFIRMED');
    expect(world.truth().parked).toBeNull();
  });
});
