/** Where a command goes, what is sent again and what is not, on a clock and among peers that the test plays. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { Fault, Moved } from '#actors/fault.ts';
import type { Envelope, NodeCard, PeerOutcome } from '#cluster/ports.ts';
import type { Command } from '#domain/command.ts';
import { done, leaseMs, nodeNamed, PlayedWorld } from '../support/cluster-world.ts';

const other = nodeNamed('other');
const third = nodeNamed('third');
const look: Command = { kind: 'read-prices' };
const repeatable: Command = { kind: 'set-status', status: 'ARCHIVED' };
const onceOnly: Command = { kind: 'delete-price', priceId: 1 };
const answered: PeerOutcome = { kind: 'answer', answer: done };

let world: PlayedWorld;
/** An event that `other` should have, and one that is this node's. */
let theirs: number;
let ours: number;

beforeEach(async () => {
  world = new PlayedWorld();
  await world.joinedBy(other, third);
  theirs = eventOf(other);
  ours = eventOf(world.self);
});

function eventOf(node: NodeCard): number {
  for (let eventNumber = 0; ; eventNumber++) {
    if (world.membership.ownerOf(eventNumber)?.id === node.id) return eventNumber;
  }
}

const ask = (eventNumber: number, command: Command = look) => world.until(world.router.ask(eventNumber, command));

/** Peers answer in this order, the last one for ever. */
function answering(...outcomes: readonly PeerOutcome[]): void {
  let place = 0;
  world.answerOf = () => outcomes[Math.min(place++, outcomes.length - 1)] as PeerOutcome;
}

test('an event of this node is asked here, its lease won first, and only once', async () => {
  expect(await ask(ours)).toBe(done);
  expect(await ask(ours)).toBe(done);
  expect(world.story).toEqual([`acquire ${ours}`, `run ${ours}`, `run ${ours}`]);
});

test('an event of another node is asked there', async () => {
  answering(answered);
  expect(await ask(theirs)).toEqual(done);
  expect(world.story).toEqual(['ask other']);
});

test('a node that names another one is believed, for this request and the next', async () => {
  world.answerOf = (node) => (node.id === 'other' ? { kind: 'not-owner', hint: third } : answered);
  await ask(theirs);
  await ask(theirs);
  expect(world.story).toEqual(['ask other', 'ask third', 'ask third']);
});

test('at most two nodes are asked before a pause', async () => {
  world.answerOf = (node) => ({ kind: 'not-owner', hint: node.id === 'other' ? third : other });
  const asking = ask(theirs);
  expect(world.story.length).toBeLessThanOrEqual(2);
  await expect(asking).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('what surely did not run is asked again until the time is up', async () => {
  answering({ kind: 'unreached' }, { kind: 'not-owner', hint: null }, answered);
  expect(await ask(theirs, onceOnly)).toEqual(done);
  answering({ kind: 'unreached' });
  const startedAt = world.time.now();
  await expect(ask(theirs, onceOnly)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(world.time.now() - startedAt).toBeGreaterThanOrEqual(1_500);
  expect(world.time.now() - startedAt).toBeLessThan(1_700);
});

test('a node that is dead is told of, and its events are taken over at once', async () => {
  answering(answered);
  await ask(theirs);
  world.dead.add('other');
  world.dead.add('third');
  world.holders.set(theirs, other);
  world.story.length = 0;
  const startedAt = world.time.now();
  expect(await world.router.ask(theirs, onceOnly)).toBe(done);
  expect(world.time.now()).toBe(startedAt);
  expect(world.story).toContain('tell third: other suspected');
  expect(world.story.slice(-3)).toEqual([`break ${theirs}`, `acquire ${theirs}`, `run ${theirs}`]);
});

test('a node that has a lease and knows nothing of it loses it', async () => {
  world.holders.set(ours, third);
  world.answerOf = () => ({ kind: 'not-owner', hint: world.self });
  expect(await world.router.ask(ours, onceOnly)).toBe(done);
  expect(world.story).toEqual([`acquire ${ours}`, 'ask third', `break ${ours}`, `acquire ${ours}`, `run ${ours}`]);
});

describe('when the way to the owner is cut', () => {
  /** `other` cannot be reached from here; `third` is asked instead, and answers so. */
  function cut(relayed: PeerOutcome): Envelope[] {
    const sent: Envelope[] = [];
    world.answerOf = (node, envelope) => {
      sent.push(envelope);
      return node.id === 'other' ? { kind: 'unreached' } : relayed;
    };
    return sent;
  }

  test('a third node is asked to pass it on, at once, and first from then on', async () => {
    const sent = cut(answered);
    const startedAt = world.time.now();
    expect(await world.router.ask(theirs, onceOnly)).toEqual(done);
    expect(world.time.now()).toBe(startedAt);
    expect(await world.router.ask(theirs, onceOnly)).toEqual(done);
    expect(world.story).toEqual(['ask other', 'ask third', 'ask third']);
    expect(sent.map(({ hop, relayTo }) => [hop, relayTo])).toEqual([
      [1, undefined],
      [1, 'other'],
      [1, 'other'],
    ]);
  });

  test('until it answers again', async () => {
    cut(answered);
    await ask(theirs);
    await world.pass(leaseMs);
    world.answerOf = () => answered;
    world.story.length = 0;
    await ask(theirs);
    expect(world.story).toEqual(['ask other']);
  });

  test('what the third one lost may have run', async () => {
    cut({ kind: 'lost' });
    await expect(ask(theirs, onceOnly)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(world.story).toEqual(['ask other', 'ask third']);
  });

  test('what the third one says takes no lease from the owner', async () => {
    world.holders.set(ours, other);
    cut({ kind: 'not-owner', hint: world.self });
    await expect(ask(ours, onceOnly)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(world.story).toContain('ask third');
    expect(world.story).not.toContain(`break ${ours}`);
  });

  test('nobody is asked in a circle when no node reaches it', async () => {
    cut({ kind: 'not-owner', hint: other });
    await expect(ask(theirs, onceOnly)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const rounds = world.story.filter((line) => line === 'ask third').length;
    expect(rounds).toBeLessThan(1_500 / 20);
  });
});

describe('a command to be passed on', () => {
  const envelope = (changes: Partial<Envelope> = {}): Envelope => ({
    id: 'x',
    target: 'self',
    hop: 1,
    relayTo: 'other',
    remainingMs: 100,
    request: { kind: 'ask', eventNumber: theirs, command: onceOnly },
    ...changes,
  });

  test('is sent to the node that was named, as the last hop, and its word is given back', async () => {
    const sent: Envelope[] = [];
    world.answerOf = (_, passed) => {
      sent.push(passed);
      return answered;
    };
    expect(await world.router.serve(envelope())).toEqual(answered);
    expect(sent).toMatchObject([{ id: 'x', target: 'other', hop: 2, request: envelope().request }]);
    expect(sent[0]).not.toHaveProperty('relayTo');
  });

  test.each<PeerOutcome>([{ kind: 'lost' }, { kind: 'not-owner', hint: third }])(
    'is reported as it ended: %j',
    async (outcome) => {
      answering(outcome);
      expect(await world.router.serve(envelope())).toEqual(outcome);
    },
  );

  test.each<PeerOutcome>([{ kind: 'unreached' }, { kind: 'dead' }])(
    'has surely not run when it could not be sent: %j',
    async (outcome) => {
      answering(outcome);
      expect(await world.router.serve(envelope())).toMatchObject({ kind: 'not-owner' });
    },
  );

  test('is answered here when the event is this node’s', async () => {
    const request = { ...envelope().request, eventNumber: ours };
    expect(await world.router.serve(envelope({ request }))).toEqual({ kind: 'answer', answer: done });
    expect(world.story).toEqual([`acquire ${ours}`, `run ${ours}`]);
  });

  test.each([{ hop: 2 }, { relayTo: 'stranger' }])(
    'goes nowhere when it has come too far or nobody knows whereto: %j',
    async (changes) => {
      expect(await world.router.serve(envelope(changes))).toEqual({ kind: 'not-owner', hint: other });
      expect(world.story).toEqual([]);
    },
  );
});

describe('what may have run', () => {
  test.each([
    ['looks', look],
    ['is idempotent', repeatable],
  ])('is sent again when it %s', async (_, command) => {
    answering({ kind: 'lost' }, answered);
    expect(await ask(theirs, command)).toEqual(done);
  });

  test('is not sent again otherwise', async () => {
    answering({ kind: 'lost' }, answered);
    await expect(ask(theirs, onceOnly)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(world.story).toEqual(['ask other']);
  });

  test.each<[string, Command, string]>([
    ['is still unknown', repeatable, 'OUTCOME_UNKNOWN'],
    ['does not matter when it looks', look, 'UNAVAILABLE'],
  ])('and is refused when it is sent again %s', async (_, command, code) => {
    answering({ kind: 'lost' }, { kind: 'fault', code: 'UNAVAILABLE', message: 'full', retryAfterSeconds: 9 });
    await expect(ask(theirs, command)).rejects.toMatchObject({ code });
  });
});

test.each<Fault['code']>(['UNAVAILABLE', 'OUTCOME_UNKNOWN'])(
  'a fault %s stays what it is, and is not tried again',
  async (code) => {
    answering({ kind: 'fault', code, message: 'full', retryAfterSeconds: 9 }, answered);
    await expect(ask(theirs)).rejects.toMatchObject({ code, retryAfterSeconds: 9 });
    world.localAnswer = () => new Fault(code, 'full', 7);
    await expect(ask(ours)).rejects.toMatchObject({ code, retryAfterSeconds: 7 });
    expect(world.story).toEqual(['ask other', `acquire ${ours}`, `run ${ours}`]);
  },
);

test('after a stand-still nothing is begun: a caller is refused, another node is told to ask again', async () => {
  world.watch.isStale = true;
  await expect(ask(ours)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const request = { kind: 'ask', eventNumber: ours, command: look } as const;
  const envelope = { id: 'x', target: 'self', hop: 1, remainingMs: 100, request };
  expect(await world.router.serve(envelope)).toEqual({ kind: 'not-owner', hint: null });
  expect(world.story).toEqual([]);
});

test('an event that has just moved is asked again', async () => {
  const answers = [new Moved('moving'), new Moved('moving'), done];
  world.localAnswer = () => answers.shift() as typeof done;
  expect(await ask(ours, onceOnly)).toBe(done);
});

describe('a command from another node', () => {
  const envelope = (eventNumber: number) => ({
    id: 'x',
    target: 'self',
    hop: 1,
    remainingMs: 100,
    request: { kind: 'ask', eventNumber, command: look } as const,
  });

  test('is answered when the event is this node’s, and never sent on', async () => {
    expect(await world.router.serve(envelope(ours))).toEqual({ kind: 'answer', answer: done });
    expect(await world.router.serve(envelope(theirs))).toEqual({ kind: 'not-owner', hint: other });
    expect(world.story).toEqual([`acquire ${ours}`, `run ${ours}`]);
  });

  test('is told who has the event', async () => {
    world.holders.set(ours, third);
    expect(await world.router.serve(envelope(ours))).toEqual({ kind: 'not-owner', hint: third });
  });

  test('is told to come back when the event is moving', async () => {
    world.localAnswer = () => new Moved('moving');
    expect(await world.router.serve(envelope(ours))).toEqual({ kind: 'not-owner', hint: null });
  });

  test('gets the fault that a caller here would get', async () => {
    world.localAnswer = () => new Fault('UNAVAILABLE', 'full', 7);
    const fault = { kind: 'fault', code: 'UNAVAILABLE', message: 'full', retryAfterSeconds: 7 };
    expect(await world.router.serve(envelope(ours))).toEqual(fault);
  });
});

test('what is to be projected is projected where it is; what is to be forgotten, everywhere', async () => {
  answering({ kind: 'done' });
  await world.until(world.router.settle([ours, theirs]));
  expect(world.story).toEqual(expect.arrayContaining([`settle ${ours}`, 'ask other']));
  world.story.length = 0;
  await world.until(world.router.forget(theirs));
  expect(world.story.sort()).toEqual(['ask other', 'ask third', `forget ${theirs}`]);
});
