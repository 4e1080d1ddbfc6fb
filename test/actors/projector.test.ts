/** The projection: settling writes all durable changes, failures lose none, and one event does not affect others. */
import { snapshotEveryRecords } from '#actors/projector.ts';
import type { Answer } from '#domain/reply.ts';
import { book, cancel, create, get, lock } from '../support/commands.ts';
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

const projected = (sessionId: string): { state: string } | undefined => {
  const stored = world.stored().sessions.get(sessionId);
  return stored === undefined ? undefined : JSON.parse(stored);
};

describe('settling an event', () => {
  test('writes all changes that were durable when it was called', async () => {
    await node.ask(1, create('s1'));
    await node.ask(1, lock('s1', 101));
    await node.settle([1]);
    expect(projected('s1')).toMatchObject({ state: 'ACTIVE', seats: [{ id: 101 }] });
    expect([...world.stored().takenSeats]).toEqual([[0, 'LOCKED']]);
    await node.ask(1, cancel('s1'));
    await node.settle([1]);
    expect([projected('s1')?.state, world.stored().takenSeats.size]).toEqual(['CANCELLED', 0]);
  });

  test('resolves after the write for all concurrent callers', async () => {
    await node.ask(1, create('s1'));
    const write = world.gates.project.hold();
    let settled = 0;
    const all = [1, 2, 3].map(() => node.settle([1]).then(() => void settled++));
    await write.arrived;
    await flushPromises();
    expect(settled).toBe(0);
    write.release();
    await Promise.all(all);
    expect(projected('s1')?.state).toBe('ACTIVE');
  });

  test('called during a write includes later changes that the write has not seen', async () => {
    await node.ask(1, create('s1'));
    const write = world.gates.project.hold();
    const early = node.settle([1]);
    await write.arrived;
    await node.ask(1, create('s2'));
    const late = [node.settle([1]), node.settle([1])];
    write.release();
    await Promise.all([early, ...late]);
    expect(projected('s2')?.state).toBe('ACTIVE');
  });

  test('writes nothing that is not durable', async () => {
    await node.ask(1, create('s1'));
    const append = world.gates.append.hold();
    const asked = node.ask(1, lock('s1', 101));
    await append.arrived;
    const settling = node.settle([1]);
    await flushPromises();
    expect(world.steps.flatMap((step) => step.seatsTaken)).toEqual([]);
    append.release();
    await Promise.all([asked, settling]);
    expect(world.stored().takenSeats.size).toBe(1);
  });

  test('is refused if the actor was discarded before the write', async () => {
    await node.ask(1, create('s1'));
    const append = world.gates.append.hold();
    const asked = node.ask(1, lock('s1', 101)).catch(() => {});
    await append.arrived;
    const settling = expect(node.settle([1])).rejects.toThrow(unavailable);
    append.fail();
    await Promise.all([asked, settling]);
    await node.settle([1]);
    expect(projected('s1')).toMatchObject({ state: 'ACTIVE', seats: [] });
  });

  test('by a former owner is refused, but its durable append is answered as a success', async () => {
    await node.ask(1, create('s1'));
    const write = world.gates.project.hold();
    const settling = expect(node.settle([1])).rejects.toThrow(unavailable);
    await write.arrived;
    const append = world.gates.append.hold();
    const asked = node.ask(1, lock('s1', 101));
    await append.arrived;
    world.stored().projectedSeq = 5;
    write.release();
    await flushPromises();
    append.release();
    await settling;
    expect(outcomeOf(await asked)).toBe('ACTIVE');
    expect(world.broken).toEqual(['fenced']);
  });

  test('keeps the deadline of a session that is due but not yet expired, in case the expiry fails', async () => {
    world.policy.current = { ...world.policy.current, holdMs: minute };
    await node.ask(1, create('s1'));
    const deadline = world.clock.now() + minute;
    const append = world.gates.append.hold();
    const asked = node.ask(1, book('sell-seats', 101)).catch(() => {});
    await append.arrived;
    world.clock.advance(minute);
    append.release();
    // The sweep has notified the event; the append of the expiry is refused.
    const expiry = world.gates.append.hold();
    const settling = node.settle([1]);
    await Promise.all([asked, expiry.arrived]);
    await settling.catch(() => {});
    expect(world.stored().nextDeadline).toBe(deadline);
    expiry.fail();
    await flushPromises();
    expect(outcomeOf(await node.ask(1, get('s1')))).toBe('ACTIVE');
  });
});

describe('a snapshot', () => {
  test('is begun with the projection at a fixed interval of records, and written beside its later steps', async () => {
    await node.ask(1, create('s1'));
    const first = world.stored().records.length;
    const toggle = (at: number): Promise<Answer> =>
      node.ask(1, book(at % 2 === 0 ? 'lock-seats' : 'unlock-seats', 101));
    while (world.stored().records.length < snapshotEveryRecords - 1)
      await toggle(world.stored().records.length - first);
    await node.settle([1]);
    expect(world.stored().snapshot).toBeNull();
    await toggle(world.stored().records.length - first);
    const save = world.gates.snapshot.hold();
    await node.settle([1]);
    await save.arrived;
    await node.ask(1, create('s2'));
    await node.settle([1]);
    expect([projected('s2')?.state, world.stored().snapshot]).toEqual(['ACTIVE', null]);
    save.release();
    await flushPromises();
    expect(world.stored().snapshot?.seq).toBe(snapshotEveryRecords);
  });
});

describe('a projection that fails', () => {
  test('keeps its changes for the next round', async () => {
    await node.ask(1, create('s1'));
    await node.ask(1, lock('s1', 101, 102));
    await node.ask(1, book('sell-seats', 201));
    world.gates.project.failAll();
    world.clock.advance(1_000);
    await flushPromises();
    expect(projected('s1')).toBeUndefined();
    await node.ask(1, lock('s1', 103));
    world.gates.project.succeedAgain();
    world.clock.advance(1_000);
    await flushPromises();
    expect(projected('s1')).toMatchObject({ seats: [{ id: 101 }, { id: 102 }, { id: 103 }] });
    expect(world.stored().takenSeats.size).toBe(4);
    expect(world.broken).toEqual([]);
  });

  test('keeps a changed status until it is written, and writes it once', async () => {
    world.gates.project.failAll();
    await node.ask(1, { kind: 'set-status', status: 'ARCHIVED' });
    world.clock.advance(1_000);
    await flushPromises();
    expect(world.steps).toEqual([]);
    world.gates.project.succeedAgain();
    world.clock.advance(1_000);
    await flushPromises();
    await node.ask(1, { kind: 'define-prices', prices: [{ id: 99, name: 'new', externalId: null }] });
    await node.settle([1]);
    expect(world.steps.map(({ status }) => status)).toEqual(['ARCHIVED', undefined]);
  });

  test('of one event does not stop other events from being projected, woken or evicted', async () => {
    world.policy.current = { ...world.policy.current, holdMs: 3 * minute };
    for (let eventNumber = 2; eventNumber <= 80; eventNumber++) world.addEvent(eventNumber);
    for (let eventNumber = 1; eventNumber <= 80; eventNumber++) await node.ask(eventNumber, create(`s${eventNumber}`));
    world.gates.project.failAll(1);
    for (let seconds = 0; seconds < 65; seconds++) {
      world.clock.advance(1_000);
      await flushPromises();
    }
    const behind = [...world.events].filter(([, { projectedSeq, records }]) => projectedSeq < records.length);
    expect(behind.map(([eventNumber]) => eventNumber)).toEqual([1]);
    expect(node.totals.liveEvents).toBe(1);
  });
});
