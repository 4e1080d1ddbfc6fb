/** Outcomes of commands that are sent to another node: whether they may have run or certainly did not run. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ClusterKeys } from '#cluster/cluster-keys.ts';
import { PeerLinks } from '#cluster/peer-links.ts';
import type { Envelope, NodeCard, PeerReply } from '#cluster/ports.ts';
import { answerNodes, makeInternalServer } from '#http/internal/listener.ts';
import { listen } from '#http/server/server.ts';
import { problemsOnly } from '../support/logs.ts';

const keys = new ClusterKeys('a secret of the cluster');
const now = (): number => performance.now();
const warnings: object[] = [];
const log = { ...problemsOnly, warn: (details: object) => void warnings.push(details), debug: () => {} };
const lost: NodeCard[] = [];
const ends: (() => unknown)[] = [];
let links: PeerLinks;

beforeEach(() => {
  links = new PeerLinks({ keys, now, log });
  links.onLoss((node) => void lost.push(node));
});

afterEach(async () => {
  await links.close();
  for (const end of ends.splice(0)) end();
  lost.length = 0;
  warnings.length = 0;
});

const nodeAt = (port: number, id = 'them'): NodeCard => ({ id, host: '127.0.0.1', port });

function envelopeTo(node: NodeCard, eventNumber = 1, remainingMs = 5_000): Envelope {
  return { id: 'n-1', target: node.id, hop: 1, remainingMs, request: { kind: 'settle', eventNumber } };
}

async function openNode(
  serve: (envelope: Envelope) => Promise<PeerReply>,
  { as = keys, isCutOff = (): boolean => false, clock = now } = {},
): Promise<{ node: NodeCard; requests: () => number; end: () => void }> {
  const server = makeInternalServer();
  answerNodes(server, { node: 'them', keys: as, now: clock, serve, hear: async () => {}, isCutOff });
  let requests = 0;
  server.on('request', () => requests++);
  const node = nodeAt(await listen(server, 0, '127.0.0.1'));
  const end = (): void => {
    server.close();
    server.closeAllConnections();
  };
  ends.push(end);
  return { node, requests: () => requests, end };
}

/** A raw TCP server; `answer` gets each connection. */
async function openTcp(answer: (socket: Socket) => void): Promise<NodeCard> {
  const server = createServer((socket) => {
    ends.push(() => socket.destroy());
    answer(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  return nodeAt((server.address() as { port: number }).port);
}

test('commands for one event in one iteration of the loop go in one request, in order', async () => {
  const { node, requests } = await openNode(async ({ id }) => ({
    kind: 'fault',
    code: 'UNAVAILABLE',
    message: id,
    retryAfterSeconds: 1,
  }));
  const asked = ['a', 'b', 'c'].map((id) => links.ask(node, { ...envelopeTo(node), id }));
  const elsewhere = links.ask(node, envelopeTo(node, 2));
  expect((await Promise.all(asked)).map((outcome) => outcome.kind === 'fault' && outcome.message)).toEqual([
    'a',
    'b',
    'c',
  ]);
  expect((await elsewhere).kind).toBe('fault');
  // Two requests for two events, and one ping before the first request to this node.
  expect(requests()).toBe(3);
});

test('a node is dead if it refuses connections or another process has its address', async () => {
  const { node, end } = await openNode(async () => ({ kind: 'done' }));
  expect(await links.ask(node, envelopeTo(node))).toEqual({ kind: 'done' });
  expect(await links.ping(node)).toBe('alive');
  const before = nodeAt(node.port, 'the process before');
  expect(await links.ask(before, envelopeTo(before))).toEqual({ kind: 'dead' });
  expect(await links.ping(before)).toBe('dead');
  end();
  expect(await links.ping(node)).toBe('dead');
  expect(await links.ask(node, envelopeTo(node))).toEqual({ kind: 'dead' });
  expect(lost).toContainEqual(node);
});

test('a node that is cut off from the database answers pings with cut-off', async () => {
  const { node } = await openNode(async () => ({ kind: 'done' }), { isCutOff: () => true });
  expect(await links.ping(node)).toBe('cut-off');
});

test('a request whose connection broke while it was served may have run', async () => {
  const serving = Promise.withResolvers<void>();
  const { node, end } = await openNode(() => {
    serving.resolve();
    return new Promise(() => {});
  });
  const asked = links.ask(node, envelopeTo(node));
  await serving.promise;
  end();
  expect(await asked).toEqual({ kind: 'lost' });
});

test('a request without an answer in time may have run, or may still run', async () => {
  const { node } = await openNode(() => new Promise(() => {}));
  expect(await links.ask(node, envelopeTo(node, 1, 250))).toEqual({ kind: 'lost' });
});

test('a request to a node that never answered has not run, and the state of the node is unknown', async () => {
  const silent = await openTcp(() => {});
  expect(await links.ask(silent, envelopeTo(silent, 1, 50))).toEqual({ kind: 'unreached' });
  expect(await links.ping(silent)).toBe('unknown');
});

test('pending requests to a node that is given up are lost', async () => {
  const { node } = await openNode(() => new Promise(() => {}));
  expect(await links.ping(node)).toBe('alive');
  const asked = links.ask(node, envelopeTo(node));
  await new Promise<void>((resolve) => setImmediate(resolve));
  links.forget(node);
  expect(await asked).toEqual({ kind: 'lost' });
});

/** An impostor at a node's address, which gives the same answer to every request. */
async function openImpostor(answer: string, port = 0): Promise<{ node: NodeCard; heard: () => string }> {
  let heard = '';
  const server = createServer((socket) => {
    socket.on('data', (bytes) => {
      heard += bytes;
      socket.write(answer);
    });
    socket.on('error', () => socket.destroy());
    ends.push(() => socket.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  return { node: nodeAt((server.address() as { port: number }).port), heard: () => heard };
}

const answerWith = (status: string, node: string): string =>
  [
    `HTTP/1.1 ${status}`,
    `x-usher-node: ${node}`,
    'x-usher-time: 1',
    `x-usher-proof: ${'A'.repeat(43)}`,
    'content-length: 0',
    '\r\n',
  ].join('\r\n');

describe.each([
  ['200 OK', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'],
  ['200 OK with the node’s name', answerWith('200 OK', 'them')],
  ['that another node has the address', answerWith('421 Misdirected Request', 'other')],
  ['nonsense', 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabc'],
])('an impostor at a node’s address that answers %s', (_, answer) => {
  test('is not believed, and learns neither the secret nor any command', async () => {
    const { node, heard } = await openImpostor(answer);
    expect(await links.ping(node)).toBe('unknown');
    expect(await links.ask(node, envelopeTo(node, 987_654))).toEqual({ kind: 'unreached' });
    await links.tell(node, { kind: 'leaving', node: nodeAt(1) });
    expect(heard()).toMatch(/^POST \/ping /);
    expect(heard()).not.toMatch(/secret of the cluster|987654|leaving|\/ask|\/tell/);
    expect(warnings).toEqual([{ node: 'them', host: node.host, port: node.port, count: 1 }]);
  });

  test('is not believed in place of an authenticated node, and the command may have run', async () => {
    const { node, end } = await openNode(async () => ({ kind: 'done' }));
    expect(await links.ask(node, envelopeTo(node))).toEqual({ kind: 'done' });
    end();
    expect(await links.ping(node)).toBe('dead');
    await openImpostor(answer, node.port);
    expect(await links.ask(node, envelopeTo(node))).toEqual({ kind: 'lost' });
    expect(await links.ping(node)).toBe('unknown');
  });
});

test('a replayed answer to another request is not believed', async () => {
  const { node } = await openNode(async () => ({ kind: 'done' }));
  let answer = Buffer.alloc(0);
  const real = connect(node.port, '127.0.0.1');
  ends.push(() => real.destroy());
  // Forwards the first request to the node, and replays its answer to all later requests.
  const repeater = await openTcp((socket) => {
    real.on('data', (bytes) => {
      answer = bytes;
      socket.write(bytes);
    });
    socket.on('data', (bytes) => (answer.length === 0 ? real.write(bytes) : socket.write(answer)));
    socket.on('error', () => socket.destroy());
    ends.push(() => socket.destroy());
  });
  expect(await links.ping(repeater)).toBe('alive');
  expect(await links.ping(repeater)).toBe('unknown');
});

describe('a clock that jumps by an hour', () => {
  const hourMs = 3_600_000;

  test.each([hourMs, -hourMs])('has no effect if it is the wall clock and jumps by %d ms', async (jumpMs) => {
    const { node } = await openNode(async () => ({ kind: 'done' }));
    expect(await links.ask(node, envelopeTo(node))).toEqual({ kind: 'done' });
    const wallClock = Date.now;
    Date.now = () => wallClock() + jumpMs;
    const outcomes = [await links.ask(node, envelopeTo(node)), await links.ping(node)];
    Date.now = wallClock;
    expect(outcomes).toEqual([{ kind: 'done' }, 'alive']);
    expect(warnings).toEqual([]);
  });

  test('has no effect if the monotonic clocks of two nodes started at different times', async () => {
    for (const startedMs of [hourMs, 0]) {
      const { node } = await openNode(async () => ({ kind: 'done' }), { clock: () => now() + startedMs });
      expect(await links.ask(node, envelopeTo(node))).toEqual({ kind: 'done' });
      links.forget(node);
    }
  });

  test('costs one attempt that certainly did not run, if a machine was suspended', async () => {
    let sleptMs = 0;
    let runs = 0;
    const serve = async (): Promise<PeerReply> => {
      runs++;
      return { kind: 'done' };
    };
    const { node } = await openNode(serve, { clock: () => now() + sleptMs });
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
  const { node } = await openNode(async () => ({ kind: 'done' }), { as: new ClusterKeys('the secret of another') });
  expect(await links.ask(node, envelopeTo(node))).toEqual({ kind: 'unreached' });
  expect(await links.ping(node)).toBe('unknown');
});
