/** Requests to receivers that misbehave, on real sockets: each is an outcome, soon, and with bounded memory. */
import { once } from 'node:events';
import { createServer, type LookupFunction, type Server, Socket } from 'node:net';
import type { HostAddress, Resolve } from '#feed/webhooks/receiver-connection.ts';
import { Receivers, type ReceiversOptions } from '#feed/webhooks/receivers.ts';
import { answer, type Reply, startReceiver, stayDumb } from '../../support/receiver.ts';

const open: Receivers[] = [];
const sockets = new Set<Socket>();

afterEach(async () => {
  for (const receivers of open.splice(0)) await receivers.close();
  for (const socket of sockets) socket.destroy();
});

function sendTo(url: string, options: Partial<ReceiversOptions> = {}) {
  const receivers = new Receivers({ allowsPrivate: true, timeoutMs: 5_000, ...options });
  open.push(receivers);
  const headers = { 'webhook-id': 'one' };
  return receivers.send({ url, headers, body: '{}' }, new AbortController().signal);
}

async function replied(reply: Reply, options: Partial<ReceiversOptions> = {}) {
  await using receiver = await startReceiver(reply);
  return await sendTo(receiver.url, options);
}

describe('an answer', () => {
  test.each([200, 201, 204])('%p is accepted', async (status) => {
    expect(await replied(answer(status))).toMatchObject({ status, error: null });
  });

  test.each([400, 404, 410, 429, 500, 503])('%p is a failure', async (status) => {
    expect(await replied(answer(status))).toMatchObject({ status, error: `answered ${status}` });
  });

  test.each([301, 302, 303, 307, 308])('%p is a failure, and the other place is not asked', async (status) => {
    await using elsewhere = await startReceiver();
    for (const location of [
      elsewhere.url,
      'http://169.254.169.254/latest/meta-data/',
      `//localhost:${elsewhere.port}`,
    ]) {
      const reply: Reply = (response) => void response.writeHead(status, { location }).end();
      const error = `answered ${status}; redirects are not followed`;
      expect(await replied(reply)).toMatchObject({ status, error });
    }
    expect(elsewhere.requests).toEqual([]);
  });

  test('of 10 MB is accepted by its status, and is cut off after a few kilobytes', async () => {
    let written = 0;
    const reply: Reply = (response) => {
      response.on('error', () => {});
      const write = (): void => {
        while (written < 10_000_000 && !response.destroyed) {
          written += 100_000;
          if (!response.write('x'.repeat(100_000))) return void response.once('drain', write);
        }
        response.end();
      };
      write();
    };
    const { status, error, body } = await replied(reply);
    expect([status, error, body.length]).toEqual([200, null, 1000]);
    expect(written).toBeLessThan(10_000_000);
  });

  test('that drips is accepted by its status, and is not waited for', async () => {
    const reply: Reply = (response) => void response.writeHead(200).write('a');
    expect(await replied(reply)).toMatchObject({ status: 200, error: null, body: 'a' });
  });

  test('that ends early is accepted by its status', async () => {
    const reply: Reply = (response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    };
    expect(await replied(reply)).toMatchObject({ status: 200, error: null });
  });
});

/** Writes the beginning, then the piece again and again as fast as it is read. `written`: how often so far. */
function endless(beginning: string, piece: string, everyMs = 0) {
  const flow = { written: 0 };
  const onData = (socket: Socket): void => {
    socket.write(beginning);
    const write = (): void => {
      if (socket.destroyed) return;
      flow.written++;
      const isTaken = socket.write(piece);
      if (everyMs > 0) setTimeout(write, everyMs);
      else if (isTaken) setImmediate(write);
      else socket.once('drain', write);
    };
    write();
  };
  return { flow, onConnection: (socket: Socket) => void socket.once('data', () => onData(socket)) };
}

describe('an answer that never ends', () => {
  const piece = `x-a: ${'y'.repeat(1_000)}\r\n`;

  test.each<[string, string, string, number]>([
    ['200 with endless headers', 'HTTP/1.1 200 OK\r\n', piece, 0],
    ['a head of one byte at a time', 'HTTP/1.1 200 OK\r\nx-a: ', 'y', 20],
    ['endless interim answers', '', 'HTTP/1.1 103 Early Hints\r\n\r\n', 5],
    ['an endless status line', 'HTTP/1.1 200 ', 'O', 0],
  ])('%s is a failure, soon and with bounded memory', async (_, beginning, repeated, everyMs) => {
    const { flow, onConnection } = endless(beginning, repeated, everyMs);
    const server = await listen(onConnection);
    const reply = await sendTo(`http://127.0.0.1:${portOf(server)}/`, { timeoutMs: 300 });
    expect([reply.status, reply.error === null]).toEqual([null, false]);
    await end(server);
    const { written } = flow;
    await new Promise(setImmediate);
    // The connection is closed, so nothing more is written.
    expect([flow.written - written <= 1, flow.written * repeated.length < 20_000_000]).toEqual([true, true]);
  });

  test.each<[string, string, string]>([
    ['trailers', 'transfer-encoding: chunked\r\n\r\n0\r\n', piece],
    ['chunk extensions', 'transfer-encoding: chunked\r\n\r\n1;', 'x=y;'.repeat(100)],
    ['empty lines before chunks', 'transfer-encoding: chunked\r\n\r\n', '1\r\na\r\n'.repeat(100)],
  ])('200 with endless %s is accepted by its status, and is cut off', async (_, beginning, repeated) => {
    const { onConnection } = endless(`HTTP/1.1 200 OK\r\n${beginning}`, repeated);
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    const server = await listen((socket) => {
      socket.on('close', () => close());
      onConnection(socket);
    });
    const reply = await sendTo(`http://127.0.0.1:${portOf(server)}/`);
    expect([reply.status, reply.error, reply.body.length <= 1_000]).toEqual([200, null, true]);
    await closed;
    await end(server);
  });
});

describe('no answer', () => {
  test('within the time limit is a failure', async () => {
    const reply = await replied(stayDumb, { timeoutMs: 300 });
    expect(reply).toMatchObject({ status: null, error: 'no answer within 0.3 s', body: '' });
  });

  test('from a closed port, a closed connection, or one that speaks no HTTP is a failure', async () => {
    const refused = await sendTo('http://127.0.0.1:1/');
    expect(refused).toMatchObject({ status: null, error: expect.stringContaining('ECONNREFUSED') });
    for (const rude of [(socket: Socket) => socket.destroy(), (socket: Socket) => void socket.write('BYE\r\n\r\n')]) {
      const server = await listen((socket) => socket.once('data', () => rude(socket)));
      const reply = await sendTo(`http://127.0.0.1:${portOf(server)}/`);
      expect(reply.status).toBeNull();
      expect(reply.error).not.toBeNull();
      await end(server);
    }
  });

  test('from a receiver without TLS, or with a certificate that nobody trusts, is a failure', async () => {
    const server = await listen(() => {});
    server.on('connection', (socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\n')));
    expect((await sendTo(`https://127.0.0.1:${portOf(server)}/`)).status).toBeNull();
    await end(server);
  });
});

const refusal = 'the address of the receiver is private or reserved';

/** Answers one list after another; the last one is repeated. */
function namesOf(...answers: readonly (readonly string[])[]): Resolve {
  let asked = 0;
  return async () =>
    (answers[Math.min(asked++, answers.length - 1)] ?? []).map(
      (address): HostAddress => ({ address, family: address.includes(':') ? 6 : 4 }),
    );
}

describe('a private address', () => {
  const onlyPublic = { allowsPrivate: false };

  test.each([
    '127.0.0.1',
    '0.0.0.0',
    '2130706433',
    '0177.0.0.1',
    '0x7f000001',
    '127.1',
    '10.0.0.1',
    '169.254.169.254',
    '１２７.0.0.1',
    '127。0。0。1',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[fe80::1]',
    '[fd00:ec2::254]',
  ])('%s in the URL is not connected to', async (host) => {
    await using receiver = await startReceiver();
    const reply = await sendTo(`http://${host}:${receiver.port}/`, onlyPublic);
    expect(reply).toMatchObject({ status: null, error: refusal });
    expect(receiver.requests).toEqual([]);
  });

  test('behind a name is not connected to, also when the name was public a moment before', async () => {
    await using receiver = await startReceiver();
    const url = `http://liar.example:${receiver.port}/`;
    for (const address of ['127.0.0.1', '0.0.0.0', '169.254.169.254', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1']) {
      const reply = await sendTo(url, { ...onlyPublic, resolve: namesOf([address]) });
      expect(reply).toMatchObject({ status: null, error: refusal });
    }
    const resolve = namesOf(['1.1.1.1'], ['127.0.0.1']);
    expect(await resolve('liar.example')).toEqual([{ address: '1.1.1.1', family: 4 }]);
    expect(await sendTo(url, { ...onlyPublic, resolve })).toMatchObject({ status: null, error: refusal });
    expect(receiver.requests).toEqual([]);
  });

  test('that the system connects to in place of the public one is left again, before anything is sent', async () => {
    await using receiver = await startReceiver();
    const { connect } = Socket.prototype;
    const connected: string[] = [];
    // As a router or a hosts file might: the look-up was answered 1.1.1.1, and the socket is connected to 127.0.0.1.
    Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
      const [options] = args[0] as [{ lookup: LookupFunction; host: string }];
      const { lookup, host } = options;
      options.lookup = (_, lookupOptions, callback) =>
        lookup(host, lookupOptions, (error, found) => {
          connected.push(JSON.stringify(found));
          callback(error, [{ address: '127.0.0.1', family: 4 }]);
        });
      return Reflect.apply(connect, this, args) as Socket;
    };
    try {
      const url = `http://moved.example:${receiver.port}/`;
      const reply = await sendTo(url, { ...onlyPublic, resolve: namesOf(['1.1.1.1']) });
      expect(reply).toMatchObject({ status: null, error: refusal });
    } finally {
      Socket.prototype.connect = connect;
    }
    expect(connected).toEqual(['[{"address":"1.1.1.1","family":4}]']);
    expect(receiver.requests).toEqual([]);
  });

  test('beside a name’s public address is left out', async () => {
    await using receiver = await startReceiver();
    const asked: string[] = [];
    const resolve: Resolve = async (host) => {
      asked.push(host);
      return [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ];
    };
    const reply = await sendTo(`http://mixed.example:${receiver.port}/`, { ...onlyPublic, resolve });
    expect([reply.error, asked]).toEqual([refusal, ['mixed.example']]);
    expect(receiver.requests).toEqual([]);
  });
});

async function listen(onConnection: (socket: Socket) => void): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    sockets.add(socket);
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server): number => (server.address() as { port: number }).port;

async function end(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
