/** Outcomes of commands that are sent to another node: whether they may have run or certainly did not run. */
import { ClusterKeys } from '#cluster/cluster-keys.ts';
import type { PeerLinks } from '#cluster/peer-links.ts';
import type { Envelope, NodeCard, PeerReply } from '#cluster/ports.ts';
import type { Command } from '#domain/command.ts';
import { doneAtOnce, envelopeTo, LinkedNodes, never, nodeAt } from '../support/linked-nodes.ts';

let nodes: LinkedNodes;
let links: PeerLinks;

beforeEach(() => {
  nodes = new LinkedNodes();
  ({ links } = nodes);
});

afterEach(() => nodes.close());

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('the commands of one iteration of the loop go in one frame, in order, and so do their answers', async () => {
  const { tap, tapped } = await nodes.open(async ({ request }) => ({
    kind: 'fault',
    code: 'UNAVAILABLE',
    message: String(request.eventNumber),
    retryAfterSeconds: 1,
  }));
  const asked = [3, 1, 2].map((eventNumber) => links.ask(tapped, envelopeTo(tapped, eventNumber)));
  const messages = (await Promise.all(asked)).map((outcome) => outcome.kind === 'fault' && outcome.message);
  expect(messages).toEqual(['3', '1', '2']);
  // A hello, the proof that it is new, and the commands; a welcome and the answers.
  expect([tap.framesSent(0).length, tap.framesReceived(0).length]).toEqual([3, 2]);
});

test('an answer is not held up by one that takes longer', async () => {
  const { node } = await nodes.open(({ request }) => (request.eventNumber === 1 ? never() : doneAtOnce()));
  const slow = links.ask(node, envelopeTo(node, 1));
  expect(await links.ask(node, envelopeTo(node, 2))).toEqual({ kind: 'done' });
  links.forget(node);
  expect(await slow).toEqual({ kind: 'lost' });
});

test('what is large has a connection of its own, so that it holds up no other command', async () => {
  const { tap, tapped } = await nodes.open(doneAtOnce);
  const ask = (command: Command) =>
    links.ask(tapped, { ...envelopeTo(tapped), request: { kind: 'ask', eventNumber: 1, command } });
  await ask({ kind: 'read-prices' });
  await ask({ kind: 'clear-prices', seats: [1], groupOfSeats: [] });
  expect(tap.connections).toHaveLength(1);
  await ask({ kind: 'read-inventory' });
  await ask({ kind: 'clear-prices', seats: Float64Array.of(1, 2), groupOfSeats: [] });
  expect(tap.connections).toHaveLength(2);
});

test('a node is dead if it refuses connections or another process has its address', async () => {
  const { node, end } = await nodes.open(doneAtOnce);
  expect(await links.ask(node, envelopeTo(node))).toEqual({ kind: 'done' });
  expect(await links.ping(node)).toBe('alive');
  const before = nodeAt(node.port, 'the process before');
  expect(await links.ask(before, envelopeTo(before))).toEqual({ kind: 'dead' });
  expect(await links.ping(before)).toBe('dead');
  end();
  expect(await links.ping(node)).toBe('dead');
  expect(await links.ask(node, envelopeTo(node))).toEqual({ kind: 'dead' });
  expect(nodes.lost).toEqual([node]);
});

test('a node that is cut off from the database answers pings with cut-off', async () => {
  const { node } = await nodes.open(doneAtOnce, { isCutOff: () => true });
  expect(await links.ping(node)).toBe('cut-off');
});

test('a request whose connection broke while it was served may have run', async () => {
  const serving = Promise.withResolvers<void>();
  const { node, end } = await nodes.open(() => {
    serving.resolve();
    return never();
  });
  const asked = links.ask(node, envelopeTo(node));
  await serving.promise;
  end();
  expect(await asked).toEqual({ kind: 'lost' });
});

test('a request without an answer in time may have run, or may still run', async () => {
  const { node } = await nodes.open(never);
  expect(await links.ask(node, envelopeTo(node, 1, 250))).toEqual({ kind: 'lost' });
});

test('a request to a node that never answered has not run, and the state of the node is unknown', async () => {
  const silent = await nodes.openTcp(() => {});
  expect(await links.ask(silent, envelopeTo(silent, 1, 50))).toEqual({ kind: 'unreached' });
  expect(await links.ping(silent)).toBe('unknown');
});

test('a request that was not sent in time has not run, and is not sent later', async () => {
  const served: Envelope[] = [];
  const { tap, tapped } = await nodes.open((envelope) => {
    served.push(envelope);
    return doneAtOnce();
  });
  tap.holdsNew = true;
  const late = links.ask(tapped, envelopeTo(tapped, 1, 20));
  const patient = links.ask(tapped, envelopeTo(tapped, 2));
  expect(await late).toEqual({ kind: 'unreached' });
  tap.release(0);
  expect(await patient).toEqual({ kind: 'done' });
  expect(served.map(({ request }) => request.eventNumber)).toEqual([2]);
});

test('a node that falls silent on a connection is asked on another one, and the old one still brings answers', async () => {
  const { tap, tapped } = await nodes.open(doneAtOnce);
  expect(await links.ask(tapped, envelopeTo(tapped))).toEqual({ kind: 'done' });
  tap.hold(0);
  const waiting = links.ask(tapped, envelopeTo(tapped));
  expect(await links.ask(tapped, envelopeTo(tapped, 1, 50))).toEqual({ kind: 'lost' });
  expect(await links.ask(tapped, envelopeTo(tapped))).toEqual({ kind: 'done' });
  expect(tap.connections).toHaveLength(2);
  tap.release(0);
  expect(await waiting).toEqual({ kind: 'done' });
});

test('a ping without an answer is repeated on a new connection', async () => {
  const { tap, tapped } = await nodes.open(doneAtOnce);
  expect(await links.ping(tapped)).toBe('alive');
  tap.hold(0);
  expect(await links.ping(tapped)).toBe('alive');
  tap.holdsNew = true;
  tap.hold(1);
  expect(await links.ping(tapped)).toBe('unknown');
});

test('requests beyond what may be in flight are refused', async () => {
  const { node } = await nodes.open(never);
  const asked = Array.from({ length: 16_384 }, () => links.ask(node, envelopeTo(node)));
  const refused = await links.ask(node, envelopeTo(node));
  expect(refused).toMatchObject({ kind: 'fault', code: 'UNAVAILABLE', retryAfterSeconds: 1 });
  links.forget(node);
  expect(new Set((await Promise.all(asked)).map(({ kind }) => kind))).toEqual(new Set(['unreached']));
});

test('a node that ends answers the requests that were sent to it, and later ones surely do not run', async () => {
  const running = Promise.withResolvers<PeerReply>();
  const { node, listener } = await nodes.open(() => running.promise);
  expect(await links.ping(node)).toBe('alive');
  const asked = links.ask(node, envelopeTo(node));
  await nextTurn();
  const drained = listener.drain({ idleMs: 10, graceMs: 20_000 });
  // Sent after the node's goodbye, on a connection of its own.
  await links.ping(node);
  running.resolve({ kind: 'done' });
  expect(await asked).toEqual({ kind: 'done' });
  await drained;
  expect(await links.ask(node, envelopeTo(node))).toEqual({ kind: 'dead' });
  expect(nodes.lost).toEqual([]);
});

test('pending requests to a node that is given up are lost', async () => {
  const { node } = await nodes.open(never);
  expect(await links.ping(node)).toBe('alive');
  const asked = links.ask(node, envelopeTo(node));
  await nextTurn();
  links.forget(node);
  expect(await asked).toEqual({ kind: 'lost' });
});

describe('a clock that jumps by an hour', () => {
  const hourMs = 3_600_000;

  test.each([hourMs, -hourMs])('has no effect if it is the wall clock and jumps by %d ms', async (jumpMs) => {
    const { node } = await nodes.open(doneAtOnce);
    expect(await links.ask(node, envelopeTo(node))).toEqual({ kind: 'done' });
    const wallClock = Date.now;
    Date.now = () => wallClock() + jumpMs;
    const outcomes = [await links.ask(node, envelopeTo(node)), await links.ping(node)];
    Date.now = wallClock;
    expect(outcomes).toEqual([{ kind: 'done' }, 'alive']);
    expect(nodes.warnings).toEqual([]);
  });

  test('has no effect if the monotonic clocks of two nodes started at different times', async () => {
    for (const startedMs of [hourMs, 0]) {
      const { node } = await nodes.open(doneAtOnce, { clock: () => performance.now() + startedMs });
      expect(await links.ask(node, envelopeTo(node))).toEqual({ kind: 'done' });
      links.forget(node);
    }
  });

  test('costs one attempt that certainly did not run, if a machine was suspended', async () => {
    let sleptMs = 0;
    let runs = 0;
    const serve = (): Promise<PeerReply> => {
      runs++;
      return doneAtOnce();
    };
    const { node } = await nodes.open(serve, { clock: () => performance.now() + sleptMs });
    expect(await links.ask(node, envelopeTo(node))).toEqual({ kind: 'done' });
    sleptMs = hourMs;
    expect(await links.ask(node, envelopeTo(node))).toEqual({ kind: 'unreached' });
    expect(await links.ask(node, envelopeTo(node))).toEqual({ kind: 'done' });
    expect(runs).toBe(2);
  });
});

test('a host name that does not resolve, or another secret, does not mean that a node is dead', async () => {
  const nowhere: NodeCard = { id: 'them', host: 'nowhere.invalid', port: 1 };
  expect(await links.ask(nowhere, envelopeTo(nowhere))).toEqual({ kind: 'unreached' });
  expect(await links.ping(nowhere)).toBe('unknown');
  const { node } = await nodes.open(doneAtOnce, { as: new ClusterKeys('the secret of another') });
  expect(await links.ask(node, envelopeTo(node))).toEqual({ kind: 'unreached' });
  expect(await links.ping(node)).toBe('unknown');
});
