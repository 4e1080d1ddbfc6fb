/** Ended sessions leave memory once they are projected, and are loaded again for late calls on them. */
import { mailboxDepthMax } from '#actors/mailbox.ts';
import { cancel, checkout, confirm, create, get, inventory, lock, release } from '../support/commands.ts';
import { outcomeOf } from '../support/event-driver.ts';
import type { LoneNode } from '../support/lone-node.ts';
import { flushPromises, SimulatedWorld } from '../support/simulated-world.ts';

let world: SimulatedWorld;
let node: LoneNode;

beforeEach(async () => {
  world = new SimulatedWorld();
  world.addEvent();
  node = world.makeNode();
  await node.start();
  for (const [id, seat] of [
    ['s1', 101],
    ['s2', 102],
  ] as const) {
    await node.ask(1, create(id));
    await node.ask(1, lock(id, seat));
    await node.ask(1, checkout(id));
  }
  await node.ask(1, confirm('s1', 'order'));
  await node.ask(1, cancel('s2'));
  await node.settle([1]);
});

async function inMemory(): Promise<string[]> {
  const answer = await node.ask(1, inventory);
  return answer.ok && answer.reply.kind === 'inventory' ? answer.reply.inventory.sessions.map(({ id }) => id) : [];
}

describe('an ended session that has been projected', () => {
  test('is not in memory', async () => {
    await node.ask(1, create('s3'));
    await node.ask(1, lock('s3', 104));
    await node.settle([1]);
    expect(await inMemory()).toEqual(['s3']);
  });

  test('answers late calls as if it were in memory, and leaves memory again', async () => {
    expect(outcomeOf(await node.ask(1, get('s1')))).toBe('CONFIRMED');
    expect(await node.ask(1, confirm('s1', 'other'))).toMatchObject({ reply: { session: { reference: 'order' } } });
    expect(outcomeOf(await node.ask(1, lock('s1', 103)))).toBe('SESSION_DEAD');
    expect(outcomeOf(await node.ask(1, get('s2')))).toBe('CANCELLED');
    expect(await node.ask(1, create('s9', 'key of s2'))).toMatchObject({
      reply: { isNew: false, session: { id: 's2' } },
    });
    expect(await inMemory()).toEqual([]);
  });

  test('can be released late, which frees its seat and its reference', async () => {
    expect(outcomeOf(await node.ask(1, release('s1')))).toBe('CANCELLED');
    await node.ask(1, create('s3'));
    await node.ask(1, lock('s3', 104));
    expect(outcomeOf(await node.ask(1, lock('s3', 101)))).toBe('ACTIVE');
    await node.ask(1, checkout('s3'));
    expect(outcomeOf(await node.ask(1, confirm('s3', 'order')))).toBe('CONFIRMED');
    await node.settle([1]);
    expect(await inMemory()).toEqual([]);
    expect(outcomeOf(await node.ask(1, get('s1')))).toBe('CANCELLED');
  });

  test('still prevents other sessions from using its reference', async () => {
    await node.ask(1, create('s3'));
    await node.ask(1, lock('s3', 104));
    await node.ask(1, lock('s3', 103));
    await node.ask(1, checkout('s3'));
    expect(await node.ask(1, confirm('s3', 'order'))).toMatchObject({ refusal: { sessionId: 's1' } });
  });

  test('is never answered from an outdated record if several callers look it up', async () => {
    const slow = world.gates.find.hold();
    const late = node.ask(1, get('s1'));
    await slow.arrived;
    expect(outcomeOf(await node.ask(1, release('s1')))).toBe('CANCELLED');
    await node.settle([1]);
    slow.release();
    expect(outcomeOf(await late)).toBe('CANCELLED');
    expect(await inMemory()).toEqual([]);
  });

  test('does not delay other commands while it is looked up', async () => {
    const slow = world.gates.find.hold();
    const late = node.ask(1, get('s1'));
    await slow.arrived;
    expect(outcomeOf(await node.ask(1, create('s3')))).toBe('ACTIVE');
    slow.release();
    expect(outcomeOf(await late)).toBe('CONFIRMED');
  });

  test('that cannot be read refuses the call without running it, and the next call may succeed', async () => {
    world.gates.find.failAll();
    await expect(node.ask(1, release('s1'))).rejects.toMatchObject({ name: 'Fault', code: 'UNAVAILABLE' });
    world.gates.find.succeedAgain();
    expect(outcomeOf(await node.ask(1, get('s1')))).toBe('CONFIRMED');
    expect(await inMemory()).toEqual([]);
  });

  test('does not stay in memory for a call that was refused after the look-up', async () => {
    const slow = world.gates.find.hold();
    const late = node.ask(1, get('s1'));
    await slow.arrived;
    const append = world.gates.append.hold();
    const first = node.ask(1, create('s3'));
    await append.arrived;
    const waiting = Array.from({ length: mailboxDepthMax }, () => node.ask(1, get('s3')));
    slow.release();
    await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    append.release();
    await Promise.all([first, ...waiting]);
    await flushPromises();
    expect(await inMemory()).toEqual([]);
  });
});
