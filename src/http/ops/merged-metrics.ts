/**
 * One page of metrics from those of several processes. Promises that counters and histograms are summed and never fall
 * when a process ends, that gauges are summed only where the sum is true for the whole service, and that all other
 * gauges keep one value for each process, with the label `worker`.
 */

/** The metrics of one process, in the text format of Prometheus. */
export interface MetricsPage {
  /** The value of the label `worker`. */
  readonly worker: string;
  readonly text: string;
}

/** Gauges that count things of which each belongs to one process. */
const summedGauges: ReadonlySet<string> = new Set([
  'usher_area_places',
  'usher_database_connections',
  'usher_database_waiting',
  'usher_deadlines',
  'usher_feed_readers',
  'usher_http_connections',
  'usher_http_connections_max',
  'usher_live_events',
  'usher_mailbox_depth',
  'usher_seats',
  'usher_sessions',
  'usher_shards',
  'usher_shards_unleased',
  'usher_stream_viewers',
  'usher_webhook_requests_in_flight',
  'usher_webhooks',
  'usher_webhooks_failing',
]);

/** Gauges of which each process knows the same value, more or less recently. */
const sharedGauges: ReadonlySet<string> = new Set([
  'usher_build_info',
  'usher_cluster_version',
  'usher_cluster_version_known',
  'usher_events_parked',
  'usher_feed_held_back_seconds',
  'usher_feed_rows',
  'usher_read_only',
  'usher_synchronous_standby',
]);

interface Family {
  readonly help: string;
  readonly type: string;
  /** By name and labels, as in the text. */
  readonly series: Map<string, number>;
}

type Families = Map<string, Family>;

export class MergedMetrics {
  /** Counters and histograms of processes that have ended. */
  readonly #ended: Families = new Map();

  /** The last page of a process that has ended: its counts stay in the sums. */
  keep(text: string): void {
    for (const [name, family] of readFamilies(text)) {
      if (family.type !== 'gauge') addFamily(this.#ended, name, family, (sum, value) => sum + value);
    }
  }

  /** The page of the whole service. */
  merge(pages: readonly MetricsPage[]): string {
    const merged: Families = new Map();
    for (const { worker, text } of pages) {
      for (const [name, family] of readFamilies(text)) {
        if (family.type !== 'gauge' || summedGauges.has(name)) {
          addFamily(merged, name, family, (sum, value) => sum + value);
        } else if (sharedGauges.has(name)) addFamily(merged, name, family, Math.max);
        else addFamily(merged, name, withWorker(family, worker), (_, value) => value);
      }
    }
    for (const [name, family] of this.#ended) addFamily(merged, name, family, (sum, value) => sum + value);
    return [...merged].map(([name, family]) => textOf(name, family)).join('');
  }
}

function addFamily(to: Families, name: string, from: Family, combine: (a: number, b: number) => number): void {
  const family = to.get(name) ?? { help: from.help, type: from.type, series: new Map<string, number>() };
  to.set(name, family);
  for (const [series, value] of from.series) {
    const before = family.series.get(series);
    family.series.set(series, before === undefined ? value : combine(before, value));
  }
}

function withWorker({ help, type, series }: Family, worker: string): Family {
  const label = `worker="${worker}"`;
  const labelled = [...series].map(([key, value]): [string, number] => [
    key.endsWith('}') ? `${key.slice(0, -1)},${label}}` : `${key}{${label}}`,
    value,
  ]);
  return { help, type, series: new Map(labelled) };
}

/** Reads a page that this program has written: every sample stands under its HELP and TYPE. */
function readFamilies(text: string): Families {
  const families: Families = new Map();
  let help = '';
  let family: Family | undefined;
  for (const line of text.split('\n')) {
    if (line.startsWith('# HELP ')) help = restAfter(line, 3);
    else if (line.startsWith('# TYPE ')) {
      const [, , name = '', type = ''] = line.split(' ');
      family = { help, type, series: new Map() };
      families.set(name, family);
    } else if (line !== '') {
      const end = line.lastIndexOf(' ');
      family?.series.set(line.slice(0, end), Number(line.slice(end + 1).replace('Inf', 'Infinity')));
    }
  }
  return families;
}

/** The text after so many words. */
function restAfter(line: string, words: number): string {
  return line.split(' ').slice(words).join(' ');
}

function textOf(name: string, { help, type, series }: Family): string {
  const lines = [...series].map(([key, value]) => `${key} ${numberText(value)}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function numberText(value: number): string {
  if (Number.isFinite(value) || Number.isNaN(value)) return String(value);
  return value > 0 ? '+Inf' : '-Inf';
}
