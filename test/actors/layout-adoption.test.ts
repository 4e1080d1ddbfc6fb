/** A live event adopts a changed layout with one fact in its journal; an event at rest does so when it is loaded. */
import type { EventActor } from '#actors/event-actor.ts';
import { book, checkout, create, inventory, lock } from '../support/commands.ts';
import { outcomeOf } from '../support/event-driver.ts';
import { GrowingLayout } from '../support/growing-layout.ts';
import type { LoneNode } from '../support/lone-node.ts';
import { flushPromises, SimulatedWorld } from '../support/simulated-world.ts';

let world: SimulatedWorld;
let node: LoneNode;
let layout: GrowingLayout;

beforeEach(async () => {
  world = new SimulatedWorld();
  world.addEvent();
  layout = new GrowingLayout([10, 4], [20, 5]);
  node = world.makeNode();
  await node.start();
});

/** Adds a seat to row A of the stored layout; returns its id. */
function addSeat(place: number): number {
  const id = layout.addSeat(0, place);
  world.stored().seatMap = layout.next();
  return id;
}

const adoptions = (): number[] =>
  world.facts().flatMap((fact) => (fact.type === 'layout-adopted' ? [fact.version] : []));

async function sizeInMemory(): Promise<number> {
  const answer = await node.ask(1, inventory);
  return answer.ok && answer.reply.kind === 'inventory' ? answer.reply.inventory.states.length : 0;
}

test('a live event adopts a new layout once, and its sessions go on', async () => {
  await node.ask(1, create('s1'));
  await node.ask(1, lock('s1', 101));
  const id = addSeat(1);
  expect(await sizeInMemory()).toBe(14);
  await Promise.all([node.layouts.adopt(1), node.layouts.adopt(1), node.layouts.adopt(2)]);
  expect([adoptions(), await sizeInMemory(), world.takeOvers]).toEqual([[1], 15, [1]]);
  expect(outcomeOf(await node.ask(1, checkout('s1')))).toBe('PENDING_PAYMENT');
  expect(outcomeOf(await node.ask(1, book('sell-seats', id)))).toBe('true');
  await node.settle([1]);
  expect(world.stored().takenSeats.get(14)).toBe('SOLD');
});

test('a version that is announced once more is not asked for again', async () => {
  await node.ask(1, create('s1'));
  const actor = node.registry.actors.get(1) as EventActor;
  const asked = jest.spyOn(actor, 'ask');
  const countOfAsked = async (): Promise<number> => {
    await node.layouts.adopt(1);
    return asked.mock.calls.length;
  };
  expect(await countOfAsked()).toBe(0);
  addSeat(1);
  expect([await countOfAsked(), await countOfAsked(), adoptions()]).toEqual([1, 1, [1]]);
});

test('an event at rest adopts the newest layout before it answers, and only once even after a crash', async () => {
  await node.ask(1, create('s1'));
  await node.close();
  addSeat(0);
  const id = addSeat(3);
  const next = world.makeNode();
  expect(outcomeOf(await next.ask(1, book('sell-seats', id)))).toBe('true');
  expect(adoptions()).toEqual([2]);
  // The earlier registries are not closed, as in a crash.
  const last = world.makeNode();
  expect(outcomeOf(await last.ask(1, book('sell-seats', id)))).toBe('false');
  expect(adoptions()).toEqual([2]);
});

test('a layout that changes while its event is being loaded is adopted too', async () => {
  const load = world.load.bind(world);
  let adopted: Promise<void> | undefined;
  world.load = async (ownership) => {
    const stored = await load(ownership);
    addSeat(0);
    adopted = node.layouts.adopt(1);
    return stored;
  };
  expect(outcomeOf(await node.ask(1, create('s1')))).toBe('ACTIVE');
  await adopted;
  expect([adoptions(), await sizeInMemory()]).toEqual([[1], 15]);
});

test('an adoption of a layout that failed is tried again', async () => {
  await node.ask(1, create('s1'));
  addSeat(0);
  const seatMap = world.seatMap.bind(world);
  world.seatMap = () => Promise.reject(new Error('the database went away'));
  await node.layouts.adopt(1);
  expect(adoptions()).toEqual([]);
  world.seatMap = seatMap;
  world.clock.advance(1_000);
  await flushPromises();
  expect(adoptions()).toEqual([1]);
});
