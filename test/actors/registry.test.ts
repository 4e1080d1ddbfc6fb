/** The registry: activates, evicts and reloads events, wakes overdue ones, and parks those that cannot be replayed. */
import type { ProjectionStep } from '#actors/ports.ts';
import { shardOf } from '#actors/shard.ts';
import type { Answer } from '#domain/reply.ts';
import { book, cancel, checkout, confirm, create, get, inventory, lock, release } from '../support/commands.ts';
import { outcomeOf } from '../support/event-driver.ts';
import type { LoneNode } from '../support/lone-node.ts';
import { flushPromises, SimulatedWorld } from '../support/simulated-world.ts';

const minute = 60_000;
const unavailable = expect.objectContaining({ name: 'Fault', code: 'UNAVAILABLE' });

let world: SimulatedWorld;
let node: LoneNode;

beforeEach(async () => {
  world = new SimulatedWorld();
  world.addEvent();
  node = world.makeNode();
  await node.start();
});

/** Lets `ms` pass in steps of a second, each with a round of housekeeping. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1_000) {
    world.clock.advance(Math.min(left, 1_000));
    await flushPromises();
  }
}

/** A crash: the node's memory is lost. */
function crash(laterMs = 2 * minute): void {
  world = Object.assign(new SimulatedWorld(), { events: world.events });
  world.clock.advance(laterMs);
  node = world.makeNode();
}

async function purchase(sessionId: string, seat: number, reference: string | null = null): Promise<Answer> {
  await node.ask(1, create(sessionId));
  await node.ask(1, lock(sessionId, seat));
  await node.ask(1, checkout(sessionId));
  return node.ask(1, confirm(sessionId, reference));
}

describe('the activation of an event', () => {
  test('happens once for concurrent callers', async () => {
    const answers = await Promise.all(['s1', 's2', 's3'].map((id) => node.ask(1, create(id))));
    expect(answers.map(outcomeOf)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
    expect(world.takeOvers).toEqual([1]);
  });

  test('does not happen for a made-up session id or an unknown event', async () => {
    expect(outcomeOf(await node.ask(1, get('made up')))).toBe('ENTITY_NOT_FOUND');
    expect(outcomeOf(await node.ask(99, get('s1')))).toBe('ENTITY_NOT_FOUND');
    expect(outcomeOf(await node.ask(99, inventory))).toBe('ENTITY_NOT_FOUND');
    expect([world.takeOvers, node.totals.liveEvents]).toEqual([[], 0]);
  });

  test('that fails refuses the waiting callers; the next request tries again, and the event is not parked', async () => {
    world.gates.load.failAll();
    await expect(node.ask(1, create('s1'))).rejects.toThrow(unavailable);
    world.gates.load.succeedAgain();
    expect(outcomeOf(await node.ask(1, create('s1')))).toBe('ACTIVE');
    expect(world.stored().parked).toBeNull();
  });
});

describe('an event whose journal cannot be replayed', () => {
  test.each<[string, object]>([
    ['is impossible', { type: 'cancelled', session: 77 }],
    ['is malformed', { type: 'prices-defined' }],
    ['is of an unknown type', { type: 'teleported', session: 1 }],
  ])('is parked if a record %s, until an operator has repaired it', async (_, fact) => {
    const created = { type: 'session-created', session: 1, id: 's0', key: 'key of s0', deadline: 1 };
    world.stored().records.push(JSON.stringify({ seq: 4, epoch: 1, at: 0, facts: [created, fact] }));
    await expect(node.ask(1, create('s1'))).rejects.toThrow(unavailable);
    expect(world.stored().parked).toEqual(expect.any(String));
    await expect(node.ask(1, create('s1'))).rejects.toMatchObject({ retryAfterSeconds: 60 });
    expect(world.takeOvers).toEqual([1]);
    world.stored().records.pop();
    world.stored().parked = null;
    expect(outcomeOf(await node.ask(1, create('s1')))).toBe('ACTIVE');
  });

  test('is not parked by a node that has lost the event meanwhile', async () => {
    const load = world.gates.load.hold();
    const asked = node.ask(1, create('s1'));
    await load.arrived;
    world.loseOwnership();
    world.stored().records.push(JSON.stringify({ seq: 4, epoch: 9, at: 0, facts: [] }));
    load.release();
    await expect(asked).rejects.toThrow(unavailable);
    expect(world.stored().parked).toBeNull();
  });
});

describe('an idle event', () => {
  test('leaves memory with a snapshot, and is loaded again with its complete state', async () => {
    await purchase('s1', 101, 'order');
    await node.ask(1, create('s2'));
    await node.ask(1, lock('s2', 102));
    await node.ask(1, book('lock-seats', 103));
    const before = await node.ask(1, inventory);
    await pass(2 * minute);
    expect([node.totals.liveEvents, world.stored().snapshot?.seq]).toEqual([0, world.stored().records.length]);
    const after = await node.ask(1, inventory);
    expect(world.takeOvers).toEqual([1, 1]);
    expect(columnsOf(after)).toEqual(columnsOf(before));
    expect(outcomeOf(await node.ask(1, create('s3', 'key of s2')))).toBe('ACTIVE');
    expect(outcomeOf(await node.ask(1, checkout('s2')))).toBe('PENDING_PAYMENT');
  });

  /** The inventory without the sequence number and the ended sessions. */
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

  test('leaves memory although a session has a deadline, and is woken for that deadline', async () => {
    world.policy.current = { ...world.policy.current, holdMs: 3 * minute };
    await node.ask(1, create('s1'));
    await node.ask(1, lock('s1', 101));
    await pass(minute + 2_000);
    expect(node.totals.liveEvents).toBe(0);
    await pass(2 * minute);
    expect(world.facts()).toContainEqual({ type: 'expired', session: 1 });
  });

  test('whose deadlines were all cancelled is not woken for them', async () => {
    await node.ask(1, book('lock-seats', 101));
    await node.ask(1, create('s1'));
    await node.ask(1, book('unlock-seats', 101));
    await node.ask(1, cancel('s1'));
    await pass(30 * minute);
    expect([node.totals.liveEvents, world.takeOvers]).toEqual([0, [1]]);
    expect(world.stored().nextDeadline).toBeNull();
  });

  test('is woken for the remaining deadline, not for a cancelled one', async () => {
    await node.ask(1, create('s1'));
    await pass(5 * minute);
    await node.ask(1, create('s2'));
    await node.ask(1, cancel('s1'));
    await pass(12 * minute);
    expect(world.takeOvers).toEqual([1, 1]);
    await pass(6 * minute);
    expect(world.facts()).toContainEqual({ type: 'expired', session: 2 });
    expect(world.takeOvers).toEqual([1, 1, 1]);
  });
});

test('an event whose append is not answered does not stop other events from being projected', async () => {
  world.addEvent(2);
  const append = world.gates.append.hold(1);
  const hanging = node.ask(1, create('s1'));
  await append.arrived;
  await pass(2_000);
  await node.ask(2, create('s2'));
  await pass(2_000);
  expect(world.stored(2).projectedSeq).toBe(world.stored(2).records.length);
  append.release();
  expect(await hanging).toMatchObject({ ok: true });
});

test('an event that leaves the node is projected, also after a late projection of a former owner', async () => {
  await node.ask(1, create('s1'));
  await node.ask(1, lock('s1', 101));
  world.stored().projectedSeq += 1;
  await node.release.prepareToLeave(shardOf(1));
  const { projectedSeq, records, nextDeadline } = world.stored();
  expect(projectedSeq).toBe(records.length);
  expect(nextDeadline).not.toBeNull();
});

test('the next owner overwrites a late projection of a former owner, including seats that are free again', async () => {
  await node.ask(1, create('s1'));
  await node.ask(1, lock('s1', 101));
  const step = world.gates.project.hold();
  const late = node.settle([1]);
  await step.arrived;
  const elsewhere = Object.assign(new SimulatedWorld(), { events: world.events });
  const other = elsewhere.makeNode();
  await other.ask(1, cancel('s1'));
  step.release();
  await late;
  expect([...world.stored().takenSeats.values()]).toEqual(['LOCKED']);
  await other.settle([1]);
  const { takenSeats, projectedSeq, records } = world.stored();
  expect([takenSeats.size, projectedSeq]).toEqual([0, records.length]);
  expect([other.totals.liveEvents, elsewhere.takeOvers]).toEqual([1, [1]]);
});

test('an actor that was fenced while it was idle does not hide the event’s deadlines', async () => {
  const brief = { ...world.policy.current, holdMs: 10_000 };
  world.policy.current = brief;
  await node.ask(1, inventory);
  const elsewhere = Object.assign(new SimulatedWorld(), { events: world.events });
  elsewhere.policy.current = brief;
  const other = elsewhere.makeNode();
  await other.ask(1, create('s1'));
  await other.settle([1]);
  expect([node.totals.liveEvents, world.stored().projectedSeq]).toEqual([1, world.stored().records.length]);
  await pass(12_000);
  expect(world.facts()).toContainEqual({ type: 'expired', session: 1 });
});

describe('after a crash', () => {
  test('deadlines are kept without any request for the event', async () => {
    world.policy.current = { ...world.policy.current, holdMs: minute };
    await node.ask(1, create('s1'));
    await node.ask(1, lock('s1', 101));
    crash();
    await node.start();
    await pass(2_000);
    expect(world.facts()).toContainEqual({ type: 'expired', session: 1 });
    expect(world.stored().takenSeats.size).toBe(0);
  });

  test('of the actor alone, deadlines are kept too', async () => {
    world.policy.current = { ...world.policy.current, holdMs: 10_000 };
    await node.ask(1, create('s1'));
    const append = world.gates.append.hold();
    const asked = node.ask(1, lock('s1', 101)).catch(() => {});
    await append.arrived;
    append.fail();
    await asked;
    await pass(12_000);
    expect(world.facts()).toContainEqual({ type: 'expired', session: 1 });
  });

  test('every acknowledged change is there, and a repeated create finds its session', async () => {
    await purchase('s1', 101, 'order');
    await node.ask(1, create('s2'));
    crash();
    expect(outcomeOf(await node.ask(1, create('s9', 'key of s1')))).toBe('CONFIRMED');
    expect(outcomeOf(await node.ask(1, create('s9', 'key of s2')))).toBe('ACTIVE');
    expect(await node.ask(1, confirm('s1', 'other'))).toMatchObject({ reply: { session: { reference: 'order' } } });
  });

  test('the projection continues where it was', async () => {
    await purchase('s1', 101);
    await node.settle([1]);
    await node.ask(1, create('s2'));
    crash();
    await node.ask(1, lock('s2', 102));
    await node.settle([1]);
    const { sessions, seatsTaken, seatsFreed } = world.steps.at(-1) as ProjectionStep;
    expect(sessions.map(({ id }) => id)).toEqual(['s2']);
    expect([seatsTaken.map(({ seat }) => seat), seatsFreed]).toEqual([[1], []]);
  });

  test('actor time does not go back, even if the clock does', async () => {
    await pass(5 * minute);
    await node.ask(1, create('s1'));
    crash(0);
    expect(outcomeOf(await node.ask(1, lock('s1', 101)))).toBe('ACTIVE');
    const times = world.stored().records.map((record) => JSON.parse(record).at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeGreaterThan(world.clock.now());
  });

  test('a later change of a session that had left memory before the snapshot is there', async () => {
    await purchase('s1', 101, 'order');
    await pass(2 * minute);
    expect(node.totals.liveEvents).toBe(0);
    expect(outcomeOf(await node.ask(1, release('s1')))).toBe('CANCELLED');
    crash();
    expect(outcomeOf(await node.ask(1, get('s1')))).toBe('CANCELLED');
    expect(world.stored().parked).toBeNull();
    expect(outcomeOf(await purchase('s2', 101, 'order'))).toBe('CONFIRMED');
  });

  test('a projection that is ahead of the loaded progress does not park the event', async () => {
    await purchase('s1', 101);
    await pass(2 * minute);
    world.stored().projectedSeq = 1;
    expect(outcomeOf(await node.ask(1, get('s1')))).toBe('CONFIRMED');
    expect(world.stored().parked).toBeNull();
  });
});
