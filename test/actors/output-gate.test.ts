/** The output gate under load: a second batch is decided during an append, sent after it, and answered in order. */
import { Fault } from '#actors/fault.ts';
import type { HeldCall } from '../support/call-gate.ts';
import { type Callers, callersOf } from '../support/callers.ts';
import { cancel, create, get, lock } from '../support/commands.ts';
import type { LoneNode } from '../support/lone-node.ts';
import { flushPromises, SimulatedWorld } from '../support/simulated-world.ts';

const second = 1_000;

let world: SimulatedWorld;
let node: LoneNode;
let { answers, ask }: Callers = callersOf(() => node);

beforeEach(async () => {
  world = new SimulatedWorld();
  world.addEvent();
  node = world.makeNode();
  await node.start();
  await node.ask(1, create('s1'));
  await node.ask(1, create('s2'));
  ({ answers, ask } = callersOf(() => node));
});

/** Two locks of s1 are in an append that the test holds back; three commands wait behind it. */
async function loadedGate(): Promise<{ append: HeldCall; allAnswered: Promise<unknown> }> {
  const append = world.gates.append.hold();
  const first = [ask('first', lock('s1', 101)), ask('first too', lock('s1', 102))];
  await append.arrived;
  world.batches.length = 0;
  const rest = [ask('lock', lock('s2', 103)), ask('losing lock', lock('s2', 101)), ask('read after', get('s2'))];
  await flushPromises();
  return { append, allAnswered: Promise.all([...first, ...rest]) };
}

async function seatsOf(sessionId: string): Promise<readonly number[]> {
  const answer = await node.ask(1, get(sessionId));
  if (!answer.ok || answer.reply.kind !== 'session') throw new Error(`no session ${sessionId}`);
  return [...answer.reply.session.seats].map(({ id }) => id);
}

describe('a batch that waits while an append is in flight', () => {
  test('is decided meanwhile, and sent and answered after it', async () => {
    const { append, allAnswered } = await loadedGate();
    const next = world.gates.append.hold();
    expect([world.batches, answers]).toEqual([[3], []]);
    const before = world.stored().records.length;
    append.release();
    await next.arrived;
    await flushPromises();
    expect(answers).toEqual(['first: ACTIVE', 'first too: ACTIVE']);
    expect(world.stored().records.length).toBe(before + 1);
    next.release();
    await allAnswered;
    expect(answers.slice(2)).toEqual(['lock: ACTIVE', 'losing lock: SEAT_CONFLICT', 'read after: ACTIVE']);
    expect(world.batches).toEqual([3]);
  });

  test('is not decided ahead if it is smaller than 1.5 × the batch in flight, because it may still grow', async () => {
    const append = world.gates.append.hold();
    const asked = [ask('first', lock('s1', 101)), ask('first too', lock('s1', 102))];
    await append.arrived;
    world.batches.length = 0;
    for (const [name, seat] of [
      ['one', 103],
      ['two', 104],
    ] as const) {
      asked.push(ask(name, lock('s2', seat)));
      await flushPromises();
      expect(world.batches).toEqual([]);
    }
    asked.push(ask('three', lock('s2', 105)));
    await flushPromises();
    expect(world.batches).toEqual([3]);
    append.release();
    await Promise.all(asked);
  });

  test('is the only one that is decided ahead, however many commands wait', async () => {
    const { append, allAnswered } = await loadedGate();
    const others = Array.from({ length: 20 }, (_, at) => ask(`${at}`, get('s1')));
    await flushPromises();
    expect(world.batches).toEqual([3]);
    append.release();
    await Promise.all([allAnswered, ...others]);
    expect(world.batches).toEqual([3, 20]);
  });

  test('that only reads is checked after the append, for the record that it has seen', async () => {
    const append = world.gates.append.hold();
    const proof = world.gates.verify.hold();
    const asked = [ask('first', lock('s1', 101))];
    await append.arrived;
    asked.push(ask('read', get('s1')), ask('read again', get('s2')));
    await flushPromises();
    append.release();
    await proof.arrived;
    await flushPromises();
    expect(answers).toEqual(['first: ACTIVE']);
    proof.release();
    await Promise.all(asked);
    expect(answers.slice(1)).toEqual(['read: ACTIVE', 'read again: ACTIVE']);
  });

  test('is refused, and never sent, if the append is fenced', async () => {
    const { append, allAnswered } = await loadedGate();
    const before = world.stored().records.length;
    world.loseOwnership();
    append.release();
    await allAnswered;
    expect(new Set(answers.map((line) => line.split(': ')[1]))).toEqual(new Set(['UNAVAILABLE']));
    expect([answers.length, world.broken, world.stored().records.length]).toEqual([5, ['fenced'], before]);
    expect([await seatsOf('s1'), await seatsOf('s2')]).toEqual([[], []]);
  });

  test('is refused, and never sent, if the database refuses the append', async () => {
    const { append, allAnswered } = await loadedGate();
    append.fail();
    await allAnswered;
    expect(new Set(answers.map((line) => line.split(': ')[1]))).toEqual(new Set(['UNAVAILABLE']));
    expect([answers.length, world.broken]).toEqual([5, ['refused']]);
    expect([await seatsOf('s1'), await seatsOf('s2')]).toEqual([[], []]);
  });

  test('is refused if the journal is closed while the outcome of the append is unknown', async () => {
    const { append, allAnswered } = await loadedGate();
    append.fail(new Fault('OUTCOME_UNKNOWN', 'closed'));
    await allAnswered;
    expect(answers.slice(0, 2)).toEqual(['first: OUTCOME_UNKNOWN', 'first too: OUTCOME_UNKNOWN']);
    // These were decided ahead and never sent.
    expect(answers.slice(2)).toEqual(['lock: UNAVAILABLE', 'losing lock: UNAVAILABLE', 'read after: UNAVAILABLE']);
  });

  test('is sent although the ownership check before it failed, because that batch wrote nothing', async () => {
    const proof = world.gates.verify.hold();
    const asked = [ask('read', get('s1'))];
    await proof.arrived;
    asked.push(ask('lock', lock('s2', 103)), ask('second lock', lock('s2', 104)));
    await flushPromises();
    proof.fail();
    await Promise.all(asked);
    expect(answers).toEqual(['read: UNAVAILABLE', 'lock: ACTIVE', 'second lock: ACTIVE']);
    expect(world.broken).toEqual([]);
  });

  test('gets OUTCOME_UNKNOWN after ten seconds, and takes effect nevertheless', async () => {
    const { append } = await loadedGate();
    for (let count = 0; count < 11; count++) {
      world.clock.advance(second);
      await flushPromises();
    }
    expect(new Set(answers.map((line) => line.split(': ')[1]))).toEqual(new Set(['OUTCOME_UNKNOWN']));
    expect(answers).toHaveLength(5);
    append.release();
    await flushPromises();
    expect([await seatsOf('s1'), await seatsOf('s2')]).toEqual([[101, 102], [103]]);
  });
});

describe('a caller that waits until the event is at rest', () => {
  test('comes before a later batch is decided, however large that is', async () => {
    const append = world.gates.append.hold();
    const asked = [ask('first', lock('s1', 101))];
    await append.arrived;
    world.batches.length = 0;
    const settled = node.settle([1]).then(() => void answers.push('settled'));
    await flushPromises();
    const next = world.gates.append.hold();
    asked.push(...[102, 103, 104].map((seat) => ask('lock', lock('s2', seat))));
    await flushPromises();
    expect(world.batches).toEqual([]);
    append.release();
    await next.arrived;
    await settled;
    await flushPromises();
    expect(answers.toSorted()).toEqual(['first: ACTIVE', 'settled']);
    expect(world.stored().projectedSeq).toBe(world.stored().records.length);
    next.release();
    await Promise.all(asked);
    expect([answers.length, world.batches]).toEqual([5, [3]]);
  });

  test('comes after a batch that was already decided', async () => {
    const { append, allAnswered } = await loadedGate();
    const parting = node.close();
    append.release();
    await Promise.all([allAnswered, parting]);
    expect(answers).toHaveLength(5);
    expect(world.stored().projectedSeq).toBe(world.stored().records.length);
  });
});

test('a batch whose facts cannot be encoded is refused, and its event is loaded again', async () => {
  Object.assign(world, {
    append: () => {
      throw new RangeError('Invalid string length');
    },
  });
  await ask('lock', lock('s1', 101));
  expect([answers, world.broken]).toEqual([['lock: UNAVAILABLE'], ['refused']]);
  Reflect.deleteProperty(world, 'append');
  await ask('lock again', lock('s1', 102));
  expect(answers.slice(1)).toEqual(['lock again: ACTIVE']);
  expect(await seatsOf('s1')).toEqual([102]);
});

test('a decision ahead that throws discards the actor, and the append in flight is still answered', async () => {
  await node.ask(1, lock('s1', 101));
  await node.close();
  const stored = world.stored();
  const sound = structuredClone(stored.snapshot);
  stored.snapshot?.image.columns.owners.fill(0);
  node = world.makeNode();
  await node.ask(1, get('s2'));
  const append = world.gates.append.hold();
  const asked = [ask('first', lock('s2', 103))];
  await append.arrived;
  asked.push(ask('cancel', cancel('s1')), ask('after', get('s2')));
  await flushPromises();
  expect([answers, world.broken]).toEqual([['cancel: UNAVAILABLE', 'after: UNAVAILABLE'], ['assertion']]);
  append.release();
  await Promise.all(asked);
  expect(answers.slice(2)).toEqual(['first: ACTIVE']);
  stored.snapshot = sound;
  expect(await seatsOf('s2')).toEqual([103]);
});
