/**
 * The metrics that the node shows under /metrics. Counting on the hot path is a few additions; labels are formatted
 * once per route. Labels never hold ids, only route patterns and fixed words, and every value of a label is shown from
 * the start at 0: a rate over a counter that appears with its first error does not see that error.
 */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Meter } from '#actors/ports.ts';
import type { ClusterMeter } from '#cluster/ports.ts';
import { hopsMax } from '#cluster/router.ts';
import type { SessionStep } from '#domain/facts/definition.ts';
import { type AttemptOutcome, attemptOutcomes, type WebhookMeter } from '#feed/webhooks/ports.ts';
import type { LiveMeter } from '#live/ports.ts';
import { type LimitMeter, limitNames } from '../limits/request-limits.ts';
import { type PassMeter, passOutcomes } from '../passes/pass-checks.ts';
import type { HttpMeter } from '../pipeline/app.ts';
import type { RequestObserver } from '../pipeline/exchange.ts';
import { type ErrorCode, problems } from '../pipeline/problem.ts';
import { RequestMetrics } from './request-metrics.ts';
import { SessionSteps } from './session-steps.ts';

/** Receives the measurements of the journal's appends. */
export interface JournalMeter {
  /** One append statement has been answered: how long it took, how many batches and bytes it carried. */
  appendObserved(ms: number, batches: number, bytes: number): void;
}

const appendSeconds = [0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.256, 1, 4];
const webhookSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const powersOfTwo = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
const kilobytes = [1, 4, 16, 64, 256, 1024, 4096, 16384].map((size) => size * 1024);
const hops = Array.from({ length: hopsMax }, (_, at) => String(at + 1));
const roundSeconds = [0.001, 0.004, 0.016, 0.064, 0.128, 0.256, 0.512, 1, 2, 4, 16];
const lagSeconds = [0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10, 60];

export class Metrics
  implements Meter, JournalMeter, HttpMeter, LimitMeter, ClusterMeter, LiveMeter, WebhookMeter, PassMeter
{
  readonly registry = new Registry();
  readonly #requests = new RequestMetrics(Object.keys(problems));
  readonly #sessionSteps: SessionSteps;
  readonly batch = this.#histogram(
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
  readonly held = this.counter('usher_holds_won_total', 'Lines (seats and areas) that were held or locked');
  readonly lost = this.counter('usher_holds_lost_total', 'Requests that lost a line to another client');
  readonly #expired = this.counter('usher_holds_expired_total', 'Sessions and locks whose time ran out');
  readonly evicted = this.counter(
    'usher_sessions_evicted_total',
    'Empty sessions that were ended because their event had too many of them',
  );
  readonly limited = this.counterBy(
    'usher_requests_limited_total',
    'Calls refused because one client made too many',
    'limit',
    limitNames,
  );
  readonly passChecked = this.counterBy(
    'usher_passes_checked_total',
    'Passes that came with a create; shed: not verified, because too many were',
    'outcome',
    passOutcomes,
  );
  readonly #forwarded = this.counterBy('usher_forwarded_total', 'Commands asked of another node, by hop', 'hop', hops);
  readonly takeOver = this.counterBy(
    'usher_shards_taken_total',
    'Shards that this node took over; fallen: from a dead node, whose lease was broken',
    'kind',
    ['free', 'fallen'],
  );
  readonly renewalFailed = this.counter(
    'usher_lease_renewals_failed_total',
    'Leases that could not be renewed because too few servers answered',
  );
  readonly #streamRounds = this.#histogram(
    'usher_stream_round_seconds',
    'What writing one round of changes to all viewers of an event took of the event loop',
    roundSeconds,
  );
  readonly #streamIntervals = this.#histogram(
    'usher_stream_interval_seconds',
    'Time between two rounds of changes of one event',
    roundSeconds,
  );
  readonly written = this.counter('usher_stream_bytes_total', 'Bytes written to viewers of live maps');
  readonly cut = this.counter('usher_stream_viewers_cut_total', 'Viewers cut because they did not read');
  readonly broken = this.counterBy('usher_actors_broken_total', 'Event actors that were discarded', 'reason', [
    'fenced',
    'assertion',
    'refused',
  ]);

  readonly feedLagObserved = this.#histogram(
    'usher_feed_lag_seconds',
    'Time from a change to its being readable in the feed, a sample each second',
    lagSeconds,
  );
  readonly #webhookAttempts = this.counterBy(
    'usher_webhook_attempts_total',
    'Requests to receivers of webhooks; dead: the last one of a delivery',
    'outcome',
    attemptOutcomes,
  );
  readonly webhookDisabled = this.counter(
    'usher_webhooks_disabled_total',
    'Webhooks that their receiver has disabled by answering 410',
  );
  readonly #webhookSeconds = this.#histogram(
    'usher_webhook_attempt_seconds',
    'Time until a receiver of a webhook answered or the request failed',
    webhookSeconds,
  );

  readonly spansDropped = this.counter(
    'usher_trace_spans_dropped_total',
    'Spans that did not reach the collector of traces',
  );

  /** `organizationsMax`: how many organizations the business counter names; 0: none. */
  constructor(organizationsMax = 0) {
    this.#sessionSteps = new SessionSteps(this.registry, organizationsMax);
  }

  /** A histogram; the returned function observes a value. */
  #histogram(name: string, help: string, buckets: number[]): (value: number) => void {
    const histogram = new Histogram({ name, help, buckets, registers: [this.registry] });
    return (value) => histogram.observe(value);
  }

  /** A gauge that is read at every scrape, such as the commands that wait in all mailboxes. */
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

  /**
   * A gauge by one label that is read at every scrape, such as the sessions in each state. `read` always returns all
   * values of the label.
   */
  watchBy<Value extends string>(
    name: string,
    help: string,
    label: string,
    read: () => Readonly<Record<Value, number>>,
  ): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      collect() {
        for (const [value, count] of Object.entries<number>(read())) this.set({ [label]: value }, count);
      },
    });
  }

  /** A counter; the returned function adds to it. */
  counter(name: string, help: string): (more?: number) => void {
    const counter = new Counter({ name, help, registers: [this.registry] });
    return (more = 1) => counter.inc(more);
  }

  /** A counter by one label. All values of the label are named here, so that each is shown from the start. */
  counterBy<Value extends string>(
    name: string,
    help: string,
    label: string,
    values: readonly Value[],
  ): (value: Value, more?: number) => void {
    const counter = new Counter({ name, help, labelNames: [label], registers: [this.registry] });
    for (const value of values) counter.inc({ [label]: value }, 0);
    return (value, more = 1) => counter.inc({ [label]: value }, more);
  }

  /** Everything in the text format of Prometheus. */
  async text(): Promise<string> {
    return `${await this.registry.metrics()}\n${this.#requests.text()}`;
  }

  observerOf(method: string, route: string): RequestObserver {
    return this.#requests.observerOf(method, route);
  }

  errorAnswered(code: ErrorCode): void {
    this.#requests.errorAnswered(code);
  }

  expired(count: number, lagMs: number): void {
    this.#expired(count);
    this.#sweepLag(lagMs / 1000);
  }

  sessionStep(step: SessionStep, organizationId: number): void {
    this.#sessionSteps.count(step, organizationId);
  }

  forwarded(hop: number): void {
    this.#forwarded(String(hop));
  }

  webhookAttempted(outcome: AttemptOutcome, seconds: number): void {
    this.#webhookAttempts(outcome);
    this.#webhookSeconds(seconds);
  }

  round(seconds: number, intervalSeconds: number): void {
    this.#streamRounds(seconds);
    this.#streamIntervals(intervalSeconds);
  }

  appendObserved(ms: number, batches: number, bytes: number): void {
    this.#appendLatency(ms / 1000);
    this.#appendBatches(batches);
    this.#appendBytes(bytes);
  }
}
