/** Routing by path and method. */
import { z } from 'zod';
import { samplePrefix as prefix, sampleRoute as route, says } from '../../support/sample-route.ts';
import { sendRaw, serveSample } from '../../support/sample-service.ts';

describe('routing', () => {
  const routes = [
    route('GET', `${prefix}/things/`, says('all')),
    route('POST', `${prefix}/things/`, says('made')),
    route('GET', `${prefix}/things/{id}`, async ({ params }) => ({ status: 200, body: params }), {
      params: z.object({ id: z.string() }),
    }),
    route('GET', `${prefix}/things/{id}/parts/`, says('parts')),
    route('POST', `${prefix}/things/clone/{id}`, says('clone')),
    route('GET', '/api/public/v2.0/session/{id}', says('session')),
    route('GET', '/api/events/', says('family')),
  ];

  test('finds paths with and without a slash at the end', async () => {
    await using service = await serveSample(routes);
    const bodyOf = async (path: string) => (await fetch(service.url + path)).json();
    for (const end of ['', '/']) {
      expect(await bodyOf(`${prefix}/things${end}`)).toBe('all');
      expect(await bodyOf(`${prefix}/things/7${end}?x=1`)).toEqual({ id: '7' });
      expect(await bodyOf(`${prefix}/things/7/parts${end}`)).toBe('parts');
      expect(await bodyOf(`${prefix}/things/clone/parts${end}`)).toBe('parts');
      expect(await bodyOf(`/api/events${end}`)).toBe('family');
    }
  });

  test('decodes parameters of any script', async () => {
    await using service = await serveSample(routes);
    const answer = await fetch(`${service.url}${prefix}/things/${encodeURIComponent('座席/é %')}`);
    expect(await answer.json()).toEqual({ id: '座席/é %' });
  });

  test('answers 404 for unknown paths', async () => {
    await using service = await serveSample(routes);
    for (const path of [
      '/api',
      '/api/',
      `${prefix}/nothing`,
      `${prefix}//things`,
      `${prefix}/things/7/parts/8`,
      '/x',
      '/',
    ]) {
      const answer = await fetch(service.url + path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(await answer.json()).toMatchObject({ errorCode: 'NOT_FOUND', path, instance: path, title: 'Not Found' });
    }
  });

  test('answers 405 with Allow for a known path and another method', async () => {
    await using service = await serveSample(routes);
    const answer = await fetch(`${service.url}${prefix}/things`, { method: 'DELETE' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST');
    expect(await answer.json()).toMatchObject({ errorCode: 'METHOD_NOT_ALLOWED' });
    expect((await fetch(`${service.url}${prefix}/things/clone/1`)).headers.get('allow')).toBe('POST');
  });

  test('answers HEAD like GET, without a body', async () => {
    await using service = await serveSample(routes);
    const answer = await fetch(`${service.url}${prefix}/things/7`, { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe(String(JSON.stringify({ id: '7' }).length));
    expect(await answer.text()).toBe('');
  });

  test('answers percent-encoding that cannot be read with 400', async () => {
    await using service = await serveSample(routes);
    for (const garbage of ['%', '%zz', '%ff', '%C3%28', '%00', '%ed%a0%80']) {
      const received = await sendRaw(
        service.port,
        `GET ${prefix}/things/${garbage} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      expect(received).toMatch(/^HTTP\/1\.1 400/);
      expect(received).toContain('MALFORMED_REQUEST');
    }
  });

  test('accepts absolute request targets and refuses invalid ones', async () => {
    await using service = await serveSample(routes);
    const answerTo = (target: string) =>
      sendRaw(service.port, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(await answerTo(`http://x${prefix}/things/`)).toMatch(/^HTTP\/1\.1 200/);
    expect(await answerTo('*')).toMatch(/^HTTP\/1\.1 404/);
    expect(await answerTo('no-slash')).toMatch(/^HTTP\/1\.1 400/);
  });

  test('refuses duplicate declarations of a route, and routes outside of the API', async () => {
    await expect(serveSample([...routes, route('GET', `${prefix}/things`, says('again'))])).rejects.toThrow(
      'declared twice',
    );
    await expect(serveSample([route('GET', '/other/', says('lost'))])).rejects.toThrow('not below /api/');
  });
});
