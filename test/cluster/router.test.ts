/** Where the router sends a command, and which commands it sends again; the test controls the clock and the peers. */
import { Fault, Moved } from '#actors/fault.ts';
import type { Envelope, EventRequest, NodeCard, PeerOutcome } from '#cluster/ports.ts';
import type { Command } from '#domain/command.ts';
import { done, leaseMs, nodeNamed, SimulatedPeers } from '../support/simulated-peers.ts';

const other = nodeNamed('other');
const third = nodeNamed('third');
const look: Command = { kind: 'read-prices' };
const repeatable: Command = { kind: 'set-status', status: 'ARCHIVED' };
const onceOnly: Command = { kind: 'delete-price', priceId: 1 };
const answered: PeerOutcome = { kind: 'answer', answer: done };

let world: SimulatedPeers;
/** An event whose preferred owner is `other`, and one of this node. */
let theirs: number;
let ours: number;

beforeEach(async () => {
  world = new SimulatedPeers();
  await world.joinedBy(other, third);
  theirs = eventOf(other);
  ours = eventOf(world.self);
});

function eventOf(node: NodeCard): number {
  for (let eventNumber = 0; ; eventNumber++) {
    if (world.membership.preferredNode(eventNumber)?.id === node.id) return eventNumber;
  }
}

const ask = (eventNumber: number, command: Command = look) => world.until(world.router.ask(eventNumber, command));

/** Peers answer in this order; the last outcome repeats. */
function answering(...outcomes: readonly PeerOutcome[]): void {
  let place = 0;
  world.answerOf = () => outcomes[Math.min(place++, outcomes.length - 1)] as PeerOutcome;
}

test('a command for an event of this node runs here, after its lease was acquired once', async () => {
  expect(await ask(ours)).toBe(done);
  expect(await ask(ours)).toBe(done);
  expect(world.calls).toEqual([`acquire ${ours}`, `run ${ours}`, `run ${ours}`]);
});

test('a command for an event of another node is forwarded to it', async () => {
  answering(answered);
  expect(await ask(theirs)).toEqual(done);
  expect(world.calls).toEqual(['ask other']);
});

test('a hint to another owner is followed, for this request and the next', async () => {
  world.answerOf = (node) => (node.id === 'other' ? { kind: 'not-owner', hint: third } : answered);
  await ask(theirs);
  await ask(theirs);
  expect(world.calls).toEqual(['ask other', 'ask third', 'ask third']);
});

test('at most two nodes are asked before a pause', async () => {
  world.answerOf = (node) => ({ kind: 'not-owner', hint: node.id === 'other' ? third : other });
  const asking = ask(theirs);
  expect(world.calls.length).toBeLessThanOrEqual(2);
  await expect(asking).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('a command that certainly did not run is sent again until the request times out', async () => {
  answering({ kind: 'unreached' }, { kind: 'not-owner', hint: null }, answered);
  expect(await ask(theirs, onceOnly)).toEqual(done);
  answering({ kind: 'unreached' });
  const startedAt = world.time.now();
  await expect(ask(theirs, onceOnly)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(world.time.now() - startedAt).toBeGreaterThanOrEqual(1_500);
  expect(world.time.now() - startedAt).toBeLessThan(1_700);
});

test('other nodes are told of a dead node, and its events are taken over at once', async () => {
  answering(answered);
  await ask(theirs);
  world.dead.add('other');
  world.dead.add('third');
  world.holders.set(theirs, other);
  world.calls.length = 0;
  const startedAt = world.time.now();
  expect(await world.router.ask(theirs, onceOnly)).toBe(done);
  expect(world.time.now()).toBe(startedAt);
  expect(world.calls).toContain('tell third: other suspected');
  expect(world.calls.slice(-3)).toEqual([`break ${theirs}`, `acquire ${theirs}`, `run ${theirs}`]);
});

test('the lease of a node that does not know of it is broken', async () => {
  world.holders.set(ours, third);
  world.answerOf = () => ({ kind: 'not-owner', hint: world.self });
  expect(await world.router.ask(ours, onceOnly)).toBe(done);
  expect(world.calls).toEqual([`acquire ${ours}`, 'ask third', `break ${ours}`, `acquire ${ours}`, `run ${ours}`]);
});

describe('when the connection to the owner is cut', () => {
  /** `other` is unreachable from here; all other nodes answer with `relayed`. Returns the sent envelopes. */
  function cut(relayed: PeerOutcome): Envelope[] {
    const sent: Envelope[] = [];
    world.answerOf = (node, envelope) => {
      sent.push(envelope);
      return node.id === 'other' ? { kind: 'unreached' } : relayed;
    };
    return sent;
  }

  test('a third node is asked at once to relay the command, and first from then on', async () => {
    const sent = cut(answered);
    const startedAt = world.time.now();
    expect(await world.router.ask(theirs, onceOnly)).toEqual(done);
    expect(world.time.now()).toBe(startedAt);
    expect(await world.router.ask(theirs, onceOnly)).toEqual(done);
    expect(world.calls).toEqual(['ask other', 'ask third', 'ask third']);
    expect(sent.map(({ hop, relayTo }) => [hop, relayTo])).toEqual([
      [1, undefined],
      [1, 'other'],
      [1, 'other'],
    ]);
  });

  test('the owner is asked directly again once it answers', async () => {
    cut(answered);
    await ask(theirs);
    await world.pass(leaseMs);
    world.answerOf = () => answered;
    world.calls.length = 0;
    await ask(theirs);
    expect(world.calls).toEqual(['ask other']);
  });

  test('a command that the relay lost may have run', async () => {
    cut({ kind: 'lost' });
    await expect(ask(theirs, onceOnly)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(world.calls).toEqual(['ask other', 'ask third']);
  });

  test('the answer of a relay does not break the owner’s lease', async () => {
    world.holders.set(ours, other);
    cut({ kind: 'not-owner', hint: world.self });
    await expect(ask(ours, onceOnly)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(world.calls).toContain('ask third');
    expect(world.calls).not.toContain(`break ${ours}`);
  });

  test('relays are asked with a pause between the rounds if no node reaches the owner', async () => {
    cut({ kind: 'not-owner', hint: other });
    await expect(ask(theirs, onceOnly)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const rounds = world.calls.filter((line) => line === 'ask third').length;
    expect(rounds).toBeLessThan(1_500 / 20);
  });
});

describe('a command to be relayed', () => {
  const envelope = (changes: Partial<Envelope<EventRequest>> = {}): Envelope<EventRequest> => ({
    target: 'self',
    hop: 1,
    relayTo: 'other',
    remainingMs: 100,
    request: { kind: 'ask', eventNumber: theirs, command: onceOnly },
    ...changes,
  });

  test('is sent to the named relay target as the last hop, and the answer is returned', async () => {
    const sent: Envelope[] = [];
    world.answerOf = (_, passed) => {
      sent.push(passed);
      return answered;
    };
    expect(await world.router.serve(envelope())).toEqual(answered);
    expect(sent).toMatchObject([{ target: 'other', hop: 2, request: envelope().request }]);
    expect(sent[0]).not.toHaveProperty('relayTo');
  });

  test.each<PeerOutcome>([{ kind: 'lost' }, { kind: 'not-owner', hint: third }])(
    'has its outcome returned unchanged: %j',
    async (outcome) => {
      answering(outcome);
      expect(await world.router.serve(envelope())).toEqual(outcome);
    },
  );

  test.each<PeerOutcome>([{ kind: 'unreached' }, { kind: 'dead' }])(
    'has certainly not run if it could not be sent: %j',
    async (outcome) => {
      answering(outcome);
      expect(await world.router.serve(envelope())).toMatchObject({ kind: 'not-owner' });
    },
  );

  test('runs here if the event belongs to this node', async () => {
    const request = { ...envelope().request, eventNumber: ours };
    expect(await world.router.serve(envelope({ request }))).toEqual({ kind: 'answer', answer: done });
    expect(world.calls).toEqual([`acquire ${ours}`, `run ${ours}`]);
  });

  test.each([{ hop: 2 }, { relayTo: 'stranger' }])(
    'is not forwarded after too many hops or to an unknown node: %j',
    async (changes) => {
      expect(await world.router.serve(envelope(changes))).toEqual({ kind: 'not-owner', hint: other });
      expect(world.calls).toEqual([]);
    },
  );
});

describe('a command that may have run', () => {
  test.each([
    ['only reads', look],
    ['is idempotent', repeatable],
  ])('is sent again if it %s', async (_, command) => {
    answering({ kind: 'lost' }, answered);
    expect(await ask(theirs, command)).toEqual(done);
  });

  test('is not sent again if it is not idempotent', async () => {
    answering({ kind: 'lost' }, answered);
    await expect(ask(theirs, onceOnly)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(world.calls).toEqual(['ask other']);
  });

  test.each<[string, Command, string]>([
    ['still has an unknown outcome', repeatable, 'OUTCOME_UNKNOWN'],
    ['has no effect in any case if it only reads', look, 'UNAVAILABLE'],
  ])('and is refused at the second attempt %s', async (_, command, code) => {
    answering({ kind: 'lost' }, { kind: 'fault', code: 'UNAVAILABLE', message: 'full', retryAfterSeconds: 9 });
    await expect(ask(theirs, command)).rejects.toMatchObject({ code });
  });
});

test.each<Fault['code']>(['UNAVAILABLE', 'OUTCOME_UNKNOWN'])(
  'a fault %s is passed on unchanged, and the command is not tried again',
  async (code) => {
    answering({ kind: 'fault', code, message: 'full', retryAfterSeconds: 9 }, answered);
    await expect(ask(theirs)).rejects.toMatchObject({ code, retryAfterSeconds: 9 });
    world.localAnswer = () => new Fault(code, 'full', 7);
    await expect(ask(ours)).rejects.toMatchObject({ code, retryAfterSeconds: 7 });
    expect(world.calls).toEqual(['ask other', `acquire ${ours}`, `run ${ours}`]);
  },
);

test('after the process was frozen no command starts: a caller is refused, another node is told to retry', async () => {
  world.stalls.isStale = true;
  await expect(ask(ours)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const request = { kind: 'ask', eventNumber: ours, command: look } as const;
  const envelope = { target: 'self', hop: 1, remainingMs: 100, request };
  expect(await world.router.serve(envelope)).toEqual({ kind: 'not-owner', hint: null });
  expect(world.calls).toEqual([]);
});

test('a command for an event that is moving is tried again', async () => {
  const answers = [new Moved('moving'), new Moved('moving'), done];
  world.localAnswer = () => answers.shift() as typeof done;
  expect(await ask(ours, onceOnly)).toBe(done);
});

describe('a command from another node', () => {
  const envelope = (eventNumber: number) => ({
    target: 'self',
    hop: 1,
    remainingMs: 100,
    request: { kind: 'ask', eventNumber, command: look } as const,
  });

  test('runs if the event belongs to this node, and is never forwarded', async () => {
    expect(await world.router.serve(envelope(ours))).toEqual({ kind: 'answer', answer: done });
    expect(await world.router.serve(envelope(theirs))).toEqual({ kind: 'not-owner', hint: other });
    expect(world.calls).toEqual([`acquire ${ours}`, `run ${ours}`]);
  });

  test('is answered with the owner of the event', async () => {
    world.holders.set(ours, third);
    expect(await world.router.serve(envelope(ours))).toEqual({ kind: 'not-owner', hint: third });
  });

  test('is answered with a retry while the event is moving', async () => {
    world.localAnswer = () => new Moved('moving');
    expect(await world.router.serve(envelope(ours))).toEqual({ kind: 'not-owner', hint: null });
  });

  test('gets the fault that a caller here would get', async () => {
    world.localAnswer = () => new Fault('UNAVAILABLE', 'full', 7);
    const fault = { kind: 'fault', code: 'UNAVAILABLE', message: 'full', retryAfterSeconds: 7 };
    expect(await world.router.serve(envelope(ours))).toEqual(fault);
  });
});

test('an event is projected at its owner, and forgotten at every node', async () => {
  answering({ kind: 'done' });
  await world.until(world.router.settle([ours, theirs]));
  expect(world.calls).toEqual(expect.arrayContaining([`settle ${ours}`, 'ask other']));
  world.calls.length = 0;
  await world.until(world.router.forget(theirs));
  expect(world.calls.sort()).toEqual(['ask other', 'ask third', `forget ${theirs}`]);
});
