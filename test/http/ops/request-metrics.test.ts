/** The request metrics, compared with prom-client’s own counters and histogram. */
import fc from 'fast-check';
import { Counter, Histogram, Registry } from 'prom-client';
import { RequestMetrics } from '#http/ops/request-metrics.ts';

const routes = [
  { method: 'GET', route: '/a' },
  { method: 'POST', route: '/a/{id}' },
  { method: 'any', route: 'a "quoted" \\ route\nof two lines' },
] as const;
const statuses = [200, 201, 304, 404, 409, 499, 500] as const;
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const seconds = fc.oneof(
  fc.constantFrom(...buckets),
  fc.double({ min: 0, max: 20, noNaN: true }),
  fc.double({ min: 0, max: 0.01, noNaN: true }),
);

describe('the request metrics', () => {
  test('have the same text as those of prom-client', async () => {
    const answers = fc.array(
      fc.record({ route: fc.constantFrom(...routes), status: fc.constantFrom(...statuses), seconds }),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(answers, async (values) => {
        const ours = new RequestMetrics([]);
        const observers = new Map(routes.map((one) => [one, ours.observerOf(one.method, one.route)]));
        const theirs = librarys();
        for (const { route, status, seconds: took } of values) {
          observers.get(route)?.(status, took);
          theirs.observe(route, status, took);
        }
        expect(linesOf(ours.text())).toEqual(linesOf(await theirs.text()));
      }),
    );
  });

  test('of a route that is declared twice are one series', () => {
    const metrics = new RequestMetrics([]);
    for (let count = 0; count < 2; count++) metrics.observerOf('GET', '/a')(200, 0.1);
    const lines = linesOf(metrics.text());
    expect(lines).toContain('usher_http_requests_total{method="GET",route="/a",status="200"} 2');
    expect(new Set(lines).size).toBe(lines.length);
  });

  test('have counters by error code and status class, which start at 0', () => {
    const metrics = new RequestMetrics(['SEAT_CONFLICT', 'NOT_FOUND']);
    const fresh = linesOf(metrics.text());
    for (const line of [
      'usher_http_errors_total{code="SEAT_CONFLICT"} 0',
      'usher_http_errors_total{code="NOT_FOUND"} 0',
      'usher_http_responses_total{status_class="5xx"} 0',
    ]) {
      expect(fresh).toContain(line);
    }
    metrics.errorAnswered('NOT_FOUND');
    metrics.observerOf('GET', '/a')(404, 0.1);
    metrics.observerOf('GET', '/b')(499, 0.1);
    expect(linesOf(metrics.text())).toContain('usher_http_errors_total{code="NOT_FOUND"} 1');
    expect(linesOf(metrics.text())).toContain('usher_http_responses_total{status_class="4xx"} 2');
  });
});

function librarys() {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'usher_http_requests_total',
    help: 'Requests by route and status; status 499: the client went away',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const responses = new Counter({
    name: 'usher_http_responses_total',
    help: 'Answers by class of status',
    labelNames: ['status_class'],
    registers,
  });
  for (const first of [2, 3, 4, 5]) responses.inc({ status_class: `${first}xx` }, 0);
  new Counter({
    name: 'usher_http_errors_total',
    help: 'Answers that are errors, by code',
    labelNames: ['code'],
    registers,
  });
  const latency = new Histogram({
    name: 'usher_http_request_seconds',
    help: 'Time to answer',
    labelNames: ['method', 'route', 'status_class'],
    buckets,
    registers,
  });
  return {
    text: () => registry.metrics(),
    observe(labels: (typeof routes)[number], status: number, took: number) {
      const statusClass = { status_class: `${Math.trunc(status / 100)}xx` };
      requests.inc({ ...labels, status: `${status}` });
      responses.inc(statusClass);
      latency.observe({ ...labels, ...statusClass }, took);
    },
  };
}

/** The lines, sorted: prom-client shows routes in the order of their first request. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .sort();
}
