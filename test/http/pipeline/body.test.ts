/** Request bodies: parsing, refusals, and slow clients. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { z } from 'zod';
import { isInvalidBody } from '#http/pipeline/invalid-body.ts';
import { defineRoute, type Route } from '#http/pipeline/route.ts';
import { sendRaw, serveSample } from '../../support/sample-service.ts';

const path = '/api/private/v2.0/echo/';

function echo(more: Partial<Route> = {}): Route {
  return {
    ...defineRoute({
      method: 'POST',
      path,
      operationId: 'echo',
      summary: 'Answers with the body',
      tag: 'Sample',
      caller: 'anonymous',
      body: z.json(),
      responses: { 200: { description: 'The body' } },
      errors: [],
      handle: async ({ body }) => ({ status: 200, body: { body } }),
    }),
    ...more,
  };
}

async function post(url: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const answer = await fetch(url + path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

describe('a request body', () => {
  test('of JSON reaches the handler, in any script and in any number of packets', async () => {
    await using service = await serveSample([echo({ bodyLimitBytes: 8_000_000 })]);
    const sent = { name: 'Zoë 座席 🎫', list: [1, null, true] };
    expect(await post(service.url, JSON.stringify(sent))).toEqual({ status: 200, body: { body: sent } });
    const large = 'é'.repeat(2_000_000);
    expect((await post(service.url, JSON.stringify(large))).body.body).toBe(large);
    const pieces = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n[1,\r\n2\r\n2]\r\n0\r\n\r\n`;
    expect(await sendRaw(service.port, pieces)).toContain('{"body":[1,2]}');
  });

  test.each([
    ['{"a":', 'MALFORMED_REQUEST'],
    ["{'a':1}", 'MALFORMED_REQUEST'],
    ['[1,2', 'MALFORMED_REQUEST'],
    ['hello', 'MALFORMED_REQUEST'],
    [' ', 'MALFORMED_REQUEST'],
    ['\ufeff{}', 'MALFORMED_REQUEST'],
  ])('%j is 400 %s', async (sent, code) => {
    await using service = await serveSample([echo()]);
    expect(await post(service.url, sent)).toMatchObject({ status: 400, body: { errorCode: code } });
  });

  test('that is not UTF-8 is 400', async () => {
    await using service = await serveSample([echo()]);
    const answer = await post(service.url, new Uint8Array([0x22, 0xff, 0xfe, 0x22]));
    expect(answer).toMatchObject({ status: 400, body: { errorCode: 'MALFORMED_REQUEST' } });
  });

  test('may be 100 levels deep and no deeper; brackets in texts do not count', async () => {
    await using service = await serveSample([echo()]);
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect((await post(service.url, nested(100))).status).toBe(200);
    expect((await post(service.url, nested(101))).status).toBe(400);
    expect((await post(service.url, `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`)).status).toBe(400);
    expect((await post(service.url, '['.repeat(120_000))).status).toBe(400);
    const brackets = `${'['.repeat(5000)}"\\`;
    expect(await post(service.url, JSON.stringify([brackets, brackets]))).toEqual({
      status: 200,
      body: { body: [brackets, brackets] },
    });
  });

  test('with duplicate members or __proto__ does not change any prototype', async () => {
    const route = echo({ body: z.object({ a: z.int() }) });
    await using service = await serveSample([route]);
    expect((await post(service.url, '{"a":1,"a":2,"__proto__":{"b":1},"constructor":5}')).body).toEqual({
      body: { a: 2 },
    });
  });

  test('with a Content-Type other than JSON is 400, and the problem says which one to use', async () => {
    await using service = await serveSample([echo()]);
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'application/json; charset=latin1']) {
      const answer = await post(service.url, '{}', { 'content-type': type });
      expect(answer).toMatchObject({ status: 400, body: { errorCode: 'MALFORMED_REQUEST' } });
      expect(answer.body.detail).toContain('Content-Type: application/json');
    }
    const zipped = await post(service.url, '{}', { 'content-encoding': 'gzip' });
    expect(zipped).toMatchObject({ status: 400, body: { errorCode: 'MALFORMED_REQUEST' } });
    for (const type of ['application/json; charset=UTF-8', 'application/merge-patch+json', 'Application/JSON']) {
      expect((await post(service.url, '{}', { 'content-type': type })).status).toBe(200);
    }
    const untyped = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`;
    expect(await sendRaw(service.port, untyped)).toMatch(/^HTTP\/1\.1 200/);
  });

  test('that is absent is validated as absent, or as the default of the route', async () => {
    await using strict = await serveSample([echo({ body: z.object({ a: z.int() }) })]);
    const missing = await fetch(strict.url + path, { method: 'POST' });
    expect(missing.status).toBe(400);
    expect(await missing.json()).toMatchObject({ errors: [{ field: 'body', code: 'NOT_NULL' }] });
    await using lenient = await serveSample([echo({ emptyBody: { a: 1 } })]);
    expect(await (await fetch(lenient.url + path, { method: 'POST' })).json()).toEqual({ body: { a: 1 } });
  });

  test('that fails validation reaches a handler which makes other checks first', async () => {
    const route = echo({
      body: z.object({ a: z.int() }),
      invalidBodyToHandler: true,
      handle: async ({ body }) => ({ status: 200, body: isInvalidBody(body) ? body.invalid : 'fine' }),
    });
    await using service = await serveSample([route]);
    expect((await post(service.url, '{"a":1}')).body).toBe('fine');
    expect((await post(service.url, '{"a":"x"}')).body).toBe('VALIDATION_FAILED');
    expect((await post(service.url, '{"a"')).body).toBe('MALFORMED_REQUEST');
  });

  test('reaches a raw-body route unparsed', async () => {
    const route = echo({
      rawBody: true,
      handle: async ({ body, rawBody }) => ({ status: 200, body: [body ?? null, Buffer.from(rawBody).toString()] }),
    });
    await using service = await serveSample([route]);
    expect((await post(service.url, '{"a": ')).body).toEqual([null, '{"a": ']);
    expect(await (await fetch(service.url + path, { method: 'POST' })).json()).toEqual([null, '']);
  });
});

describe('a request body that is too large', () => {
  test('is 413, with or without Content-Length, and the connection stays usable', async () => {
    await using service = await serveSample([echo({ bodyLimitBytes: 1000 })]);
    expect((await post(service.url, JSON.stringify('x'.repeat(998)))).status).toBe(200);
    const announced = await post(service.url, JSON.stringify('x'.repeat(999)));
    expect(announced).toMatchObject({ status: 413, body: { errorCode: 'PAYLOAD_TOO_LARGE' } });
    const chunk = `${(600).toString(16)}\r\n${'1'.repeat(600)}\r\n`;
    const unannounced = `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(50)}0\r\n\r\n`;
    const next = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n[]`;
    const received = await sendRaw(service.port, unannounced + next);
    expect(received.match(/HTTP\/1\.1 (\d+)/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });

  test('is not read before the key has been checked', async () => {
    await using service = await serveSample([echo({ caller: 'organization', bodyLimitBytes: 64_000_000 })]);
    const socket = connect(service.port, '127.0.0.1').setEncoding('utf8');
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 60000000\r\n\r\n{`);
    const [answer] = (await once(socket, 'data')) as [string];
    expect(answer).toMatch(/^HTTP\/1\.1 403/);
    socket.destroy();
  });
});

describe('a slow client', () => {
  test('that does not complete its headers is disconnected with 408', async () => {
    await using service = await serveSample([echo()], { limits: { headersTimeoutMs: 300 } });
    expect(await sendRaw(service.port, `POST ${path} HTTP/1.1\r\nHost: x\r\n`)).toMatch(/^HTTP\/1\.1 408/);
  });

  test('that does not complete its body is refused with 408, and counted', async () => {
    await using service = await serveSample([echo()], { bodyDeadlineMs: 200 });
    const answer = await sendRaw(service.port, `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{`);
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*\r\nConnection: close\r\n[\s\S]*REQUEST_TIMEOUT/);
    expect(await service.metrics.text()).toContain(
      'usher_http_requests_total{method="POST",route="/api/private/v2.0/echo/",status="408"} 1',
    );
    expect(service.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('that disconnects is counted with status 499, and not logged as an error', async () => {
    const seen = Promise.withResolvers<void>();
    const counted = Promise.withResolvers<number>();
    const noticing = z.string().refine(() => {
      seen.resolve();
      return true;
    });
    const route = echo({ requestHeaders: z.object({ 'X-Seen': noticing }) });
    await using service = await serveSample([route], { observe: counted.resolve });
    const socket = connect(service.port, '127.0.0.1');
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nX-Seen: 1\r\nContent-Length: 10\r\n\r\n{`);
    await seen.promise;
    socket.destroy();
    expect(await counted.promise).toBe(499);
    expect(service.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
