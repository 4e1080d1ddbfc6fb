/** Behaviour of all routes: response headers, CORS, errors and request metrics. */
import { z } from 'zod';
import { Fault } from '#actors/fault.ts';
import { longText } from '#codec/fields.ts';
import { presentAnswer } from '#http/pipeline/answer.ts';
import { pagingQuery } from '#http/pipeline/paging.ts';
import { type Problem, ProblemError } from '#http/pipeline/problem.ts';
import type { Route } from '#http/pipeline/route.ts';
import { samplePrefix as prefix, sampleRoute as route, says } from '../../support/sample-route.ts';
import { serveSample } from '../../support/sample-service.ts';

const fails =
  (error: unknown): Route['handle'] =>
  async () => {
    throw error;
  };

describe('every answer', () => {
  test('has headers against caching, content sniffing and referrers', async () => {
    await using service = await serveSample([route('GET', `${prefix}/a`, says(1))]);
    for (const path of [`${prefix}/a`, `${prefix}/b`, '/livez', '/openapi.json']) {
      const { headers } = await fetch(service.url + path);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-request-id')).toMatch(/^[\w-]+$/);
    }
  });

  test('has a unique request id, or the caller’s if it is valid', async () => {
    await using service = await serveSample([route('GET', `${prefix}/a`, says(1))]);
    const idFor = async (sent?: string) => {
      const headers = sent === undefined ? {} : { 'x-request-id': sent };
      const answer = await fetch(`${service.url}${prefix}/missing`, { headers });
      const { requestId } = (await answer.json()) as { requestId: string };
      expect(answer.headers.get('x-request-id')).toBe(requestId);
      return requestId;
    };
    expect(await idFor('order-7:a.b_c')).toBe('order-7:a.b_c');
    expect(await idFor('x'.repeat(65))).not.toContain('xx');
    expect(await idFor('a b')).not.toBe('a b');
    expect(new Set([await idFor(), await idFor(), await idFor()]).size).toBe(3);
  });

  test('may have headers that its handler sets', async () => {
    const handle: Route['handle'] = async () => ({
      status: 200,
      body: 1,
      headers: { ETag: '"7"', 'Cache-Control': 'max-age=5' },
    });
    await using service = await serveSample([route('GET', `${prefix}/a`, handle)]);
    const { headers } = await fetch(`${service.url}${prefix}/a`);
    expect([headers.get('etag'), headers.get('cache-control')]).toEqual(['"7"', 'max-age=5']);
  });

  test('may be empty, or consist of several pieces', async () => {
    const chunks = async function* () {
      yield '[1';
      for (let count = 0; count < 20_000; count++) yield `,${count}`;
      yield ']';
    };
    await using service = await serveSample([
      route('DELETE', `${prefix}/a`, async () => ({ status: 204 })),
      route('GET', `${prefix}/a`, async () => ({ status: 200, content: chunks() })),
    ]);
    const empty = await fetch(`${service.url}${prefix}/a`, { method: 'DELETE' });
    expect([empty.status, empty.headers.get('content-type'), await empty.text()]).toEqual([204, null, '']);
    expect(await (await fetch(`${service.url}${prefix}/a`)).json()).toHaveLength(20_001);
    expect(await (await fetch(`${service.url}${prefix}/a`, { method: 'HEAD' })).text()).toBe('');
  });
});

describe('browsers', () => {
  const routes = [
    route('POST', '/api/public/v2.0/session/', says(1)),
    route('GET', `${prefix}/a`, says(1)),
    route('GET', '/api/public/v1.0/event/', says(1)),
  ];

  test('may call public routes from any origin, with an idempotency key', async () => {
    await using service = await serveSample(routes);
    const ask = await fetch(`${service.url}/api/public/v2.0/session/`, { method: 'OPTIONS' });
    expect(ask.status).toBe(204);
    expect(ask.headers.get('access-control-allow-origin')).toBe('*');
    expect(ask.headers.get('access-control-allow-methods')).toContain('POST');
    expect(ask.headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
    for (const path of ['/api/public/v1.0/event/', '/api/public/v1.0/nothing/']) {
      expect((await fetch(service.url + path)).headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  test('may not call private ones', async () => {
    await using service = await serveSample(routes);
    const ask = await fetch(`${service.url}${prefix}/a`, { method: 'OPTIONS' });
    expect(ask.status).toBe(405);
    for (const path of [`${prefix}/a`, '/openapi.json']) {
      expect((await fetch(service.url + path)).headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

describe('an error', () => {
  test('is answered as a problem, whether the handler returned it, threw it, or got it from the domain', async () => {
    const refusal = { code: 'SEAT_CONFLICT', detail: 'Taken.', conflicts: { seats: [4], groupOfSeats: [] } } as const;
    await using service = await serveSample([
      route('GET', `${prefix}/a`, async () => ({ problem: { code: 'CAP_SEATS', detail: 'Too many.', maxSeats: 4 } })),
      route('GET', `${prefix}/b`, fails(new ProblemError({ code: 'ENTITY_NOT_FOUND', detail: 'No such thing.' }))),
      route('GET', `${prefix}/c`, async () => presentAnswer({ ok: false, refusal }, 'done', () => ({ status: 200 }))),
    ]);
    const answerOf = async (path: string) => (await fetch(`${service.url}${prefix}/${path}`)).json();
    expect(await answerOf('a')).toMatchObject({ status: 429, errorCode: 'CAP_SEATS', maxSeats: 4 });
    expect(await answerOf('b')).toMatchObject({ status: 404, errorCode: 'ENTITY_NOT_FOUND' });
    expect(await answerOf('c')).toMatchObject({
      status: 409,
      errorCode: 'SEAT_CONFLICT',
      conflicts: refusal.conflicts,
    });
  });

  test('of the database or another node is 503 with Retry-After, and says whether the call may have run', async () => {
    await using service = await serveSample([
      route('GET', `${prefix}/a`, fails(new Fault('UNAVAILABLE', 'secret inside', 2))),
      route('GET', `${prefix}/b`, fails(new Fault('OUTCOME_UNKNOWN', 'secret inside'))),
    ]);
    for (const [path, errorCode, seconds] of [
      ['a', 'UNAVAILABLE', '2'],
      ['b', 'OUTCOME_UNKNOWN', '1'],
    ]) {
      const answer = await fetch(`${service.url}${prefix}/${path}`);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, seconds]);
      const text = await answer.text();
      expect(JSON.parse(text)).toMatchObject({ errorCode });
      expect(text).not.toContain('secret');
    }
  });

  test('of the service itself is 500 without details, and is logged with its route and never with its path', async () => {
    const id = '0000002a-51f0-8c3d-9b1e-6f2a77c0d914';
    const failing = route('GET', '/api/public/v2.0/session/{id}', fails(new Error('table seat_hold is on fire')));
    await using service = await serveSample([failing]);
    const answer = await fetch(`${service.url}/api/public/v2.0/session/${id}`, { headers: { 'x-request-id': 'r-9' } });
    const text = await answer.text();
    expect(answer.status).toBe(500);
    expect(JSON.parse(text)).toMatchObject({ errorCode: 'INTERNAL_ERROR', requestId: 'r-9' });
    expect(text).not.toContain('fire');
    const errors = service.lines.filter(({ level }) => level === 'error');
    expect(errors).toMatchObject([{ details: { requestId: 'r-9', route: 'GET /api/public/v2.0/session/{id}' } }]);
    expect(JSON.stringify(service.lines)).not.toContain(id);
  });

  test('in encoding an answer is 500; after the head was sent the connection is cut', async () => {
    const broken = async function* (begun: string) {
      yield begun;
      throw new Error('the database went away');
    };
    await using service = await serveSample([
      route('GET', `${prefix}/a`, says({ amount: 5n })),
      route('GET', `${prefix}/b`, async () => ({ status: 200, content: broken('[1'.padEnd(10_000)) })),
      route('GET', `${prefix}/c`, async () => ({ status: 200, content: broken('[1') })),
    ]);
    expect((await fetch(`${service.url}${prefix}/c`)).status).toBe(500);
    expect((await fetch(`${service.url}${prefix}/a`)).status).toBe(500);
    await expect(fetch(`${service.url}${prefix}/b`).then((answer) => answer.text())).rejects.toThrow();
    expect((await fetch(`${service.url}${prefix}/a`)).status).toBe(500);
  });

  test('in parameters and queries names the field', async () => {
    const checkedRoute = route('GET', `${prefix}/a/{id}`, says(1), {
      params: z.object({ id: longText }),
      query: pagingQuery(['id']),
      requestHeaders: z.object({ 'X-Mode': z.enum(['fast', 'safe']) }),
    });
    await using service = await serveSample([checkedRoute]);
    const errorsOf = async (path: string, mode = 'fast') => {
      const answer = await fetch(`${service.url}${prefix}/a/${path}`, { headers: { 'x-mode': mode } });
      return ((await answer.json()) as { errors?: { field: string; code: string }[] }).errors?.map(
        ({ field, code }) => field + code,
      );
    };
    expect(await errorsOf('x')).toEqual(['idTYPE']);
    expect(await errorsOf('1?size=500&page=a')).toEqual(['pageTYPE', 'sizeMAX']);
    expect(await errorsOf('1', 'slow')).toEqual(['X-ModeUNKNOWN_VALUE']);
    expect(await errorsOf('1?sort=%00')).toBeUndefined();
    expect((await fetch(`${service.url}${prefix}/a/1?sort=%00`, { headers: { 'x-mode': 'fast' } })).status).toBe(400);
    expect(
      (await fetch(`${service.url}${prefix}/a/1?__proto__=1&size=2&%zz`, { headers: { 'x-mode': 'fast' } })).status,
    ).toBe(200);
  });
});

describe('a failure that cannot be answered,', () => {
  const unspeakable = { code: 'CAP_SEATS', detail: 'Too many.', maxSeats: 4n } as unknown as Problem;
  const routes = [
    route('GET', `${prefix}/a`, says(1)),
    route('GET', `${prefix}/b`, fails(new ProblemError(unspeakable))),
    route('GET', `${prefix}/c`, says(1), {
      shed: () => {
        throw new ProblemError(unspeakable);
      },
    }),
  ];

  test.each(['b', 'c'])('cuts its connection, is counted once, logged, and harms no other call: %s', async (path) => {
    let counted = 0;
    await using service = await serveSample(routes, { observe: () => void ++counted });
    await expect(fetch(`${service.url}${prefix}/${path}`)).rejects.toThrow();
    expect(counted).toBe(1);
    expect(service.lines.filter(({ level }) => level === 'error')).toMatchObject([{ message: 'an answer failed' }]);
    expect((await fetch(`${service.url}${prefix}/a`)).status).toBe(200);
  });

  test.each(['a', 'nothing'])(
    'or an answer that cannot be counted, is logged and harms no other call: %s',
    async (path) => {
      let isBroken = true;
      const observe = () => {
        if (isBroken) throw new Error('the meter is broken');
      };
      await using service = await serveSample(routes, { observe });
      await fetch(`${service.url}${prefix}/${path}`).catch(() => null);
      expect(service.lines.filter(({ level }) => level === 'error')).toMatchObject([{ message: 'an answer failed' }]);
      isBroken = false;
      expect((await fetch(`${service.url}${prefix}/a`)).status).toBe(200);
    },
  );
});

describe('request metrics', () => {
  test('are counted by route pattern and status, including thrown errors and unknown paths', async () => {
    await using service = await serveSample([
      route('GET', `${prefix}/things/{id}`, says(1)),
      route('POST', `${prefix}/things/{id}`, fails(new Error('x'))),
    ]);
    for (const id of ['1', '2', '3']) await fetch(`${service.url}${prefix}/things/${id}`);
    await fetch(`${service.url}${prefix}/things/1`, { method: 'POST' });
    await fetch(`${service.url}${prefix}/0000002a-51f0-8c3d-9b1e-6f2a77c0d914`);
    const text = await (await fetch(`${service.operationsUrl}/metrics`)).text();
    expect(text).toContain(`usher_http_requests_total{method="GET",route="${prefix}/things/{id}",status="200"} 3`);
    expect(text).toContain(`usher_http_requests_total{method="POST",route="${prefix}/things/{id}",status="500"} 1`);
    expect(text).toContain('usher_http_requests_total{method="any",route="unmatched",status="404"} 1');
    expect(text).toContain(
      `usher_http_request_seconds_count{method="GET",route="${prefix}/things/{id}",status_class="2xx"} 3`,
    );
    expect(text).not.toContain('0000002a');
    const again = await (await fetch(`${service.operationsUrl}/metrics`)).text();
    expect(again).toContain(`usher_http_requests_total{method="GET",route="${prefix}/things/{id}",status="200"} 3`);
  });
});
