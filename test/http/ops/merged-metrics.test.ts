/** The metrics of several processes on one page. */
import { MergedMetrics } from '#http/ops/merged-metrics.ts';
import { Metrics } from '#http/ops/metrics.ts';
import { lint, readExposition } from '../../support/exposition.ts';

const page = (name: string, type: string, ...samples: string[]) =>
  `# HELP ${name} Some help, with words\n# TYPE ${name} ${type}\n${samples.join('\n')}\n\n`;

/** The samples of a merged page, without the lines of help and type. */
function samplesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

function merge(...texts: string[]): string[] {
  return samplesOf(new MergedMetrics().merge(texts.map((text, at) => ({ worker: `${at + 1}`, text }))));
}

describe('metrics of several processes', () => {
  test('have counters and histograms as sums by their labels', () => {
    const one = page('a_total', 'counter', 'a_total{x="1"} 3', 'a_total{x="2"} 1');
    const other = page('a_total', 'counter', 'a_total{x="1"} 4', 'a_total{x="3"} 5');
    expect(merge(one, other)).toEqual(['a_total{x="1"} 7', 'a_total{x="2"} 1', 'a_total{x="3"} 5']);
    const times = page(
      'b_seconds',
      'histogram',
      'b_seconds_bucket{le="+Inf"} 2',
      'b_seconds_sum 1.5',
      'b_seconds_count 2',
    );
    expect(merge(times, times)).toEqual(['b_seconds_bucket{le="+Inf"} 4', 'b_seconds_sum 3', 'b_seconds_count 4']);
  });

  test('sum the gauges of things that belong to one process, and take the highest of values that all share', () => {
    const sessions = (active: number) => page('usher_sessions', 'gauge', `usher_sessions{state="ACTIVE"} ${active}`);
    expect(merge(sessions(2), sessions(5))).toEqual(['usher_sessions{state="ACTIVE"} 7']);
    const rows = (count: number) => page('usher_feed_rows', 'gauge', `usher_feed_rows ${count}`);
    expect(merge(rows(0), rows(90))).toEqual(['usher_feed_rows 90']);
  });

  test('show every other gauge for each process, labelled with its worker', () => {
    const writable = (value: number) => page('usher_journal_writable', 'gauge', `usher_journal_writable ${value}`);
    expect(merge(writable(1), writable(0))).toEqual([
      'usher_journal_writable{worker="1"} 1',
      'usher_journal_writable{worker="2"} 0',
    ]);
    const space = page('nodejs_space', 'gauge', 'nodejs_space{space="new"} 5');
    expect(merge(space)).toEqual(['nodejs_space{space="new",worker="1"} 5']);
  });

  test('keep the counts of a process that has ended, and forget its gauges', () => {
    const merged = new MergedMetrics();
    const counts = (value: number) =>
      page('a_total', 'counter', `a_total ${value}`) + page('usher_seats', 'gauge', `usher_seats ${value}`);
    merged.keep(counts(10));
    merged.keep(counts(20));
    expect(samplesOf(merged.merge([{ worker: '2', text: counts(1) }]))).toEqual(['a_total 31', 'usher_seats 1']);
    expect(samplesOf(merged.merge([]))).toEqual(['a_total 30']);
  });

  test('are in Prometheus’ format, with every metric of every page', async () => {
    const metrics = new Metrics();
    metrics.observerOf('GET', '/a "path"')(200, 0.2);
    metrics.held(3);
    const text = await metrics.text();
    const merged = readExposition(new MergedMetrics().merge(['1', '2'].map((worker) => ({ worker, text }))));
    expect(lint(merged)).toEqual([]);
    expect(merged.map(({ name }) => name)).toEqual(readExposition(text).map(({ name }) => name));
    expect(merged.find(({ name }) => name === 'usher_holds_won_total')?.samples[0]?.value).toBe(6);
  });
});
