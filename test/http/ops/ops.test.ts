/** Pages for operators: health, metrics and documentation. */
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { readDocsFile } from '#http/ops/docs.ts';
import { Metrics } from '#http/ops/metrics.ts';
import { listen } from '#http/server/server.ts';
import { samplePrefix, sampleRoute, says } from '../../support/sample-route.ts';
import { serveSample } from '../../support/sample-service.ts';

describe('the health checks', () => {
  test('are alive in any case, and ready if booking works', async () => {
    let missing: string | null = 'the database does not answer';
    await using service = await serveSample([], { whyNotReady: async () => missing });
    expect((await fetch(`${service.url}/livez`)).status).toBe(200);
    const before = await fetch(`${service.url}/readyz`);
    expect([before.status, before.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await before.json()).toMatchObject({ errorCode: 'UNAVAILABLE', detail: missing });
    missing = null;
    expect(await (await fetch(`${service.url}/readyz/`)).json()).toEqual({ status: 'ready', clusterVersion: 1 });
  });

  test('tell a warning on both ports while booking works', async () => {
    const warning = async () => 'The database has no synchronous standby.';
    await using service = await serveSample([], { warning });
    for (const url of [service.url, service.operationsUrl]) {
      const answer = await fetch(`${url}/readyz`);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({ status: 'ready', clusterVersion: 1, warning: await warning() });
    }
  });

  test('are 500 if readiness cannot be determined', async () => {
    const whyNotReady = () => Promise.reject(new Error('inside'));
    await using service = await serveSample([], { whyNotReady });
    const answer = await fetch(`${service.url}/readyz`);
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('inside');
  });

  test('answer HEAD, and 405 to other methods', async () => {
    await using service = await serveSample([]);
    expect((await fetch(`${service.url}/livez`, { method: 'HEAD' })).status).toBe(200);
    const answer = await fetch(`${service.url}/livez`, { method: 'POST' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('the listener for operators', () => {
  test('has health checks and metrics, and no routes for clients', async () => {
    let missing: string | null = null;
    await using service = await serveSample([sampleRoute('GET', `${samplePrefix}/a`, says(1))], {
      whyNotReady: async () => missing,
    });
    const statusOf = async (path: string) => (await fetch(service.operationsUrl + path)).status;
    expect(await statusOf('/livez')).toBe(200);
    expect(await statusOf('/readyz')).toBe(200);
    missing = 'the journal cannot be written';
    expect(await statusOf('/readyz')).toBe(503);
    expect(await statusOf('/metrics')).toBe(200);
    expect((await fetch(`${service.operationsUrl}/metrics`, { method: 'POST' })).status).toBe(405);
    for (const path of ['/', '/docs', '/openapi.json', `${samplePrefix}/a`, '/metrics/more']) {
      const answer = await fetch(service.operationsUrl + path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.json()).toMatchObject({ errorCode: 'NOT_FOUND' });
    }
  });

  test('is the only one with metrics, and is not counted in them', async () => {
    await using service = await serveSample([]);
    const answer = await fetch(`${service.url}/metrics`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    await fetch(`${service.operationsUrl}/livez`);
    const text = await (await fetch(`${service.operationsUrl}/metrics`)).text();
    expect(text).toContain('usher_http_requests_total{method="any",route="unmatched",status="404"} 1\n');
    expect(text).not.toContain('route="/livez"');
    expect(text).not.toContain('route="/metrics"');
  });
});

describe('the metrics registry', () => {
  test('shows the metrics of actors, journal and requests', async () => {
    await using service = await serveSample([]);
    const { metrics } = service;
    metrics.batch(3);
    metrics.held(2);
    metrics.lost();
    metrics.expired(4, 1500);
    metrics.broken('fenced');
    metrics.appendObserved(3, 2, 900);
    metrics.watch('usher_mailbox_commands', 'Commands that wait', () => 7);
    const answer = await fetch(`${service.operationsUrl}/metrics`);
    const text = await answer.text();
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    for (const line of [
      'usher_batch_commands_sum 3',
      'usher_holds_won_total 2',
      'usher_holds_lost_total 1',
      'usher_holds_expired_total 4',
      'usher_sweep_lag_seconds_sum 1.5',
      'usher_actors_broken_total{reason="fenced"} 1',
      'usher_journal_append_seconds_bucket{le="0.004"} 1',
      'usher_journal_append_seconds_bucket{le="0.002"} 0',
      'usher_journal_append_batches_sum 2',
      'usher_journal_append_bytes_bucket{le="1024"} 1',
      'usher_mailbox_commands 7',
    ]) {
      expect(text).toContain(`\n${line}\n`);
    }
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  });

  test('is separate for two nodes in one process', async () => {
    const [one, other] = [new Metrics(), new Metrics()];
    one.lost();
    expect(await other.text()).toContain('usher_holds_lost_total 0');
  });
});

/** A proxy that serves another server under a prefix, which it removes from paths. */
async function behindPrefix(prefix: string, target: string) {
  const proxy = createServer(async (request, response) => {
    const { url = '' } = request;
    if (!url.startsWith(prefix)) return response.writeHead(502).end();
    const answer = await fetch(target + url.slice(prefix.length), { redirect: 'manual' });
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  return {
    url: `http://127.0.0.1:${await listen(proxy, 0, '127.0.0.1')}`,
    [Symbol.asyncDispose]: async () => {
      proxy.closeAllConnections();
      await promisify(proxy.close.bind(proxy))();
    },
  };
}

/** Runs the initialiser as a browser would, loaded from this address; returns the options that it gives Swagger UI. */
function initialised(script: string, src: string) {
  const given: { url: string; requestInterceptor(request: { url: string }): { url: string } }[] = [];
  const SwaggerUIBundle = Object.assign((options: (typeof given)[number]) => void given.push(options), { presets: {} });
  runInNewContext(script, { window: {}, document: { currentScript: { src } }, SwaggerUIBundle, URL });
  expect(given).toHaveLength(1);
  return given[0] as (typeof given)[number];
}

describe('the documentation', () => {
  test.each(['', '/usher', '/a/docs'])('finds its files and the document under the prefix "%s"', async (prefix) => {
    await using service = await serveSample([]);
    await using proxy = await behindPrefix(prefix, service.url);
    for (const path of ['/docs', '/docs/']) {
      const address = proxy.url + prefix + path;
      const html = await (await fetch(address)).text();
      const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => new URL(file, address).href);
      expect(files).toHaveLength(4);
      for (const file of files) {
        const { status, body } = await fetch(file);
        expect([file, status]).toEqual([file, 200]);
        // A connection with an unread answer would stay open, and its socket would keep the worker of the tests alive.
        await body?.cancel();
      }
      const script = files.find((file) => file.endsWith('initialiser.js')) as string;
      const options = initialised(await (await fetch(script)).text(), script);
      expect(await (await fetch(options.url)).json()).toMatchObject({ openapi: '3.1.0' });
      // Calls from the page go through the proxy too.
      const call = options.requestInterceptor({ url: `${proxy.url}/api/x?y=1` });
      expect(call.url).toBe(`${proxy.url}${prefix}/api/x?y=1`);
      expect(options.requestInterceptor(call).url).toBe(`${proxy.url}${prefix}/api/x?y=1`);
    }
  });

  test('loads only files of this service, and runs no inline script', async () => {
    await using service = await serveSample([]);
    for (const path of ['/docs', '/docs/']) {
      const page = await fetch(service.url + path);
      const html = await page.text();
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
      expect(page.headers.get('x-content-type-options')).toBe('nosniff');
      expect(html).not.toMatch(/https?:\/\/|<script>/);
    }
    const script = await fetch(`${service.url}/docs/initialiser.js`);
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });

  test('shares the bytes of a file between requests', async () => {
    const [first, second] = await Promise.all([
      readDocsFile('swagger-ui-bundle.js'),
      readDocsFile('swagger-ui-bundle.js'),
    ]);
    expect(first?.content).toBeInstanceOf(Buffer);
    expect(second?.content).toBe(first?.content);
  });

  test('serves no other files', async () => {
    await using service = await serveSample([]);
    for (const name of [
      'package.json',
      'index.html',
      '__proto__',
      'constructor',
      '..%2fpackage.json',
      '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
      '%ff',
    ]) {
      const answer = await fetch(`${service.url}/docs/${name}`);
      expect([name, answer.status]).toEqual([name, 404]);
    }
  });

  test('shows the OpenAPI document of this service', async () => {
    await using service = await serveSample([]);
    const answer = await fetch(`${service.url}/openapi.json`);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await answer.json()).toMatchObject({ openapi: '3.1.0', paths: {} });
  });
});
