/** The listener for other nodes tells strangers nothing, and runs no call that is forged, repeated, late or for another node. */
import { ClusterKeys } from '#cluster/cluster-keys.ts';
import { greetingBytesMax, makeNonce, writeHello } from '#cluster/link/handshake.ts';
import { LinkListener } from '#cluster/link/link-listener.ts';
import { frameBytesMax, type LinkCall } from '#cluster/link/messages.ts';
import { linkProtocols, rangeOf } from '#cluster/link/protocols.ts';
import type { Envelope, Notice, PeerReply } from '#cluster/ports.ts';
import { hopsMax } from '#cluster/router.ts';
import { listen } from '#http/server/server.ts';
import { problemsOnly } from '../../support/logs.ts';
import { linkKeys as keys, RawLink } from '../../support/raw-link.ts';

/** The time of the node's own monotonic clock, which differs from the wall clock and from the sender's clock. */
const nodeMs = 5_000_000;
const served: Envelope[] = [];
const heard: Notice[] = [];
const warnings: object[] = [];
/** The answer to every envelope. */
let reply: PeerReply = { kind: 'done' };
/** The node answers no envelope before this resolves. */
let holdUp: () => Promise<void> = async () => {};
let listener: LinkListener;
let port: number;
const links: RawLink[] = [];

beforeAll(async () => {
  const log = { ...problemsOnly, debug: () => {}, warn: (details: object) => void warnings.push(details) };
  // An hour for every connection: each may give its warning.
  let hours = 0;
  listener = new LinkListener(log, () => ++hours * 3_600_000);
  listener.answerWith({
    node: 'me',
    keys,
    now: () => nodeMs,
    hopsMax,
    serve: async (envelope): Promise<PeerReply> => {
      served.push(envelope);
      await holdUp();
      return reply;
    },
    hear: async (notice) => void heard.push(notice),
    isCutOff: () => false,
  });
  port = await listen(listener.server, 0, '127.0.0.1');
});

afterAll(() => listener.destroy());

beforeEach(() => {
  for (const list of [served, heard, warnings]) list.length = 0;
  for (const { socket } of links.splice(0)) socket.destroy();
  holdUp = async () => {};
  reply = { kind: 'done' };
});

async function open(): Promise<RawLink> {
  const link = await RawLink.open(port);
  links.push(link);
  return link;
}

const envelope: Envelope = { target: 'me', hop: 1, remainingMs: 100, request: { kind: 'settle', eventNumber: 4 } };
const settle: LinkCall = { kind: 'envelope', envelope };

test('calls of another node are served and answered, several in one frame', async () => {
  const link = await open();
  link.socket.write(link.frameOf(nodeMs, settle, settle));
  const done = { kind: 'done' };
  expect(await link.answers()).toEqual({
    time: nodeMs,
    isGoodbye: false,
    answers: [
      { number: 1, message: done },
      { number: 2, message: done },
    ],
  });
  expect(served).toEqual([envelope, envelope]);
});

test('pings and notices are answered', async () => {
  const link = await open();
  const notice: Notice = { kind: 'leaving', node: { id: 'other', host: 'h', port: 1 } };
  link.socket.write(link.frameOf(nodeMs, { kind: 'ping' }, { kind: 'notice', notice }));
  const { answers } = await link.answers();
  expect(answers.map(({ message }) => message.kind)).toEqual(['alive', 'done']);
  expect(heard).toEqual([notice]);
});

describe('a client that begins with', () => {
  const protocols = rangeOf(linkProtocols);
  const hello = writeHello(keys, { target: 'me', nonce: makeNonce(), protocols });
  const text = hello.toString('latin1');
  const changed = (from: string, to: string): Buffer => Buffer.from(text.replace(from, to), 'latin1');

  test.each<[string, Buffer]>([
    [
      'the hello of another cluster',
      writeHello(new ClusterKeys('another'), { target: 'me', nonce: makeNonce(), protocols }),
    ],
    ['a hello whose target was changed', changed('\nme\n', '\nyo\n')],
    ['a hello whose proof was changed', Buffer.concat([hello.subarray(0, -1), Buffer.from('!')])],
    ['a hello without a proof', Buffer.concat([Buffer.from([21, 0, 0, 0]), Buffer.from('usher link\n5-5\nme\nxyz')])],
    ['nothing of a hello', Buffer.from([4, 0, 0, 0, 1, 2, 3, 4])],
    ['a hello of another form', changed('link\n5-5\n', 'link\n555\n')],
    ['a hello whose protocols were changed', changed('link\n5-5\n', 'link\n5-6\n')],
    ['more than the longest hello', Buffer.from([1, 4, 0, 0, 1])],
    ['a request of HTTP', Buffer.from('POST /ping HTTP/1.1\r\nhost: x\r\n\r\n')],
  ])('%s is told nothing', async (_, bytes) => {
    const link = new RawLink(port);
    link.socket.write(bytes);
    await link.ended;
    expect([link.received, served, heard]).toEqual([0, [], []]);
  });

  test.each<[string, Buffer]>([
    ['a hello of another form', changed('link\n5-5\n', 'link\n555\n')],
    ['a request of HTTP', Buffer.from('POST /ping HTTP/1.1\r\nhost: x\r\n\r\n')],
  ])('%s is named in the log', async (_, bytes) => {
    const link = new RawLink(port);
    link.socket.write(bytes);
    await link.ended;
    expect(warnings).toEqual([{ client: '127.0.0.1', count: 1 }]);
  });
});

test('a hello for another process is answered with the name of this node, and its calls are not read', async () => {
  const link = new RawLink(port, 'the one before');
  link.socket.write(writeHello(keys, link.hello));
  expect(await link.readWelcome()).toMatchObject({ status: 'other-node', node: 'me', time: nodeMs });
  link.socket.write(link.frameOf(nodeMs, settle));
  await link.ended;
  expect(served).toEqual([]);
});

test('everything that a node has ever sent is worthless on a new connection', async () => {
  const link = await open();
  const sent = [writeHello(keys, link.hello), link.frameOf(nodeMs, settle), link.frameOf(nodeMs, settle)];
  for (const frame of sent.slice(1)) link.socket.write(frame);
  await link.answers();
  served.length = 0;
  const repeated = new RawLink(port);
  repeated.socket.write(Buffer.concat(sent));
  await repeated.ended;
  // It gets the welcome, which proves the node and holds nothing else.
  expect(repeated.received).toBeLessThan(300);
  expect(served).toEqual([]);
});

test('somebody who repeats a hello cannot send more than a greeting', async () => {
  const link = new RawLink(port);
  link.socket.write(writeHello(keys, link.hello));
  await link.readWelcome();
  const head = Buffer.alloc(4);
  head.writeUInt32LE(greetingBytesMax + 1);
  link.socket.write(head);
  await link.ended;
  const proved = await open();
  proved.socket.write(proved.frameOf(nodeMs, ...Array.from({ length: 100 }, () => settle)));
  expect((await proved.answers()).answers).toHaveLength(100);
});

describe('a link ends, and runs nothing further, after a frame that was', () => {
  const flipped = (frame: Buffer, at: number): Buffer => {
    const copy = Buffer.from(frame);
    copy[at] = (copy.at(at) as number) ^ 1;
    return copy;
  };

  test.each<[string, (first: Buffer, second: Buffer) => Buffer]>([
    ['repeated', (first) => Buffer.concat([first, first])],
    ['left out', (_, second) => second],
    ['moved', (first, second) => Buffer.concat([second, first])],
    ['changed at its beginning', (first) => flipped(first, 4)],
    ['changed in the middle', (first) => flipped(first, first.length >> 1)],
    ['changed at its end', (first) => flipped(first, first.length - 1)],
    ['cut', (first) => Buffer.concat([Buffer.from([8, 0, 0, 0]), first.subarray(4, 12)])],
    ['made up', () => Buffer.concat([Buffer.from([20, 0, 0, 0]), Buffer.alloc(20)])],
  ])('%s on the way', async (what, change) => {
    const link = await open();
    const frames: [Buffer, Buffer] = [link.frameOf(nodeMs, settle), link.frameOf(nodeMs, settle)];
    link.socket.write(change(...frames));
    await link.ended;
    expect(served).toHaveLength(what === 'repeated' ? 1 : 0);
  });

  test.each<[string, LinkCall]>([
    ['sent with too many hops', { kind: 'envelope', envelope: { ...envelope, hop: 3 } }],
    ['to be relayed with too many hops', { kind: 'envelope', envelope: { ...envelope, hop: 2, relayTo: 'x' } }],
    ['sent without an event', { kind: 'envelope', envelope: { ...envelope, request: {} as never } }],
    ['sent with an unknown notice', { kind: 'notice', notice: { kind: 'unknown' } as never }],
  ])('%s', async (_, call) => {
    const link = await open();
    link.socket.write(link.frameOf(nodeMs, settle, call));
    await link.ended;
    expect([served, heard]).toEqual([[], []]);
  });

  test('longer than the limit, before it is read', async () => {
    const link = await open();
    const head = Buffer.alloc(8);
    head.writeUInt32LE(frameBytesMax + 1);
    link.socket.write(head);
    await link.ended;
  });
});

test('a frame that does not open loses no call that runs already', async () => {
  holdUp = () => new Promise((resolve) => setImmediate(resolve));
  const link = await open();
  const frame = link.frameOf(nodeMs, settle);
  // Both are read before the first one is answered.
  link.socket.write(Buffer.concat([frame, frame]));
  expect((await link.answers()).answers).toEqual([{ number: 1, message: { kind: 'done' } }]);
  await link.ended;
  expect(served).toHaveLength(1);
});

test('a call whose time is too old or in the future does not run, and its answer brings the node’s time', async () => {
  const link = await open();
  for (const time of [nodeMs - 30_001, nodeMs + 30_001, 0, Date.now()]) {
    link.socket.write(link.frameOf(time, settle, { kind: 'ping' }));
    const { time: told, answers } = await link.answers();
    expect([told, answers.map(({ message }) => message.kind)]).toEqual([nodeMs, ['stale', 'alive']]);
  }
  expect(served).toEqual([]);
  for (const time of [nodeMs - 30_000, nodeMs + 30_000]) {
    link.socket.write(link.frameOf(time, settle));
    expect((await link.answers()).answers.map(({ message }) => message.kind)).toEqual(['done']);
  }
});

test('frames arrive whole, however the network cuts and joins them', async () => {
  const link = await open();
  const bytes = Buffer.concat(Array.from({ length: 20 }, () => link.frameOf(nodeMs, settle)));
  for (let at = 0; at < bytes.length; at += 7) link.socket.write(bytes.subarray(at, at + 7));
  const numbers: number[] = [];
  while (numbers.length < 20) numbers.push(...(await link.answers()).answers.map(({ number }) => number));
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, place) => place + 1));
});

test('a node reads no further calls while the other one does not take its answers, and loses none of them', async () => {
  const message = 'x'.repeat(1024 * 1024);
  reply = { kind: 'fault', code: 'UNAVAILABLE', message, retryAfterSeconds: 1 };
  const [link, other] = [await open(), await open()];
  link.socket.pause();
  const count = 80;
  for (let sent = 0; sent < count; sent++) {
    link.socket.write(link.frameOf(nodeMs, settle));
    other.socket.write(other.frameOf(nodeMs, { kind: 'ping' }));
    await other.answers();
  }
  expect(served.length).toBeLessThan(count);
  link.socket.resume();
  for (let read = 0; read < count; ) read += (await link.answers()).answers.length;
  expect(served).toHaveLength(count);
});

test('a node that ends tells the others to ask no more, and answers what runs', async () => {
  const running = Promise.withResolvers<PeerReply>();
  const ending = new LinkListener({ ...problemsOnly, debug: () => {} }, () => nodeMs);
  ending.answerWith({
    node: 'me',
    keys,
    now: () => nodeMs,
    hopsMax,
    serve: () => running.promise,
    hear: async () => {},
    isCutOff: () => false,
  });
  const link = await RawLink.open(await listen(ending.server, 0, '127.0.0.1'));
  link.socket.write(link.frameOf(nodeMs, settle));
  const drained = ending.drain({ idleMs: 10, graceMs: 20_000 });
  expect(await link.answers()).toMatchObject({ isGoodbye: true, answers: [] });
  running.resolve({ kind: 'done' });
  expect((await link.answers()).answers).toEqual([{ number: 1, message: { kind: 'done' } }]);
  link.socket.end();
  await drained;
  expect(ending.server.listening).toBe(false);
});
