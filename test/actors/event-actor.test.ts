/** The event actor: when it answers, and what callers get when the journal or the database fails. */
import { mailboxDepthMax } from '#actors/mailbox.ts';
import type { Command } from '#domain/command.ts';
import type { Inventory } from '#domain/inventory-copy.ts';
import { type Callers, callersOf } from '../support/callers.ts';
import { book, cancel, create, get, inventory, lock } from '../support/commands.ts';
import { outcomeOf } from '../support/event-driver.ts';
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
  ({ answers, ask } = callersOf(() => node));
});

describe('an event actor answers nothing before its facts are durable', () => {
  test('neither a change nor a refusal nor a read of the same batch', async () => {
    await ask('create', create('s1'));
    const append = world.gates.append.hold();
    const waiting = [ask('lock', lock('s1', 101)), ask('sale', book('sell-seats', 101)), ask('get', get('s1'))];
    await append.arrived;
    await flushPromises();
    expect(answers).toEqual(['create: ACTIVE']);
    append.release();
    await Promise.all(waiting);
    expect(answers.slice(1)).toEqual(['lock: ACTIVE', 'sale: SESSION_HELD', 'get: ACTIVE']);
  });

  test('and a copy of the inventory shows exactly the record that it names, whatever else the batch did', async () => {
    await ask('create', create('s1'));
    const copies: Inventory[] = [];
    for (const seat of [101, 102, 103]) {
      const turn = [node.ask(1, inventory), node.ask(1, lock('s1', seat)), node.ask(1, inventory)];
      for (const answer of await Promise.all(turn))
        if (answer.ok && answer.reply.kind === 'inventory') copies.push(answer.reply.inventory);
    }
    expect(copies).toHaveLength(6);
    expect(copies.map(({ seq }) => seq - (copies[0]?.seq ?? 0))).toEqual([0, 0, 1, 1, 2, 2]);
    expect(copies.map(({ states }) => states.filter((state) => state === 1).length)).toEqual([1, 1, 2, 2, 3, 3]);
  });

  test('nor commands that arrive while the append is in flight, which form the next batch', async () => {
    await ask('create', create('s1'));
    const append = world.gates.append.hold();
    const first = ask('lock', lock('s1', 101));
    await append.arrived;
    const second = [ask('get', get('s1')), ask('lock more', lock('s1', 102)), ask('unknown', get('s2'))];
    await flushPromises();
    expect(answers).toEqual(['create: ACTIVE']);
    append.release();
    await Promise.all([first, ...second]);
    // A session that is not in memory is looked up first, so its command is answered last.
    expect(answers.slice(1)).toEqual(['lock: ACTIVE', 'get: ACTIVE', 'lock more: ACTIVE', 'unknown: CANCELLED']);
    expect(world.batches).toContain(3);
  });

  test('but answers durable facts while the next append is in flight, and keeps them if that one is fenced', async () => {
    await ask('create', create('s1'));
    const append = world.gates.append.hold();
    const first = ask('lock', lock('s1', 101));
    await append.arrived;
    const second = ask('lock more', lock('s1', 102));
    await flushPromises();
    const next = world.gates.append.hold();
    append.release();
    await next.arrived;
    await first;
    expect(answers).toEqual(['create: ACTIVE', 'lock: ACTIVE']);
    world.loseOwnership();
    next.release();
    await second;
    expect(answers.slice(2)).toEqual(['lock more: UNAVAILABLE']);
  });

  test('a read that changes nothing waits for the proof that the event is still owned', async () => {
    await ask('create', create('s1'));
    const proof = world.gates.verify.hold();
    const read = ask('get', get('s1'));
    await proof.arrived;
    await flushPromises();
    expect(answers).toEqual(['create: ACTIVE']);
    proof.release();
    await read;
    expect(answers).toEqual(['create: ACTIVE', 'get: ACTIVE']);
  });

  test('and it answers commands in the order in which they arrived', async () => {
    await ask('create', create('s1'));
    const names = Array.from({ length: 1_500 }, (_, at) => `${at}`);
    await Promise.all(names.map((name, at) => ask(name, at % 3 === 0 ? book('lock-seats', 101) : get('s1'))));
    expect(answers.slice(1).map((line) => line.split(':')[0])).toEqual(names);
    expect(Math.max(...world.batches)).toBe(512);
  });

  test('and all commands that arrive in one iteration of the loop are one append', async () => {
    await ask('create', create('s1'));
    const before = world.stored().records.length;
    await Promise.all([101, 102, 103].map((seat) => ask(`${seat}`, lock('s1', seat))));
    expect(world.stored().records.length).toBe(before + 1);
  });
});

describe('a fenced append', () => {
  test('refuses all waiting callers, and the next request loads the stored state', async () => {
    await ask('create', create('s1'));
    const append = world.gates.append.hold();
    const first = [ask('lock', lock('s1', 101)), ask('get', get('s1'))];
    await append.arrived;
    const second = [ask('later', lock('s1', 102))];
    world.loseOwnership();
    append.release();
    await Promise.all([...first, ...second]);
    expect(answers.slice(1)).toEqual(['lock: UNAVAILABLE', 'get: UNAVAILABLE', 'later: UNAVAILABLE']);
    expect(world.broken).toEqual(['fenced']);
    await ask('again', get('s1'));
    expect(await node.ask(1, get('s1'))).toMatchObject({ reply: { session: { state: 'ACTIVE', seats: [] } } });
    expect(world.takeOvers).toEqual([1, 1]);
  });

  test('a read by a former owner is not answered either', async () => {
    await ask('create', create('s1'));
    world.loseOwnership();
    await ask('get', get('s1'));
    await ask('again', get('s1'));
    expect(answers.slice(1)).toEqual(['get: UNAVAILABLE', 'again: ACTIVE']);
    expect(world.broken).toEqual(['fenced']);
  });
});

describe('a database that refuses a statement', () => {
  test('of an append: nothing has changed, and the event is loaded again', async () => {
    await ask('create', create('s1'));
    const append = world.gates.append.hold();
    const waiting = ask('lock', lock('s1', 101));
    await append.arrived;
    append.fail();
    await waiting;
    await ask('again', lock('s1', 101));
    expect(answers.slice(1)).toEqual(['lock: UNAVAILABLE', 'again: ACTIVE']);
    expect(world.broken).toEqual(['refused']);
  });

  test('of an ownership check: the read is refused, the actor stays', async () => {
    await ask('create', create('s1'));
    world.gates.verify.failAll();
    await ask('get', get('s1'));
    world.gates.verify.succeedAgain();
    await ask('again', get('s1'));
    expect(answers.slice(1)).toEqual(['get: UNAVAILABLE', 'again: ACTIVE']);
    expect(world.takeOvers).toEqual([1]);
  });
});

describe('an append that does not answer', () => {
  /** Time passes in steps of a second, so that housekeeping runs. */
  async function pass(seconds: number): Promise<void> {
    for (let count = 0; count < seconds; count++) {
      world.clock.advance(second);
      await flushPromises();
    }
  }

  test('gives its callers OUTCOME_UNKNOWN after ten seconds, keeps the gate closed, and goes on afterwards', async () => {
    await ask('create', create('s1'));
    const append = world.gates.append.hold();
    void ask('lock', lock('s1', 101));
    await append.arrived;
    await pass(9);
    expect(answers).toEqual(['create: ACTIVE']);
    const late = ask('late', get('s1'));
    await pass(2);
    expect(answers.slice(1)).toEqual(['lock: OUTCOME_UNKNOWN']);
    await pass(6);
    await late;
    expect(answers.slice(2)).toEqual(['late: UNAVAILABLE']);
    append.release();
    await flushPromises();
    const answer = await node.ask(1, get('s1'));
    expect(answer).toMatchObject({ reply: { session: { seats: [{ id: 101 }] } } });
    expect([world.broken, world.takeOvers]).toEqual([[], [1]]);
  });

  test('a read whose ownership check is not answered gets UNAVAILABLE, because it changed nothing', async () => {
    await ask('create', create('s1'));
    const proof = world.gates.verify.hold();
    void ask('get', get('s1'));
    await proof.arrived;
    await pass(12);
    expect(answers.slice(1)).toEqual(['get: UNAVAILABLE']);
    proof.release();
    await flushPromises();
    expect(world.broken).toEqual([]);
  });
});

describe('a full mailbox', () => {
  test('refuses at once, does not delay expiries, and accepts commands again later', async () => {
    world.policy.current = { ...world.policy.current, holdMs: 2 * second };
    await ask('create', create('s1'));
    const append = world.gates.append.hold();
    const first = ask('first', lock('s1', 102));
    await append.arrived;
    const waiting = Array.from({ length: mailboxDepthMax }, () => node.ask(1, get('s1')));
    const { registry } = node;
    expect([1, 2].map((eventNumber) => registry.refusalOf(eventNumber)?.code)).toEqual(['UNAVAILABLE', undefined]);
    await ask('one too many', get('s1'));
    expect(answers.slice(1)).toEqual(['one too many: UNAVAILABLE']);
    expect(node.totals.mailboxDepth).toBe(mailboxDepthMax);
    world.clock.advance(2 * second);
    append.release();
    await first;
    expect(new Set((await Promise.all(waiting)).map(outcomeOf))).toEqual(new Set(['EXPIRED']));
    expect(registry.refusalOf(1)).toBeNull();
    await ask('after', get('s1'));
    expect(answers.slice(2)).toEqual(['first: ACTIVE', 'after: EXPIRED']);
  });
});

describe('a decision that throws', () => {
  const malformed = { ...lock('s1', 101), selection: null } as unknown as Command;

  test('refuses its caller alone, and the event goes on', async () => {
    await ask('create', create('s1'));
    await Promise.all([ask('before', get('s1')), ask('malformed', malformed), ask('after', lock('s1', 102))]);
    expect(answers.slice(1).toSorted()).toEqual(['after: ACTIVE', 'before: ACTIVE', 'malformed: INTERNAL_ERROR']);
    expect(world.broken).toEqual([]);
  });

  test('of a call with a key, or of a command of a newer version, refuses its caller alone too', async () => {
    await ask('create', create('s1'));
    const keyed = { ...malformed, key: { keyHash: 'k', bodyHash: 'b' } };
    const newer = { kind: 'read-weather' } as unknown as Command;
    await Promise.all([ask('keyed', keyed), ask('newer', newer), ask('after', lock('s1', 102))]);
    expect(answers.slice(1).toSorted()).toEqual(['after: ACTIVE', 'keyed: INTERNAL_ERROR', 'newer: INTERNAL_ERROR']);
    expect(world.broken).toEqual([]);
    await ask('repeated', { ...lock('s1', 103), key: keyed.key } as Command);
    expect(answers.at(-1)).toBe('repeated: ACTIVE');
  });
});

describe('a reply that throws', () => {
  test('gives its caller OUTCOME_UNKNOWN, keeps the facts, and the event goes on', async () => {
    const sound = world.policy.current;
    const broken = {
      ...sound,
      get maxSeats(): number {
        throw new Error('The policy cannot be read.');
      },
    };
    world.policy.current = broken;
    await Promise.all([ask('create', create('s1')), ask('get', get('s1'))]);
    await ask('repeated', create('s1'));
    expect(answers).toEqual(['create: OUTCOME_UNKNOWN', 'get: ACTIVE', 'repeated: INTERNAL_ERROR']);
    world.policy.current = sound;
    await ask('repaired', create('s1'));
    await node.close();
    node = world.makeNode();
    await ask('recovered', get('s1'));
    expect(answers.slice(3)).toEqual(['repaired: ACTIVE', 'recovered: ACTIVE']);
    expect(world.broken).toEqual([]);
  });
});

describe('a fact that throws', () => {
  test('discards the actor and refuses its waiting callers, and affects no other event', async () => {
    world.addEvent(2);
    await node.ask(2, create('s9'));
    await ask('create', create('s1'));
    await ask('lock', lock('s1', 101));
    await node.close();
    const stored = world.stored();
    const sound = structuredClone(stored.snapshot);
    stored.snapshot?.image.columns.owners.fill(0);
    node = world.makeNode();
    await Promise.all([ask('before', get('s1')), ask('cancel', cancel('s1')), ask('after', get('s1'))]);
    expect(answers.slice(2)).toEqual(['before: UNAVAILABLE', 'cancel: UNAVAILABLE', 'after: UNAVAILABLE']);
    expect(world.broken).toEqual(['assertion']);
    expect(outcomeOf(await node.ask(2, get('s9')))).toBe('ACTIVE');
    stored.snapshot = sound;
    await ask('repaired', cancel('s1'));
    expect(answers.at(-1)).toBe('repaired: CANCELLED');
    expect(outcomeOf(await node.ask(1, inventory))).toBe('inventory');
  });
});
