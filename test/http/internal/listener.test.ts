/** The listener for other nodes: nothing is run without the secret, or when it is meant for somebody else. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Envelope, Notice, PeerReply } from '#cluster/ports.ts';
import { decodeReplies, encodeEnvelopes, nodeHeader, parcelBytesMax } from '#cluster/wire.ts';
import { makeInternalServer } from '#http/internal/listener.ts';
import { listen } from '#http/server.ts';

const secret = 'the secret of the cluster';
const served: Envelope[] = [];
const heard: Notice[] = [];
let server: Server;
let port: number;

beforeAll(async () => {
  server = makeInternalServer({
    node: 'me',
    secret,
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
  errand: { kind: 'settle', eventNumber: 4 },
};

function post(path: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, [nodeHeader]: 'me', ...headers },
    body,
  });
}

test('what comes with the secret and is for this node is served, several in one request', async () => {
  const response = await post('/ask', encodeEnvelopes([envelope, envelope]));
  expect(response.status).toBe(200);
  expect(decodeReplies(new Uint8Array(await response.arrayBuffer()))).toEqual([{ kind: 'done' }, { kind: 'done' }]);
  expect(served).toEqual([envelope, envelope]);
});

test.each(['', 'Bearer ', 'Bearer wrong', `Bearer ${secret}x`, secret.slice(1)])(
  'with the authorization "%s" nothing is served, and nothing is said',
  async (authorization) => {
    const response = await post('/ask', encodeEnvelopes([envelope]), { authorization });
    expect([response.status, await response.text(), response.headers.get(nodeHeader)]).toEqual([401, '', null]);
    expect(served).toEqual([]);
  },
);

test('what is for another process is refused with the name of this one', async () => {
  for (const path of ['/ask', '/ping']) {
    const response = await post(path, encodeEnvelopes([envelope]), { [nodeHeader]: 'the one before' });
    expect([response.status, response.headers.get(nodeHeader)]).toEqual([421, 'me']);
  }
  expect(served).toEqual([]);
});

test.each([
  ['an envelope that has come too far', encodeEnvelopes([{ ...envelope, hop: 3 }])],
  ['no envelope', '[{}]'],
  ['no JSON', '['],
])('%s is refused', async (_, body) => {
  expect((await post('/ask', body)).status).toBe(400);
  expect(served).toEqual([]);
});

test('a notice is heard, a ping is answered, and there is nothing else', async () => {
  const notice: Notice = { kind: 'leaving', node: { id: 'other', host: 'h', port: 1 } };
  expect((await post('/tell', JSON.stringify(notice))).status).toBe(200);
  expect(heard).toEqual([notice]);
  expect((await post('/ping', '')).status).toBe(200);
  expect((await post('/metrics', '')).status).toBe(404);
});

test('a body beyond the limit ends the connection before it is read', async () => {
  const socket = connect(port, '127.0.0.1');
  const head = `POST /ask HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${secret}\r\n${nodeHeader}: me\r\n`;
  socket.write(`${head}content-length: ${parcelBytesMax + 1}\r\n\r\n[`);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('413');
  await once(socket, 'close');
});
