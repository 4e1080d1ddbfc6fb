/** What became of a command that was sent to another node: told apart by whether it can have run. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { PeerLinks } from '#cluster/peer-links.ts';
import type { Envelope, NodeCard, PeerReply } from '#cluster/ports.ts';
import { makeInternalServer } from '#http/internal/listener.ts';
import { listen } from '#http/server.ts';

const secret = 'a secret of the cluster';
const lost: NodeCard[] = [];
const ends: (() => unknown)[] = [];
let links: PeerLinks;

beforeEach(() => {
  links = new PeerLinks({ secret, onLoss: (node) => void lost.push(node) });
});

afterEach(async () => {
  await links.close();
  for (const end of ends.splice(0)) end();
  lost.length = 0;
});

const nodeAt = (port: number, id = 'them'): NodeCard => ({ id, host: '127.0.0.1', port });

function envelopeTo(node: NodeCard, eventNumber = 1, remainingMs = 5_000): Envelope {
  return { id: 'n-1', target: node.id, hop: 1, remainingMs, errand: { kind: 'settle', eventNumber } };
}

async function openNode(
  serve: (envelope: Envelope) => Promise<PeerReply>,
  as = secret,
  isCutOff = () => false,
): Promise<{ node: NodeCard; requests: () => number; end: () => void }> {
  const server = makeInternalServer({ node: 'them', secret: as, serve, hear: async () => {}, isCutOff });
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

/** A server that takes connections and does with them what it likes. */
async function openTcp(answer: (socket: Socket) => void): Promise<NodeCard> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  return nodeAt((server.address() as { port: number }).port);
}

test('what is asked of one event in one turn goes in one request, in order', async () => {
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
  expect(requests()).toBe(2);
});

test('a node that refuses connections is dead, and so is one whose address another process has', async () => {
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

test('a node without a way to the database says so when it is pinged', async () => {
  const { node } = await openNode(
    async () => ({ kind: 'done' }),
    secret,
    () => true,
  );
  expect(await links.ping(node)).toBe('cut-off');
});

test('what was cut off while it was served may have run', async () => {
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

test('what is not answered in time may have run, or may run yet', async () => {
  const silent = await openTcp(() => {});
  expect(await links.ask(silent, envelopeTo(silent, 1, 50))).toEqual({ kind: 'lost' });
  expect(await links.ping(silent)).toBe('unknown');
});

test('what is answered with nonsense may have run', async () => {
  const babbler = await openTcp((socket) => {
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabc');
  });
  expect(await links.ask(babbler, envelopeTo(babbler))).toEqual({ kind: 'lost' });
});

test('a node that is given up lets go of what was asked of it', async () => {
  const silent = await openTcp(() => {});
  const asked = links.ask(silent, envelopeTo(silent));
  await new Promise<void>((resolve) => setImmediate(resolve));
  links.forget(silent);
  expect(await asked).toEqual({ kind: 'lost' });
});

test('a name that leads nowhere, and another secret, are not a death', async () => {
  const nowhere: NodeCard = { id: 'them', host: 'nowhere.invalid', port: 1 };
  expect(await links.ask(nowhere, envelopeTo(nowhere))).toEqual({ kind: 'unreached' });
  expect(await links.ping(nowhere)).toBe('unknown');
  const { node } = await openNode(async () => ({ kind: 'done' }), 'the secret of another cluster');
  expect(await links.ask(node, envelopeTo(node))).toEqual({ kind: 'unreached' });
  expect(await links.ping(node)).toBe('unknown');
});
