/** The budget for requests that have not arrived completely: the oldest give way, whatever part of a request waits. */
import { EventEmitter } from 'node:events';
import { connect, Socket } from 'node:net';
import { z } from 'zod';
import { IdleWatch } from '#http/server/idle-watch.ts';
import { type Holder, IncompleteRequests } from '#http/server/incomplete-requests.ts';
import { NodeConnection } from '#http/server/node-connection.ts';
import { makeNodeHttp } from '#http/server/node-http.ts';
import { ParseTurns } from '#http/server/parse-turns.ts';
import { eventually } from '../../support/eventually.ts';
import { samplePrefix as prefix, sampleRoute as route } from '../../support/sample-route.ts';
import { serveSample } from '../../support/sample-service.ts';
import { exchange, get, packetsOf, statusesOf } from '../../support/stuck-clients.ts';

const publicPath = '/api/public/v2.0/session/';
const body = `"${'x'.repeat(60_000)}"`;
const head = (path: string, bytes: number) => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n`;
const echo = route('POST', `${prefix}/echo`, async () => ({ status: 200, body: 'done' }), { body: z.json() });

interface Client {
  readonly socket: Socket;
  text: string;
  isClosed: boolean;
}

let clients: Client[] = [];

afterEach(() => {
  for (const { socket } of clients) socket.destroy();
  clients = [];
});

function open(port: number, packets: readonly string[]): Client {
  const client: Client = { socket: connect(port, '127.0.0.1').setNoDelay(), text: '', isClosed: false };
  client.socket.setEncoding('latin1').on('data', (piece: string) => {
    client.text += piece;
  });
  client.socket
    .on('error', () => {})
    .on('close', () => {
      client.isClosed = true;
    });
  for (const packet of packets) client.socket.write(packet, 'latin1');
  clients.push(client);
  return client;
}

/** Opens clients one after the other, each when what the one before has sent has arrived. */
async function openInTurn(
  service: { readonly port: number; connections(): Promise<number> },
  packets: readonly string[][],
) {
  const opened: Client[] = [];
  for (const [at, sent] of packets.entries()) {
    opened.push(open(service.port, sent));
    const { socket } = opened[at] as Client;
    await eventually(() => socket.bytesWritten >= sent.join('').length && socket.writableLength === 0);
  }
  return opened;
}

describe.each(Object.entries(packetsOf))('bodies that stall, sent %s,', (_, split) => {
  test('are refused with 408, the oldest first, and the newest still arrive', async () => {
    await using service = await serveSample([echo], { limits: { incompleteBytesMax: 200_000 } });
    const sent = head(`${prefix}/echo`, body.length) + body.slice(0, -1);
    const stalled = await openInTurn(
      service,
      Array.from({ length: 6 }, () => [...split(sent)]),
    );
    await eventually(() => stalled.slice(0, 3).every(({ text }) => statusesOf(text)[0] === 408));
    expect(stalled.slice(0, 3).map(({ text }) => /"errorCode":"(\w+)"/.exec(text)?.[1])).toEqual(
      Array(3).fill('REQUEST_TIMEOUT'),
    );
    await eventually(() => stalled.slice(0, 3).every(({ isClosed }) => isClosed));
    for (const { socket } of stalled.slice(3)) socket.write('"');
    await eventually(() => stalled.slice(3).every(({ text }) => statusesOf(text)[0] === 200));
  });
});

test('heads that stall count as well', async () => {
  await using service = await serveSample([echo], { limits: { incompleteBytesMax: 40_000 } });
  const half = `GET ${prefix}/echo HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(15_000)}`;
  const stalled = await openInTurn(service, [[half], [half], [half]]);
  await eventually(() => statusesOf((stalled[0] as Client).text)[0] === 408);
  for (const { socket } of stalled.slice(1)) socket.write('\r\n\r\n');
  await eventually(() => stalled.slice(1).every(({ text }) => statusesOf(text)[0] === 405));
});

test.each(Object.entries(packetsOf))(
  'requests behind an unanswered one, read %s, are dropped, and it is answered',
  async (_, split) => {
    const answered = Promise.withResolvers<void>();
    let begun = 0;
    const slow = route('GET', `${prefix}/slow`, async () => {
      begun += 1;
      await answered.promise;
      return { status: 200, body: 'slow' };
    });
    await using service = await serveSample([slow, echo], { limits: { incompleteBytesMax: 100_000 } });
    const asked = `GET ${prefix}/slow HTTP/1.1\r\nHost: x\r\n\r\n`;
    const waiting: Client[] = [];
    for (let count = 1; count <= 3; count++) {
      const client = open(service.port, split(asked));
      waiting.push(client);
      await eventually(() => begun === count);
      client.socket.write(head(`${prefix}/echo`, 40_000) + body.slice(0, 39_000));
      await eventually(() => client.socket.writableLength === 0);
    }
    // The kernel tells the service of a later request after the bytes before it.
    await exchange(service.port, [get(`${prefix}/none`, 'Connection: close\r\n')]);
    answered.resolve();
    await eventually(() => waiting.every(({ text }) => statusesOf(text)[0] === 200));
    await eventually(() => (waiting[0] as Client).isClosed);
    expect(waiting.map(({ text }) => statusesOf(text))).toEqual([[200], [200], [200]]);
    expect(waiting.slice(1).map(({ isClosed }) => isClosed)).toEqual([false, false]);
  },
);

test('bodies of calls without a key have at most 16 KB', async () => {
  const create = { ...echo, path: publicPath };
  await using service = await serveSample([create]);
  const send = (bytes: number) =>
    fetch(service.url + publicPath, {
      method: 'POST',
      body: JSON.stringify('x'.repeat(bytes - 2)),
      headers: { 'content-type': 'application/json' },
    });
  expect((await send(16 * 1024)).status).toBe(200);
  const refused = await send(16 * 1024 + 1);
  expect([refused.status, ((await refused.json()) as { errorCode: string }).errorCode]).toEqual([
    413,
    'PAYLOAD_TOO_LARGE',
  ]);
});

test('the budget counts what each holder has now, and asks the one that began first', () => {
  const given: string[] = [];
  const budget = new IncompleteRequests(100);
  const holder = (name: string): Holder => ({ giveUp: () => void given.push(name) });
  const [a, b, c] = [holder('a'), holder('b'), holder('c')];
  budget.note(a, 40);
  budget.note(b, 40);
  budget.note(a, 60);
  expect([given, budget.bytes]).toEqual([[], 100]);
  budget.note(a, 0);
  budget.note(c, 60);
  budget.note(a, 10);
  expect([given, budget.bytes]).toEqual([['b'], 70]);
  budget.note(c, 200);
  expect([given, budget.bytes]).toEqual([['b', 'c'], 10]);
});

test('one iteration of the loop parses a bounded amount, and everybody has a turn', async () => {
  const turns = new ParseTurns();
  const parsed = Array(200).fill(0);
  const perTurn: number[] = [];
  let inTurn = 0;
  const parseOf = (at: number) => (): void => {
    const again = goes[at] as () => void;
    if (turns.isFull) {
      turns.wait(again);
      return;
    }
    turns.spend(65_536);
    inTurn += 1;
    parsed[at] += 1;
    if (parsed[at] < 3) turns.wait(again);
  };
  const goes = parsed.map((_, at) => parseOf(at));
  for (const go of goes) go();
  while (parsed.some((count) => count < 3)) {
    perTurn.push(inTurn);
    inTurn = 0;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(Math.max(...perTurn)).toBe(64);
  expect(Math.max(...parsed)).toBe(3);
});

test('a packet that waits for the parser counts from the moment in which Node gets its connection', () => {
  const ends = new EventEmitter();
  const client = new Socket().pause();
  client.unshift(Buffer.alloc(60_000));
  const incomplete = new IncompleteRequests(100_000);
  const http = makeNodeHttp();
  const shared = {
    connections: new Map(),
    watch: new IdleWatch(ends, 1000),
    turns: new ParseTurns(),
    incomplete,
    headersTimeoutMs: 1000,
    keepAliveMs: 1000,
    isEnding: () => false,
    answer: () => {},
    handOver: () => {},
  };
  const connection = new NodeConnection(http, shared, client);
  expect(incomplete.bytes).toBe(60_000);
  connection.destroy();
  expect(incomplete.bytes).toBe(0);
  ends.emit('close');
});
