/** The histogram of requests, held against the one of the library. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Histogram, Registry } from 'prom-client';
import { RequestLatency } from '#http/request-latency.ts';

const routes = [
  { method: 'GET', route: '/a' },
  { method: 'POST', route: '/a/{id}' },
] as const;
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const seconds = fc.oneof(
  fc.constantFrom(...buckets),
  fc.double({ min: 0, max: 20, noNaN: true }),
  fc.double({ min: 0, max: 0.01, noNaN: true }),
);

describe('the latency of requests', () => {
  test('is shown as the histogram of the library shows it', async () => {
    const observed = fc.array(fc.record({ at: fc.nat({ max: 1 }), seconds }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(observed, async (values) => {
        const ours = new Registry();
        const latency = new RequestLatency(ours);
        const observers = routes.map(({ method, route }) => latency.observerOf(method, route));
        const theirs = new Registry();
        const histogram = new Histogram({
          name: 'usher_http_request_seconds',
          help: 'Time to answer',
          labelNames: ['method', 'route'],
          buckets,
          registers: [theirs],
        });
        for (const value of values) {
          observers[value.at]?.(value.seconds);
          histogram.observe(routes[value.at] as (typeof routes)[number], value.seconds);
        }
        expect(linesOf(await ours.metrics())).toEqual(linesOf(await theirs.metrics()));
      }),
    );
  });
});

/** In no order: the library shows the route first that was asked first. */
function linesOf(text: string): string[] {
  return text.split('\n').sort();
}
