/** CORS: scripts of other origins may make all public calls, with credentials too; and its effect on caches. */
import { PublicHeaders } from '#http/pipeline/cors.ts';
import { sampleRoute, says } from '../../support/sample-route.ts';
import { serveSample } from '../../support/sample-service.ts';

const path = '/api/public/v2.0/session/';
const shop = 'https://shop.example';

const echo = sampleRoute(
  'POST',
  path,
  async ({ rawBody }) => ({ status: 200, body: Buffer.from(rawBody).toString() }),
  {
    body: says as never,
    rawBody: true,
  },
);
const read = sampleRoute('GET', '/api/public/v1.0/event/', says(1));
const own = sampleRoute('POST', '/api/private/v2.0/a', says(1), { body: says as never, rawBody: true });

function headersOf(answer: Response) {
  const { headers } = answer;
  return {
    status: answer.status,
    origin: headers.get('access-control-allow-origin'),
    credentials: headers.get('access-control-allow-credentials'),
    vary: headers.get('vary'),
  };
}

const reflected = { status: 200, origin: shop, credentials: 'true', vary: 'Origin' };
const anyone = { status: 200, origin: '*', credentials: null, vary: 'Origin' };

describe('the answer to a public call', () => {
  test('names the requesting origin, so that requests with credentials are allowed', async () => {
    await using service = await serveSample([echo, read]);
    const ask = (origin: string) => fetch(`${service.url}/api/public/v1.0/event/`, { headers: { Origin: origin } });
    expect(headersOf(await ask(shop))).toEqual(reflected);
    expect(headersOf(await ask('https://other.example'))).toEqual({ ...reflected, origin: 'https://other.example' });
    expect(headersOf(await ask(shop))).toEqual(reflected);
    // The origin of sandboxed pages and of local files.
    expect(headersOf(await ask('null'))).toEqual({ ...reflected, origin: 'null' });
  });

  test('to a request without Origin allows any origin, and caches store it separately', async () => {
    await using service = await serveSample([echo, read]);
    expect(headersOf(await fetch(`${service.url}/api/public/v1.0/event/`))).toEqual(anyone);
    expect(headersOf(await fetch(`${service.url}/api/public/v1.0/nothing`))).toEqual({ ...anyone, status: 404 });
  });

  test('to an invalid Origin does not repeat it', () => {
    const headers = new PublicHeaders([]);
    for (const text of ['', 'https://ä.example', 'https://a b', `https://${'a'.repeat(300)}`]) {
      expect(headers.for(text)).toEqual(headers.for(undefined));
    }
  });

  test('uses a bounded cache of header lists', () => {
    const headers = new PublicHeaders(['A', 'b']);
    const first = headers.for(shop);
    expect(headers.for(shop)).toBe(first);
    for (let number = 0; number < 1_000; number++) headers.for(`https://${number}.example`);
    expect(headers.for(shop)).toEqual(first);
    expect(headers.for(shop)).not.toBe(first);
  });
});

test('a preflight allows every header that a public call reads', async () => {
  await using service = await serveSample([echo, read]);
  const asked = await fetch(service.url + path, {
    method: 'OPTIONS',
    headers: { Origin: shop, 'Access-Control-Request-Method': 'POST' },
  });
  expect(headersOf(asked)).toEqual({ ...reflected, status: 204 });
  const allowed = asked.headers.get('access-control-allow-headers')?.split(', ');
  expect(allowed).toEqual(['Content-Type', 'Idempotency-Key', 'If-None-Match', 'Last-Event-ID', 'X-Request-Id']);
});

describe('the beacon of a closing page', () => {
  test('is accepted as text/plain, which browsers send without a preflight', async () => {
    await using service = await serveSample([echo, own]);
    const send = (to: string, type: string) =>
      fetch(service.url + to, { method: 'POST', headers: { Origin: shop, 'Content-Type': type }, body: '{}' });
    const beacon = await send(path, 'text/plain;charset=UTF-8');
    expect([headersOf(beacon), await beacon.json()]).toEqual([reflected, '{}']);
    for (const type of ['text/html', 'text/plain;charset=latin1', 'application/x-www-form-urlencoded']) {
      expect((await send(path, type)).status).toBe(400);
    }
    expect((await send('/api/private/v2.0/a', 'text/plain')).status).toBe(400);
  });
});
