/** Limits of one connection: one request in flight, one unread answer, and timeouts for slow readers. */
import { connect } from 'node:net';
import { inFlightMax } from '#http/server/node-connection.ts';
import { eventually } from '../../support/eventually.ts';
import { samplePrefix as prefix, sampleRoute as route } from '../../support/sample-route.ts';
import { serveSample } from '../../support/sample-service.ts';
import { connectWithoutReading, exchange, get, packetsOf, readOn, statusesOf } from '../../support/stuck-clients.ts';

const last = get(`${prefix}/last`, 'Connection: close\r\n');
/** More than the kernel's socket buffers hold for one connection. */
const largeBytes = 16 * 1024 * 1024;
const large = route('GET', `${prefix}/large`, async () => ({ status: 200, body: 'x'.repeat(largeBytes) }));

/** An endless stream, which is written as fast as the client reads. */
function endless(told: () => void = () => {}) {
  const piece = Buffer.alloc(64 * 1024, 'x');
  return route('GET', `${prefix}/endless`, async () => ({
    status: 200,
    content: (async function* () {
      try {
        for (;;) yield piece;
      } finally {
        told();
      }
    })(),
  }));
}

describe('pipelined requests', () => {
  test('are started one after the other, and answered in order', async () => {
    let inFlight = 0;
    let most = 0;
    const slow = route('GET', `${prefix}/named`, async (call) => {
      most = Math.max(most, ++inFlight);
      await new Promise((resolve) => setImmediate(resolve));
      inFlight -= 1;
      return { status: 200, body: call.header('x-name') };
    });
    await using service = await serveSample([slow]);
    const names = Array.from({ length: inFlightMax - 1 }, (_, at) => `n${at}`);
    const asked = names.map((name) => get(`${prefix}/named`, `X-Name: ${name}\r\n`)).join('');
    const text = await exchange(service.port, [asked + last]);
    expect(text.match(/"n\d+"/g)).toEqual(names.map((name) => `"${name}"`));
    expect(most).toBe(1);
  });

  test('of more than a few at once reset the connection, and those behind them never run', async () => {
    let begun = 0;
    const stuck = Promise.withResolvers<void>();
    const count = route('GET', `${prefix}/count`, async () => {
      begun += 1;
      await stuck.promise;
      return { status: 200 };
    });
    await using service = await serveSample([count]);
    const socket = await connectWithoutReading(service.port, [get(`${prefix}/count`).repeat(inFlightMax + 1)]);
    expect(await readOn(socket)).toEqual({ bytes: 0, end: 'ECONNRESET' });
    stuck.resolve();
    await exchange(service.port, [last]);
    expect(begun).toBe(1);
  });

  test('wait while the client does not read earlier answers', async () => {
    let begun = 0;
    await using service = await serveSample([large], { observe: () => void ++begun });
    const stuck = await connectWithoutReading(service.port, [get(`${prefix}/large`).repeat(inFlightMax)]);
    const other = await exchange(service.port, [last]);
    expect(statusesOf(other)).toEqual([404]);
    // The other client's request, and only one of the pipelined ones.
    expect(begun).toBe(2);
    stuck.destroy();
  });

  test('take turns with the requests of other clients', async () => {
    const order: string[] = [];
    const named = route('GET', `${prefix}/named`, async (call) => {
      order.push(call.header('x-name') ?? '');
      return { status: 200 };
    });
    await using service = await serveSample([named]);
    const asked = (name: string) => get(`${prefix}/named`, `X-Name: ${name}\r\n`).repeat(inFlightMax - 1) + last;
    await Promise.all(['a', 'b'].map((name) => exchange(service.port, [asked(name)])));
    expect(order.indexOf('b')).toBeLessThan(order.lastIndexOf('a'));
    expect(order).toHaveLength(2 * (inFlightMax - 1));
  });
});

test('requests beyond the maximum of waiting requests get 503 with Retry-After', async () => {
  await using service = await serveSample([route('GET', `${prefix}/a`, async () => ({ status: 200 }))], {
    limits: { waitingMax: 10 },
  });
  const asked = get(`${prefix}/a`);
  const clients = Array.from({ length: 600 }, () =>
    connect(service.port, '127.0.0.1').setNoDelay().setEncoding('utf8'),
  );
  await eventually(async () => (await service.connections()) === clients.length);
  const texts = clients.map((client) => {
    client.write(asked);
    return new Promise<string>((resolve) => client.once('data', (text) => resolve(String(text))));
  });
  const answers = await Promise.all(texts);
  const refused = answers.filter((text) => !text.startsWith('HTTP/1.1 200'));
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(100);
  for (const text of refused) expect(text).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nRetry-After: 1\r\n[\s\S]*UNAVAILABLE/);
  for (const client of clients) client.destroy();
});

describe.each(Object.entries(packetsOf))('a client whose request is read %s', (_, split) => {
  const limits = { writeTimeoutMs: 300 };

  test('and which never reads its answer is disconnected', async () => {
    await using service = await serveSample([large], { limits });
    await connectWithoutReading(service.port, split(get(`${prefix}/large`)));
    expect(await service.connections()).toBe(1);
    await eventually(async () => (await service.connections()) === 0);
  });

  test('and which never reads a stream is disconnected, and the stream ends', async () => {
    const ended = Promise.withResolvers<void>();
    await using service = await serveSample([endless(ended.resolve)], { limits });
    await connectWithoutReading(service.port, split(get(`${prefix}/endless`)));
    await ended.promise;
    await eventually(async () => (await service.connections()) === 0);
  });

  test('and which disconnects ends its stream', async () => {
    const ended = Promise.withResolvers<void>();
    await using service = await serveSample([endless(ended.resolve)]);
    const socket = connect(service.port, '127.0.0.1').setNoDelay();
    for (const packet of split(get(`${prefix}/endless`))) socket.write(packet);
    socket.once('data', () => socket.destroy());
    await ended.promise;
  });

  test('is not disconnected while its stream is idle', async () => {
    const speak = Promise.withResolvers<void>();
    const patient = route('GET', `${prefix}/patient`, async () => ({
      status: 200,
      content: (async function* () {
        yield Buffer.alloc(4096, 'x');
        await speak.promise;
        yield 'spoken';
      })(),
    }));
    await using service = await serveSample([patient, large], { limits });
    const answer = exchange(service.port, split(get(`${prefix}/patient`, 'Connection: close\r\n')));
    // Two other clients time out for not reading, one after the other; the stream began before them.
    for (let times = 0; times < 2; times++) {
      await connectWithoutReading(service.port, [get(`${prefix}/large`)]);
      await eventually(async () => (await service.connections()) === 1);
    }
    speak.resolve();
    expect(await answer).toContain('spoken');
  });
});

test('a client that reads slowly gets its complete answer, even if that takes longer than the timeout', async () => {
  const [timeoutMs, pauseMs] = [1_000, 100];
  await using service = await serveSample([large], { limits: { writeTimeoutMs: timeoutMs } });
  const socket = connect(service.port, '127.0.0.1');
  socket.write(get(`${prefix}/large`));
  let [bytes, pauses] = [0, 0];
  await new Promise<void>((resolve) => {
    const part = largeBytes / 24;
    let due = part;
    socket.on('close', resolve).on('data', (piece) => {
      bytes += piece.length;
      if (bytes >= largeBytes) resolve();
      if (bytes < due) return;
      due += part;
      socket.pause();
      pauses++;
      setTimeout(() => socket.resume(), pauseMs);
    });
  });
  expect(bytes).toBeGreaterThanOrEqual(largeBytes);
  expect(pauses * pauseMs).toBeGreaterThan(2 * timeoutMs);
  socket.destroy();
});

test('connections of one address beyond its limit are closed, others are served, and a place that is left is free', async () => {
  const ok = route('GET', `${prefix}/ok`, async () => ({ status: 200 }));
  const addressOf = ({ remoteAddress = '' }: { remoteAddress?: string | undefined }) =>
    remoteAddress.endsWith('127.0.0.1') ? remoteAddress : null;
  await using service = await serveSample([ok], { limits: { perAddress: { max: 2, addressOf } } });
  const asked = get(`${prefix}/ok`, 'Connection: close\r\n');
  const held = [await connectWithoutReading(service.port, []), await connectWithoutReading(service.port, [])];
  await eventually(async () => (await service.connections()) === 2);
  expect(await exchange(service.port, [asked])).toBe('');
  const other = connect({ port: service.port, host: '127.0.0.1', localAddress: '127.0.0.2' }).setEncoding('latin1');
  const said = new Promise((resolve) => other.once('data', resolve));
  other.write(asked);
  expect(await said).toMatch(/^HTTP\/1\.1 200/);
  held[0]?.destroy();
  await eventually(async () => statusesOf(await exchange(service.port, [asked]))[0] === 200);
  for (const socket of held) socket.destroy();
});
