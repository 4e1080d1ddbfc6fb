/** The timing that an answer carries, with a stopwatch that the test moves. */
import type { Command } from '#domain/command.ts';
import type { Timing } from '#domain/timing.ts';
import { book, create, get, inventory, lock } from '../support/commands.ts';
import type { LoneNode } from '../support/lone-node.ts';
import { SimulatedWorld } from '../support/simulated-world.ts';

let ms: number;
let world: SimulatedWorld;
let node: LoneNode;

beforeEach(async () => {
  ms = 1_000;
  world = Object.assign(new SimulatedWorld(), { stopwatch: () => ms });
  world.addEvent();
  node = world.makeNode();
  await node.start();
  await node.ask(1, create('s1'));
});

async function timingOf(command: Command): Promise<Timing | undefined> {
  return (await node.ask(1, command)).timing;
}

test('answers show the time in the queue and the time of the append separately', async () => {
  const append = world.gates.append.hold();
  const waiting = [timingOf(lock('s1', 101))];
  ms += 3;
  waiting.push(timingOf(get('s1')), timingOf(book('sell-seats', 101)), timingOf(inventory));
  ms += 1.25;
  await append.arrived;
  ms += 7.00049;
  append.release();
  const proven = { decideMs: 0, proof: 'append', proofMs: 7 };
  expect(await Promise.all(waiting)).toEqual([
    { ...proven, queueMs: 4.25 },
    { ...proven, queueMs: 1.25 },
    { ...proven, queueMs: 1.25 },
    { ...proven, queueMs: 1.25 },
  ]);
});

test('a command during an append counts the append as queue time, and a batch that only read is verified', async () => {
  const append = world.gates.append.hold();
  const first = timingOf(lock('s1', 101));
  await append.arrived;
  const verify = world.gates.verify.hold();
  const second = timingOf(get('s1'));
  ms += 5;
  append.release();
  await first;
  await verify.arrived;
  ms += 2;
  verify.release();
  expect(await second).toEqual({ queueMs: 5, decideMs: 0, proof: 'verify', proofMs: 2 });
});

test('the look-up of a session counts as queue time', async () => {
  const find = world.gates.find.hold();
  const late = timingOf(get('s2'));
  await find.arrived;
  ms += 9;
  find.release();
  expect(await late).toEqual({ queueMs: 9, decideMs: 0, proof: 'verify', proofMs: 0 });
});

test('the time of the decision is measured for each command separately', async () => {
  const ticking = Object.assign(world, { stopwatch: () => ms++ }).makeNode();
  await ticking.start();
  const answers = await Promise.all([ticking.ask(1, get('s1')), ticking.ask(1, get('s1'))]);
  expect(answers.map(({ timing }) => timing?.decideMs)).toEqual([1, 1]);
});

test('timing is never journaled, and answers have none without a stopwatch', async () => {
  const untimed = Object.assign(world, { stopwatch: undefined }).makeNode();
  await untimed.start();
  expect(await untimed.ask(1, get('s1'))).not.toHaveProperty('timing');
  expect(world.stored().records.join()).not.toContain('timing');
});
