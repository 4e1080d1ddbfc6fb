/**
 * What the node counts and shows under /metrics. Counting on the hot path is a few additions; the labels
 * are worked out once per route. Labels never hold ids, only route patterns and fixed words.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Meter } from '#actors/ports.ts';
import type { ClusterMeter } from '#cluster/ports.ts';
import type { HttpMeter } from './app.ts';
import type { RequestObserver } from './exchange.ts';
import { type LimitMeter, type LimitName, limitNames } from './limits/request-limits.ts';
import { RequestLatency } from './request-latency.ts';

/** What the journal tells about its appends. */
export interface JournalMeter {
  /** One append statement has been answered: how long it took, how many batches and bytes it carried. */
  appendObserved(ms: number, batches: number, bytes: number): void;
}

const appendSeconds = [0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.256, 1, 4];
const powersOfTwo = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
const kilobytes = [1, 4, 16, 64, 256, 1024, 4096, 16384].map((size) => size * 1024);
const lagSeconds = [0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10, 60];

interface Tally {
  count: number;
  reported: number;
}

export class Metrics implements Meter, JournalMeter, HttpMeter, LimitMeter, ClusterMeter {
  readonly registry = new Registry();
  readonly #tallies: { readonly method: string; readonly route: string; readonly byStatus: Map<number, Tally> }[] = [];
  readonly #latency = new RequestLatency(this.registry);
  readonly #batchSize = this.#histogram(
    'usher_batch_commands',
    'Commands that an event actor decided in one turn',
    powersOfTwo,
  );
  readonly #appendLatency = this.#histogram(
    'usher_journal_append_seconds',
    'Time until an append was durable',
    appendSeconds,
  );
  readonly #appendBatches = this.#histogram(
    'usher_journal_append_batches',
    'Batches in one append statement',
    powersOfTwo,
  );
  readonly #appendBytes = this.#histogram('usher_journal_append_bytes', 'Bytes in one append statement', kilobytes);
  readonly #sweepLag = this.#histogram(
    'usher_sweep_lag_seconds',
    'How long after its deadline a hold expired',
    lagSeconds,
  );
  readonly #won = this.#counter('usher_holds_won_total', 'Lines (seats and areas) that were held or locked');
  readonly #lost = this.#counter('usher_holds_lost_total', 'Requests that lost a line to somebody else');
  readonly #expired = this.#counter('usher_holds_expired_total', 'Sessions and locks whose time ran out');
  readonly #evicted = this.#counter(
    'usher_sessions_evicted_total',
    'Sessions without a hold that were ended because too many of the event hold nothing',
  );
  readonly #limited = this.#counter('usher_requests_limited_total', 'Calls refused because one client made too many', [
    'limit',
  ]);
  readonly #forwarded = this.#counter('usher_forwarded_total', 'Commands asked of another node, by hop', ['hop']);
  readonly #takeOvers = this.#counter(
    'usher_shards_taken_total',
    'Shards that came to this node; fallen: the lease of a dead node was broken',
    ['kind'],
  );
  readonly #renewalsFailed = this.#counter(
    'usher_lease_renewals_failed_total',
    'Leases that could not be renewed because too few servers answered',
  );
  readonly #broken = this.#counter('usher_actors_broken_total', 'Event actors that were discarded', ['reason']);

  constructor() {
    const tallies = this.#tallies;
    for (const limit of limitNames) this.#limited.inc({ limit }, 0);
    new Counter({
      name: 'usher_http_requests_total',
      help: 'Requests by route and status; status 499: the client went away',
      labelNames: ['method', 'route', 'status'],
      registers: [this.registry],
      collect() {
        for (const { method, route, byStatus } of tallies) {
          for (const [status, tally] of byStatus) {
            this.inc({ method, route, status: String(status) }, tally.count - tally.reported);
            tally.reported = tally.count;
          }
        }
      },
    });
    collectDefaultMetrics({ register: this.registry });
  }

  #histogram(name: string, help: string, buckets: number[]) {
    return new Histogram({ name, help, buckets, registers: [this.registry] });
  }

  #counter<Label extends string = never>(name: string, help: string, labelNames: Label[] = []) {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  /** Shows a number that is read when somebody looks, such as the commands that wait in all mailboxes. */
  watch(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }

  observerOf(method: string, route: string): RequestObserver {
    const took = this.#latency.observerOf(method, route);
    const byStatus = new Map<number, Tally>();
    this.#tallies.push({ method, route, byStatus });
    return (status, seconds) => {
      const tally = byStatus.get(status);
      if (tally === undefined) byStatus.set(status, { count: 1, reported: 0 });
      else tally.count++;
      took(seconds);
    };
  }

  batch(size: number): void {
    this.#batchSize.observe(size);
  }

  held(lines: number): void {
    this.#won.inc(lines);
  }

  lost(): void {
    this.#lost.inc();
  }

  expired(count: number, lagMs: number): void {
    this.#expired.inc(count);
    this.#sweepLag.observe(lagMs / 1000);
  }

  evicted(): void {
    this.#evicted.inc();
  }

  limited(limit: LimitName): void {
    this.#limited.inc({ limit });
  }

  broken(reason: 'fenced' | 'assertion' | 'refused'): void {
    this.#broken.inc({ reason });
  }

  forwarded(hop: number): void {
    this.#forwarded.inc({ hop: String(hop) });
  }

  takeOver(kind: 'free' | 'fallen'): void {
    this.#takeOvers.inc({ kind });
  }

  renewalFailed(): void {
    this.#renewalsFailed.inc();
  }

  appendObserved(ms: number, batches: number, bytes: number): void {
    this.#appendLatency.observe(ms / 1000);
    this.#appendBatches.observe(batches);
    this.#appendBytes.observe(bytes);
  }
}
