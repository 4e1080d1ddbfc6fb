/** While the journal cannot be written, changes are refused at once and reads are answered. */
import { type Callers, callersOf } from '../support/callers.ts';
import { create, get, lock } from '../support/commands.ts';
import type { LoneNode } from '../support/lone-node.ts';
import { flushPromises, SimulatedWorld } from '../support/simulated-world.ts';

let world: SimulatedWorld;
let node: LoneNode;
let { answers, ask }: Callers = callersOf(() => node);

beforeEach(async () => {
  world = new SimulatedWorld();
  world.addEvent(1);
  world.addEvent(2);
  node = world.makeNode();
  await node.start();
  await node.ask(1, create('s1'));
  ({ answers, ask } = callersOf(() => node));
});

describe('while the journal cannot be written', () => {
  test('changes are refused before they reach an event, and reads are answered', async () => {
    world.isWritable = false;
    const turns = world.batches.length;
    await ask('lock', lock('s1', 101));
    await ask('create', create('s2'));
    expect(world.batches).toHaveLength(turns);
    await ask('look', get('s1'));
    expect(answers).toEqual(['lock: UNAVAILABLE', 'create: UNAVAILABLE', 'look: ACTIVE']);
  });

  test('no event is loaded for a change', async () => {
    world.isWritable = false;
    await expect(node.ask(2, create('s2'))).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 1 });
    expect(node.totals.liveEvents).toBe(1);
  });

  test('an event with an append in flight answers nothing, not even reads', async () => {
    const append = world.gates.append.hold();
    const first = ask('first', lock('s1', 101));
    await append.arrived;
    world.isWritable = false;
    await ask('look', get('s1'));
    expect(answers).toEqual(['look: UNAVAILABLE']);
    world.isWritable = true;
    append.release();
    await first;
    await flushPromises();
    await ask('look again', get('s1'));
    expect(answers.slice(1)).toEqual(['first: ACTIVE', 'look again: ACTIVE']);
  });

  test('callers that are already queued are refused within a second', async () => {
    const append = world.gates.append.hold();
    const first = ask('first', lock('s1', 101));
    await append.arrived;
    const waiting = ask('waiting', lock('s1', 102));
    world.isWritable = false;
    world.clock.advance(1_000);
    await waiting;
    expect(answers).toEqual(['waiting: UNAVAILABLE']);
    append.release();
    await first;
    expect(answers).toEqual(['waiting: UNAVAILABLE', 'first: ACTIVE']);
  });

  test('reads are not refused because of another read whose ownership check is in flight', async () => {
    const proof = world.gates.verify.hold();
    const first = ask('first', get('s1'));
    await proof.arrived;
    world.isWritable = false;
    const second = ask('second', get('s1'));
    proof.release();
    await Promise.all([first, second]);
    expect(answers).toEqual(['first: ACTIVE', 'second: ACTIVE']);
  });
});
