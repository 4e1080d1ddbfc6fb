/** An operator's own middleware of Koa runs for every call, whichever way its connection is read. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import type Koa from 'koa';
import { Fault } from '#actors/fault.ts';
import type { AppOptions } from '#http/pipeline/app.ts';
import { samplePrefix as prefix, sampleRoute as route, says } from '../../support/sample-route.ts';
import { sendRaw, serveSample } from '../../support/sample-service.ts';

const routes = [
  route('GET', `${prefix}/things/{id}`, says('thing')),
  route('POST', '/api/public/v2.0/session/', says('made')),
  route('GET', `${prefix}/large`, async () => ({ status: 200, content: pieces() })),
  route('GET', `${prefix}/broken`, async () => {
    throw new Fault('UNAVAILABLE', 'down');
  }),
];

async function* pieces() {
  yield '[1';
  for (let count = 0; count < 5_000; count++) yield `,${count}`;
  yield ']';
}

/** A usual packet, which is read directly, and one that Node reads. */
const ways = [
  ['directly', ''],
  ['by Node', 'Expect: 100-continue\r\n'],
] as const;

function serve(extend: NonNullable<AppOptions['extend']>) {
  return serveSample(routes, { extend });
}

/** Sends one request; resolves with the answer, without interim ones. */
async function ask(port: number, method: string, path: string, header: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let text = '';
  socket.on('data', (piece: string) => {
    text += piece;
  });
  socket.end(`${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n${header}\r\n`);
  await once(socket, 'close');
  return text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
}

const seen: Koa.Middleware = async (context, next) => {
  await next();
  context.set('X-Seen', `${context.status} ${context._matchedRoute ?? 'no route'}`);
};

describe.each(ways)('a middleware, of calls that are read %s', (_name, header) => {
  test.each([
    ['GET', `${prefix}/things/7`, `200 ${prefix}/things/:id`],
    ['POST', '/api/public/v2.0/session/', '200 /api/public/v2.0/session/'],
    ['GET', `${prefix}/large`, `200 ${prefix}/large`],
    ['GET', `${prefix}/nothing`, '404 no route'],
    ['DELETE', `${prefix}/large`, '405 no route'],
    ['OPTIONS', '/api/public/v2.0/session/', '204 no route'],
  ])('sees %s %s, its route and its status', async (method, path, expected) => {
    await using service = await serve((koa) => koa.use(seen));
    expect(await ask(service.port, method, path, header)).toContain(`x-seen: ${expected}\r\n`);
  });

  test('may answer by itself: with text, an object, a stream or nothing', async () => {
    const bodies: Record<string, unknown> = {
      text: 'closed',
      object: { closed: true },
      stream: Readable.from(['clo', 'sed']),
      nothing: null,
    };
    await using service = await serve((koa) =>
      koa.use((context) => {
        context.body = bodies[context.path.slice('/api/'.length)];
      }),
    );
    expect(await ask(service.port, 'GET', '/api/text', header)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\nclosed$/);
    expect(await ask(service.port, 'GET', '/api/object', header)).toMatch(/\r\n\r\n\{"closed":true\}$/);
    expect(await ask(service.port, 'GET', '/api/stream', header)).toMatch(/3\r\nclo\r\n3\r\nsed\r\n0\r\n\r\n$/);
    expect(await ask(service.port, 'GET', '/api/nothing', header)).toMatch(/^HTTP\/1\.1 204 No Content\r\n/);
  });

  test('may refuse a call before its handler, and replaces headers of the answer', async () => {
    await using service = await serve((koa) =>
      koa.use(async (context, next) => {
        if (context.method === 'POST') context.throw(403, 'Not today');
        await next();
        context.set('Cache-Control', 'max-age=9');
      }),
    );
    const refused = await ask(service.port, 'POST', '/api/public/v2.0/session/', header);
    expect(refused).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n[\s\S]*Not today$/);
    const answer = await ask(service.port, 'GET', `${prefix}/things/7`, header);
    expect(answer.match(/cache-control: .*/gi)).toEqual(['cache-control: max-age=9']);
  });
});

test('a middleware sees the error of a call, and one that fails itself is a 500 without internals', async () => {
  const errors: unknown[] = [];
  await using service = await serve((koa) =>
    koa.use(async (context, next) => {
      if (context.path === '/api/bad') throw new Error('secret inside');
      await next().catch((error) => {
        errors.push(error);
        throw error;
      });
    }),
  );
  expect((await fetch(`${service.url}${prefix}/broken`)).status).toBe(503);
  expect(errors).toMatchObject([{ code: 'UNAVAILABLE' }]);
  const failed = await fetch(`${service.url}/api/bad`);
  expect([failed.status, (await failed.text()).includes('secret')]).toEqual([500, false]);
});

test('a middleware runs for pages and health checks too', async () => {
  await using service = await serve((koa) => koa.use(seen));
  for (const path of ['/livez', '/openapi.json', '/map/', '/missing']) {
    expect((await fetch(service.url + path)).headers.get('x-seen')).toMatch(/^(200|404)/);
  }
  expect(await sendRaw(service.port, 'GET /livez HTTP/1.0\r\n\r\n')).toContain('x-seen: 200');
});
