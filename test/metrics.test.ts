/** The metrics of the whole service: correct values in Prometheus' format, documented and used by the dashboard. */
import { readFile } from 'node:fs/promises';
import { problems } from '#http/pipeline/problem.ts';
import { parkEvent } from '#storage/journal/parked-events.ts';
import { readRules } from './support/alert-rules.ts';
import { type Family, lint, namesOf, readExposition } from './support/exposition.ts';
import { readingsOf } from './support/promql.ts';
import { openPricedShow, startTestService, type TestService } from './support/service.ts';
import { bookingOf, rowsHall, sessionCalls, succeeded } from './support/session-calls.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.close());

async function families(): Promise<Family[]> {
  return readExposition(await (await fetch(`${service.operationsUrl}/metrics`)).text());
}

/** The values of a metric by its one label. */
async function valuesOf(name: string, label: string): Promise<Record<string, number>> {
  const samples = (await families()).find((family) => family.name === name)?.samples ?? [];
  return Object.fromEntries(samples.map(({ labels, value }) => [labels[label], value]));
}

describe('the test’s checker of Prometheus’ format', () => {
  const gauge = (name: string, sample = `${name} 1`) => `# HELP ${name} Some help\n# TYPE ${name} gauge\n${sample}\n`;

  test.each([
    ['a line that does not end', gauge('a').trimEnd()],
    ['a sample of another metric', gauge('a', 'b 1')],
    ['a duplicate series', gauge('a', 'a{x="1",y="2"} 1\na{y="2",x="1"} 1')],
    ['a metric in two places', gauge('a') + gauge('b') + gauge('a')],
    ['a duplicate label', gauge('a', 'a{x="1",x="2"} 1')],
    ['a quote that is not escaped', gauge('a', 'a{x="1"2"} 1')],
    ['a value that is not a number', gauge('a', 'a undefined')],
    ['no help', '# TYPE a gauge\na 1\n'],
  ])('refuses %s', (_, text) => {
    expect(() => readExposition(text)).toThrow();
  });

  test.each([
    ['a gauge that ends in _total', gauge('a_total')],
    ['camel case', gauge('aB')],
    ['a name that contains the type', gauge('a_gauge')],
    ['milliseconds', gauge('a_ms')],
    ['a suffix of histograms', gauge('a_count')],
    ['a label `le` on a gauge', gauge('a', 'a{le="1"} 1')],
    ['a histogram that does not add up', hist([1, 0], 0)],
    ['a histogram with another count', hist([1, 2], 3)],
  ])('reports %s', (_, text) => {
    expect(lint(readExposition(text))).toHaveLength(1);
  });

  test('accepts valid metrics', () => {
    expect(lint(readExposition(gauge('a_seconds', 'a_seconds{x="\\"\\\\\\n"} -1.5e-7') + hist([1, 2], 2)))).toEqual([]);
  });

  function hist([first, all]: readonly [number, number], count: number): string {
    return `# HELP h A histogram\n# TYPE h histogram\nh_bucket{le="1"} ${first}\nh_bucket{le="+Inf"} ${all}\nh_sum 1\nh_count ${count}\n`;
  }
});

describe('the metrics of a service', () => {
  test('have every error counter with 0 from the start', async () => {
    const none = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 0]));
    expect(await valuesOf('usher_http_errors_total', 'code')).toEqual(none(Object.keys(problems)));
    expect(await valuesOf('usher_http_responses_total', 'status_class')).toEqual(none(['2xx', '3xx', '4xx', '5xx']));
    expect(await valuesOf('usher_actors_broken_total', 'reason')).toEqual(none(['assertion', 'fenced', 'refused']));
    expect(Object.keys(await valuesOf('usher_shards_taken_total', 'kind'))).toEqual(['free', 'fallen']);
    expect(await valuesOf('usher_forwarded_total', 'hop')).toEqual(none(['1', '2']));
    const fresh = await families();
    for (const name of ['usher_lease_renewals_failed_total', 'usher_holds_lost_total']) {
      expect([name, fresh.find((family) => family.name === name)?.samples[0]?.value]).toEqual([name, 0]);
    }
  });

  test('count sessions, seats and places of live events by state', async () => {
    const show = await openPricedShow(service, rowsHall);
    const calls = sessionCalls(service, show);
    const [first, second, third, fourth] = show.seats as [number, number, number, number];
    await calls.open([first], [[show.areas[0], 3]]);
    const paying = await calls.open([second]);
    succeeded(await calls.checkout(paying));
    const paid = await calls.open([third]);
    succeeded(await calls.checkout(paid));
    succeeded(await calls.confirm(paid, { reference: 'order 1' }));
    succeeded(await calls.withdraw(await calls.open([fourth])));
    succeeded(await calls.book('block', bookingOf([fourth])));
    expect(await valuesOf('usher_sessions', 'state')).toEqual({ ACTIVE: 1, PENDING_PAYMENT: 1 });
    expect(await valuesOf('usher_seats', 'state')).toEqual({ ACTIVE: 14, LOCKED: 2, SOLD: 1, BLOCKED: 1 });
    expect(await valuesOf('usher_queue_tickets', 'state')).toMatchObject({
      WAITING: 0,
      ADMITTED: 0,
      CLAIMED: 0,
      LAPSED: 0,
    });
    expect(await valuesOf('usher_area_places', 'state')).toMatchObject({ available: 21, held: 3, sold: 0 });
  });

  test('have the versions, the number of client connections and the database connections', async () => {
    const all = await families();
    const build = all.find(({ name }) => name === 'usher_build_info')?.samples;
    const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
    expect(build).toEqual([{ name: 'usher_build_info', labels: { version, node: process.version }, value: 1 }]);
    expect(all.find(({ name }) => name === 'usher_http_connections')?.samples[0]?.value).toBeGreaterThan(0);
    expect(Object.keys(await valuesOf('usher_database_connections', 'state'))).toEqual(['in_use', 'idle']);
    expect(await service.metric('usher_database_waiting')).toBe(0);
  });

  test('count the parked events of the database from the start', async () => {
    expect(await service.metric('usher_events_parked')).toBe(0);
    await parkEvent(service.parts.persistence.pool, 41, 'record 7 cannot follow record 5');
    const next = await service.restart();
    expect(await next.metric('usher_events_parked')).toBe(1);
  });

  test('are all documented in the operating manual, with their labels', async () => {
    const manual = await readFile(new URL('../docs/operating.md', import.meta.url), 'utf8');
    const rows = manual.split('\n').filter((line) => line.startsWith('| `usher_'));
    for (const { name, samples } of (await families()).filter((family) => family.name.startsWith('usher_'))) {
      const [row = ''] = rows.filter((line) => line.split('|')[1]?.includes(`\`${name}\``));
      const labels = new Set(samples.flatMap((sample) => Object.keys(sample.labels)).filter((label) => label !== 'le'));
      expect([name, ...[...labels].filter((label) => !row.split('|')[2]?.includes(`\`${label}\``))]).toEqual([name]);
      expect([name, row]).not.toEqual([name, '']);
    }
  });

  test('include all metrics and labels that the dashboard and the alerts use', async () => {
    const dashboard = JSON.parse(await readFile(new URL('../docs/grafana/usher.json', import.meta.url), 'utf8'));
    const shown = new Map<string, Set<string>>();
    await service.call('GET', '/api/private/v2.0/events/');
    for (const family of await families()) {
      // Prometheus adds these to every series.
      for (const name of namesOf(family)) shown.set(name, new Set(['instance', 'job']));
      for (const { name, labels } of family.samples)
        for (const label of Object.keys(labels)) shown.get(name)?.add(label);
    }
    const targets = dashboard.panels.flatMap(
      ({ title, targets = [] }: { title: string; targets?: { expr: string; legendFormat: string }[] }) =>
        targets.map((target) => ({ title, ...target })),
    );
    const rules = await readRules();
    expect([targets.length > 30, rules.length > 20]).toEqual([true, true]);
    targets.push(...rules.map(({ alert, record, expr }) => ({ title: alert ?? record, expr, legendFormat: '' })));
    // Prometheus makes these itself: one by scraping, the others by recording.
    for (const name of ['up', ...rules.flatMap(({ record = [] }) => record)]) shown.set(name, new Set(['job']));
    for (const { title, expr, legendFormat } of targets) {
      const readings = readingsOf(expr);
      expect([title, readings.length > 0]).toEqual([title, true]);
      const inLegend = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]: string[]) => label as string);
      for (const { metric, labels } of readings) {
        const missing = [...labels, ...inLegend].filter((label) => !shown.get(metric)?.has(label));
        expect([title, metric, ...missing]).toEqual([title, metric]);
        expect([title, metric, shown.has(metric)]).toEqual([title, metric, true]);
      }
    }
    const ids = dashboard.panels.map(({ id }: { id: number }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('have the format and the names that Prometheus requires', async () => {
    expect((await service.call('GET', '/api/private/v2.0/events/')).status).toBe(403);
    const all = await families();
    expect(lint(all)).toEqual([]);
    const latency = all.find(({ name }) => name === 'usher_http_request_seconds');
    const classes = new Set(latency?.samples.map(({ labels }) => labels.status_class));
    expect(classes).toEqual(new Set(['2xx', '4xx']));
  });
});
