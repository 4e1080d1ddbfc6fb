/** The listener for other nodes refuses requests without a valid signature, replayed, late, or for another node. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ClusterKeys, digestOf } from '#cluster/cluster-keys.ts';
import type { Envelope, Notice, PeerReply } from '#cluster/ports.ts';
import { type RequestParts, readAnswer, signRequest } from '#cluster/request-proof.ts';
import { bodyBytesMax, decodeReplies, encodeEnvelopes, nodeHeader } from '#cluster/wire.ts';
import { answerNodes, makeInternalServer } from '#http/internal/listener.ts';
import { listen } from '#http/server/server.ts';

const keys = new ClusterKeys('the secret of the cluster');
const link = 'L'.repeat(22);
/** The time of the node's own monotonic clock, which differs from the wall clock and from the sender's clock. */
const nodeMs = 5_000_000;
let count = 0;
const served: Envelope[] = [];
const heard: Notice[] = [];
let server: Server;
let port: number;

beforeAll(async () => {
  const internal = makeInternalServer();
  server = internal;
  answerNodes(internal, {
    node: 'me',
    keys,
    now: () => nodeMs,
    serve: async (envelope): Promise<PeerReply> => {
      served.push(envelope);
      return { kind: 'done' };
    },
    hear: async (notice) => void heard.push(notice),
    isCutOff: () => false,
  });
  port = await listen(server, 0, '127.0.0.1');
});

afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

beforeEach(() => {
  served.length = 0;
  heard.length = 0;
});

const envelope: Envelope = {
  id: 'n-1',
  target: 'me',
  hop: 1,
  remainingMs: 100,
  request: { kind: 'settle', eventNumber: 4 },
};

interface Sent {
  readonly path?: string;
  readonly body?: string;
  readonly claim?: Partial<RequestParts>;
  readonly as?: ClusterKeys;
}

/** A request as another node sends it, with the changes of a test. */
function signed({ path = '/ask', body = '', claim, as = keys }: Sent) {
  const bytes = Buffer.byteLength(body);
  const whole = { path, node: 'me', link, count: ++count, time: nodeMs, bytes, digest: digestOf(body), ...claim };
  const { proof, header } = signRequest(as, whole);
  return { proof, headers: { authorization: header, [nodeHeader]: whole.node } };
}

function send(path: string, body: string, headers: Record<string, string>): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
}

/** Resolves with the answer; fails unless the answer is signed by the node. */
async function post(path: string, body: string, claim: Partial<RequestParts> = {}) {
  const { proof, headers } = signed({ path, body, claim });
  const response = await send(path, body, headers);
  const answer = new Uint8Array(await response.arrayBuffer());
  const head = readAnswer(keys, proof, response.status, Object.fromEntries(response.headers), answer);
  if (head === null) throw new Error(`an answer without proof: ${response.status}`);
  return { ...head, answer };
}

async function expectNothingSaid(response: Response): Promise<void> {
  expect([response.status, await response.text()]).toEqual([401, '']);
  for (const header of [nodeHeader, 'x-usher-time', 'x-usher-proof']) expect(response.headers.get(header)).toBeNull();
  expect([served, heard]).toEqual([[], []]);
}

/** Envelopes without columns are text. */
const textOf = (envelopes: readonly Envelope[]): string => String(encodeEnvelopes(envelopes));

test('signed envelopes from another node are served, several in one request', async () => {
  const { status, answer, node, time } = await post('/ask', textOf([envelope, envelope]));
  expect([status, node, time]).toEqual([200, 'me', nodeMs]);
  expect(decodeReplies(answer)).toEqual([{ kind: 'done' }, { kind: 'done' }]);
  expect(served).toEqual([envelope, envelope]);
});

const body = textOf([envelope]);

test.each(['', 'Bearer the secret of the cluster', `Usher ${link} 1 ${nodeMs} ${digestOf(body)}`, 'Usher 1 1 1 1 1'])(
  'with the authorization "%s" a request is refused without any information',
  async (authorization) => expectNothingSaid(await send('/ask', body, { authorization, [nodeHeader]: 'me' })),
);

describe('a node refuses a request that was not signed, or was signed', () => {
  test.each([
    ['with the key of another cluster', { as: new ClusterKeys('the secret of another') }, {}],
    ['for another path', { path: '/tell' }, {}],
    ['for another node', { claim: { node: 'other' } }, { [nodeHeader]: 'me' }],
    ['with another body', { body: textOf([{ ...envelope, hop: 2 }]) }, {}],
    ['with a body of another length', { claim: { bytes: 1 } }, {}],
  ])('%s', async (_, how: Sent, headers: Record<string, string>) => {
    const { headers: ours } = signed({ body, ...how });
    await expectNothingSaid(await send('/ask', body, { ...ours, ...headers }));
  });

  test.each([0, 1, 2, 3, 4])('with another part %d of its authorization', async (place) => {
    const { headers } = signed({ body });
    const parts = headers.authorization.split(' ');
    const part = parts[place + 1] as string;
    parts[place + 1] = /^\d+$/.test(part)
      ? `${Number(part) + 1}`
      : part.replace(/^./, part.startsWith('A') ? 'B' : 'A');
    await expectNothingSaid(await send('/ask', body, { ...headers, authorization: parts.join(' ') }));
  });

  test('for another method', async () => {
    const { headers } = signed({ path: '/ping' });
    await expectNothingSaid(await fetch(`http://127.0.0.1:${port}/ping`, { method: 'PUT', headers }));
  });
});

test('a replayed request from another node is refused, in any order of requests', async () => {
  const [first, second] = [signed({ body }), signed({ body })];
  for (const { headers } of [second, first]) expect((await send('/ask', body, headers)).status).toBe(200);
  served.length = 0;
  for (const { headers } of [first, second]) await expectNothingSaid(await send('/ask', body, headers));
});

test('a request whose time is too old or in the future is refused with the node’s time, and may be signed again', async () => {
  for (const time of [nodeMs - 30_001, nodeMs + 30_001, 0, Date.now()]) {
    expect(await post('/ask', body, { time })).toMatchObject({ status: 409, time: nodeMs });
    expect(await post('/ask', body, { time, link: 'X'.repeat(22) })).toMatchObject({ status: 409, time: nodeMs });
  }
  expect(served).toEqual([]);
  for (const time of [nodeMs - 30_000, nodeMs + 30_000]) expect((await post('/ask', body, { time })).status).toBe(200);
});

test('an envelope for another process is refused with the name of this node', async () => {
  for (const path of ['/ask', '/ping']) {
    const { status, node } = await post(path, body, { node: 'the one before' });
    expect([status, node]).toEqual([421, 'me']);
  }
  expect(served).toEqual([]);
});

test.each([
  ['an envelope with too many hops', textOf([{ ...envelope, hop: 3 }])],
  ['an empty object', '[{}]'],
  ['invalid JSON', '['],
])('%s from another node is refused', async (_, sent) => {
  expect((await post('/ask', sent)).status).toBe(400);
  expect(served).toEqual([]);
});

test('the listener for other nodes accepts notices and pings, and has no other paths', async () => {
  const notice: Notice = { kind: 'leaving', node: { id: 'other', host: 'h', port: 1 } };
  expect((await post('/tell', JSON.stringify(notice))).status).toBe(200);
  expect(heard).toEqual([notice]);
  expect((await post('/ping', '')).status).toBe(200);
  expect((await post('/metrics', '')).status).toBe(404);
});

test('a body beyond the limit ends the connection from another node before it is read', async () => {
  const socket = connect(port, '127.0.0.1');
  const bytes = bodyBytesMax + 1;
  const { headers } = signed({ claim: { bytes } });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /ask HTTP/1.1\r\nhost: x\r\n${lines.join('')}content-length: ${bytes}\r\n\r\n[`);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('413');
  await once(socket, 'close');
});
