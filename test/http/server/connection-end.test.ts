/**
 * The ends of connections whose clients do not read: a reset frees what the kernel keeps for them, so that such a client
 * gets an error instead of the rest, whenever it reads. Clients that read get everything and an orderly end.
 */
import { connect } from 'node:net';
import { eventually } from '../../support/eventually.ts';
import { samplePrefix as prefix, sampleRoute as route } from '../../support/sample-route.ts';
import { serveSample } from '../../support/sample-service.ts';
import { connectWithoutReading, exchange, get, packetsOf, readOn } from '../../support/stuck-clients.ts';

/** More than the kernel takes for one connection. */
const hugeBytes = 16 * 1024 * 1024;
/** The kernel takes all of it at once, and the client's side does not. */
const largeBytes = 512 * 1024;
const huge = route('GET', `${prefix}/huge`, async () => ({ status: 200, body: 'x'.repeat(hugeBytes) }));
const large = route('GET', `${prefix}/large`, async () => ({ status: 200, body: 'x'.repeat(largeBytes) }));
const routes = [huge, large];
const closing = 'Connection: close\r\n';
/** Longer than any test. */
const never = 1_000_000;

describe.each(Object.entries(packetsOf))('a client that reads nothing, and whose request is read %s,', (_, split) => {
  test.each([
    ['when its answer makes no progress', `${prefix}/huge`, '', { writeTimeoutMs: 300, lingerMs: never }],
    ['after the last answer of its connection', `${prefix}/large`, closing, { lingerMs: 50 }],
  ])('is reset %s', async (_when, path, headers, limits) => {
    await using service = await serveSample(routes, { limits });
    const client = await connectWithoutReading(service.port, split(get(path, headers)));
    await eventually(async () => (await service.connections()) === 0);
    const { bytes, end } = await readOn(client);
    expect(end).toBe('ECONNRESET');
    expect(bytes).toBeLessThan(path.endsWith('huge') ? hugeBytes : largeBytes);
  });

  test('is reset when it has closed its sending side', async () => {
    await using service = await serveSample(routes, { limits: { goneLingerMs: 50, lingerMs: never } });
    const socket = connect({ port: service.port, host: '127.0.0.1', allowHalfOpen: true }).setNoDelay().pause();
    for (const packet of split(get(`${prefix}/large`))) socket.write(packet);
    socket.end();
    await eventually(async () => (await service.connections()) === 1);
    await eventually(async () => (await service.connections()) === 0);
    expect((await readOn(socket)).end).toBe('ECONNRESET');
  });

  test('is reset when the service ends', async () => {
    await using service = await serveSample(routes, { limits: { lingerMs: never } });
    const client = await connectWithoutReading(service.port, split(get(`${prefix}/large`)));
    await eventually(() => service.metrics.text().then((text) => /route="[^"]*large",status="200"\} 1/.test(text)));
    await service.drain(300);
    expect((await readOn(client)).end).toBe('ECONNRESET');
  });
});

describe.each(Object.entries(packetsOf))('a client that reads, and whose request is read %s,', (_, split) => {
  test.each([
    ['a huge last answer', `${prefix}/huge`, hugeBytes],
    ['a large last answer', `${prefix}/large`, largeBytes],
  ])('gets all of %s, then a FIN, and is not waited for', async (_what, path, bytes) => {
    await using service = await serveSample(routes, { limits: { lingerMs: never, goneLingerMs: never } });
    const socket = await connectWithoutReading(service.port, split(get(path, closing)));
    const read = await readOn(socket);
    expect([read.end, read.bytes > bytes]).toEqual(['FIN', true]);
    await eventually(async () => (await service.connections()) === 0);
  });

  test('gets all of an answer, then a FIN, when it has closed its sending side', async () => {
    await using service = await serveSample(routes, { limits: { goneLingerMs: 50 } });
    const text = await exchange(service.port, split(get(`${prefix}/large`)), { end: true });
    expect(text.length).toBeGreaterThan(largeBytes);
    await eventually(async () => (await service.connections()) === 0);
  });
});

test('a request that arrives behind the end of its connection has no effect', async () => {
  let calls = 0;
  const count = route('POST', `${prefix}/count`, async () => ({ status: 200, body: ++calls }));
  await using service = await serveSample([...routes, count], { limits: { lingerMs: 300 } });
  const socket = connect({ port: service.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.write(get(`${prefix}/large`, closing));
  const { end } = await readOn(socket);
  expect(end).toBe('FIN');
  socket.write(`POST ${prefix}/count HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`);
  await eventually(async () => (await service.connections()) === 0);
  expect(calls).toBe(0);
  socket.destroy();
});
