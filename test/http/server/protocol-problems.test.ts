/** Unusual and invalid connections and heads are answered correctly or refused with a problem, never silently. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { z } from 'zod';
import { eventually } from '../../support/eventually.ts';
import { samplePrefix as prefix, sampleRoute as route } from '../../support/sample-route.ts';
import { serveSample } from '../../support/sample-service.ts';
import { exchange, get, statusesOf } from '../../support/stuck-clients.ts';

const echo = route('POST', `${prefix}/echo`, async ({ body }) => ({ status: 200, body: { echo: body } }), {
  body: z.json(),
});
const okRoute = route('GET', `${prefix}/ok`, async () => ({ status: 200, body: 'fine' }));
const path = `${prefix}/ok`;
const head = `GET ${path} HTTP/1.1\r\nHost: x\r\n`;
const asked = get(path);
const last = get(path, 'Connection: close\r\n');

/** The members of the problem body at the end of the received text. */
function problemIn(text: string): Record<string, unknown> {
  return JSON.parse(text.slice(text.lastIndexOf('\r\n\r\n')));
}

describe('a refusal by the HTTP server', () => {
  test.each([
    ['invalid HTTP', 'hello there\r\n\r\n', 400, 'MALFORMED_REQUEST', undefined],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'MALFORMED_REQUEST', undefined],
    ['no Host', `GET ${path}?a=1 HTTP/1.1\r\n\r\n`, 400, 'MALFORMED_REQUEST', path],
    ['two Hosts', `${head}Host: y\r\n\r\n`, 400, 'MALFORMED_REQUEST', path],
    ['the same Host twice', `${head}host: x\r\n\r\n`, 400, 'MALFORMED_REQUEST', path],
    ['two Hosts of HTTP/1.0', `GET ${path} HTTP/1.0\r\nHost: x\r\nHOST: y\r\n\r\n`, 400, 'MALFORMED_REQUEST', path],
    ['an expectation', `${head}Expect: other\r\n\r\n`, 417, 'EXPECTATION_FAILED', path],
    ['a long header', `${head}X-Long: ${'x'.repeat(100_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE', undefined],
    ['many headers', `${head}${'a:\r\n'.repeat(101)}\r\n`, 431, 'HEADERS_TOO_LARGE', path],
    ['a CONNECT request', 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n', 405, 'METHOD_NOT_ALLOWED', 'x:443'],
    ['an incomplete head', `${head}X-Half: `, 408, 'REQUEST_TIMEOUT', undefined],
    ['nothing', '', 408, 'REQUEST_TIMEOUT', undefined],
  ])('of %s has the common problem body, and closes the connection', async (_, sent, status, code, instance) => {
    await using service = await serveSample([okRoute], { limits: { headersTimeoutMs: 100 } });
    const text = await exchange(service.port, [sent]);
    expect(statusesOf(text)).toEqual([status]);
    expect(text).toMatch(/\r\nContent-Type: application\/problem\+json\r\n/);
    expect(text).toMatch(/\r\nConnection: close\r\n/);
    const problem = problemIn(text);
    expect(problem).toMatchObject({ type: 'about:blank', status, errorCode: code, detail: expect.any(String) });
    expect(problem).toMatchObject({ title: expect.any(String), timestamp: expect.stringMatching(/Z$/) });
    expect([problem.instance, problem.path]).toEqual([instance, instance]);
    expect(text).toContain(`\r\nX-Request-Id: ${problem.requestId}\r\n`);
  });

  test('has the sent request id if the head could be parsed', async () => {
    await using service = await serveSample([okRoute]);
    const text = await exchange(service.port, [`GET ${path} HTTP/1.1\r\nX-Request-Id: mine\r\n\r\n`]);
    expect(problemIn(text).requestId).toBe('mine');
  });
});

describe('a running request is answered', () => {
  const post = `POST ${prefix}/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n`;

  test.each([
    ['in its packet', [`${post}\r\n{}no HTTP\r\n\r\n`]],
    ['in a packet of its own', [`${post}\r\n{}`, 'no HTTP\r\n\r\n']],
    ['and it has no body', [`${asked}no HTTP\r\n\r\n`]],
    ['and it is split', [asked.slice(0, 9), `${asked.slice(9)}no HTTP\r\n\r\n`]],
  ])('if invalid HTTP follows it %s', async (_, packets) => {
    await using service = await serveSample([okRoute, echo]);
    expect(statusesOf(await exchange(service.port, packets))).toEqual([200, 400]);
  });

  test('if more bytes follow although it had Connection: close', async () => {
    await using service = await serveSample([okRoute]);
    expect(statusesOf(await exchange(service.port, [last + asked]))).toEqual([200]);
  });

  test('with the error of its body if the rest of the body cannot be parsed', async () => {
    await using service = await serveSample([echo]);
    const chunked = `POST ${prefix}/echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\nno size\r\n`;
    const text = await exchange(service.port, [chunked + asked]);
    expect(statusesOf(text)).toEqual([400]);
    expect(problemIn(text)).toMatchObject({ errorCode: 'MALFORMED_REQUEST', path: `${prefix}/echo` });
  });

  test.each([
    ['directly', [asked]],
    ['through Node', [asked.slice(0, 9), asked.slice(9)]],
    ['among others', [asked + asked]],
  ])('if its client, whose request is read %s, ends its side of the connection', async (_, packets) => {
    await using service = await serveSample([okRoute]);
    const text = await exchange(service.port, packets, { end: true });
    expect(statusesOf(text)).toEqual(packets[0] === asked + asked ? [200, 200] : [200]);
  });

  test('when the service stops, together with pipelined requests behind it', async () => {
    const entered = Promise.withResolvers<void>();
    const leave = Promise.withResolvers<void>();
    const slow = route('GET', `${prefix}/slow`, async () => {
      entered.resolve();
      await leave.promise;
      return { status: 200 };
    });
    await using service = await serveSample([slow, okRoute]);
    const answered = exchange(service.port, [get(`${prefix}/slow`) + asked + asked]);
    await entered.promise;
    const drained = service.drain(10_000);
    leave.resolve();
    const text = await answered;
    expect(statusesOf(text)).toEqual([200, 200, 200]);
    expect(text.match(/\r\nConnection: [\w-]+/g)).toEqual([
      '\r\nConnection: keep-alive',
      '\r\nConnection: keep-alive',
      '\r\nConnection: close',
    ]);
    await drained;
  });
});

describe('an unusual request is answered', () => {
  const trailed = 'Transfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n1\r\n[\r\n1\r\n]\r\n0\r\nX-Sum: 1\r\n\r\n';
  const expecting = 'Content-Length: 2\r\nExpect: 100-continue\r\n\r\n';

  test.each([
    ['of HTTP/1.0 that keeps its connection', [`GET ${path} HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`], [200]],
    ['with the method HEAD', [`HEAD /livez HTTP/1.1\r\nHost: x\r\n\r\n`], [200]],
    ['with an absolute target', [`GET http://x${path}?a=1 HTTP/1.1\r\nHost: x\r\n\r\n`], [200]],
    ['with trailers', [`POST ${prefix}/echo HTTP/1.1\r\nHost: x\r\n${trailed}`], [200]],
    ['that expects 100-continue', [`POST ${prefix}/echo HTTP/1.1\r\nHost: x\r\n${expecting}`, '{}'], [100, 200]],
    ['with the header of a proxy', [get(path, 'Proxy-Connection: keep-alive\r\n')], [200]],
    ['in packets of one byte', [...asked], [200]],
  ])('%s, and so is the next', async (_, packets, statuses) => {
    await using service = await serveSample([okRoute, echo]);
    const text = await exchange(service.port, [...packets, last]);
    expect(statusesOf(text)).toEqual([...statuses, 200]);
  });

  const upgrade = get(path, 'Connection: Upgrade\r\nUpgrade: websocket\r\n');

  test('that requests an upgrade, and so is the next when it waits for the answer', async () => {
    await using service = await serveSample([okRoute]);
    const socket = connect(service.port, '127.0.0.1').setEncoding('latin1');
    for (const packet of [upgrade, last]) {
      socket.write(packet);
      const [answer] = await once(socket, 'data');
      expect(statusesOf(answer)).toEqual([200]);
    }
  });

  test('that requests an upgrade, and its connection ends when more is behind it in its packet', async () => {
    await using service = await serveSample([okRoute]);
    const text = await exchange(service.port, [upgrade + asked]);
    expect(statusesOf(text)).toEqual([200]);
    expect(text).toMatch(/\r\nConnection: close\r\n/);
  });

  test('whose body has chunks of one byte', async () => {
    await using service = await serveSample([echo]);
    const body = JSON.stringify('x'.repeat(20_000));
    const chunks = [...body].map((byte) => `1\r\n${byte}\r\n`).join('');
    const asked = `POST ${prefix}/echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`;
    expect(await exchange(service.port, [asked + last])).toContain(`{"echo":${body}}`);
  });
});

test('connections without any request are closed with 408', async () => {
  await using service = await serveSample([okRoute], { limits: { headersTimeoutMs: 100 } });
  const silent = Array.from({ length: 100 }, () => exchange(service.port, []));
  await eventually(async () => (await service.connections()) > 0);
  const texts = await Promise.all(silent);
  expect(new Set(texts.map((text) => statusesOf(text).join()))).toEqual(new Set(['408']));
});
