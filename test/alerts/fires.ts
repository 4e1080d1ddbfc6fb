/**
 * For each alert of docs/alerts.yml the series that make it fire, one value a minute in promtool's notation, and what
 * it then says. In other cases it stays silent, and all of them do with the values of a healthy service.
 */

export interface Firing {
  readonly alert: string;
  readonly series: Readonly<Record<string, string>>;
  /** After this time. */
  readonly at: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly summary: string;
}

const failed = 'usher_http_responses_total{status_class="5xx"}';
const served = 'usher_http_responses_total{status_class="2xx"}';
const lock = 'route="/api/public/v2.0/session/{id}/lock"';
const quickLocks = `usher_http_request_seconds_bucket{${lock},le="0.25"}`;
const locks = `usher_http_request_seconds_count{${lock}}`;
const quickAppends = 'usher_journal_append_seconds_bucket{le="0.128"}';
const appends = 'usher_journal_append_seconds_count';
const instance = 'usher-0:9464';
const here = `instance="${instance}"`;
const dropped = `usher_trace_spans_dropped_total{${here}}`;

/** 500 minutes of a count that grows by so much a minute. */
const growing = (by: number) => `0+${by}x500`;
const steady = (value: number) => `${value}x500`;

export const firings: readonly Firing[] = [
  {
    alert: 'UsherCallsBudgetFast',
    series: { [failed]: growing(20), [served]: growing(980) },
    at: '70m',
    summary: '2% of all answers are 5xx',
  },
  {
    alert: 'UsherCallsBudgetSlow',
    series: { [failed]: growing(8), [served]: growing(992) },
    at: '7h',
    summary: '0.8% of all answers are 5xx',
  },
  {
    alert: 'UsherHoldsBudgetFast',
    series: { [quickLocks]: growing(80), [locks]: growing(100) },
    at: '70m',
    summary: '20% of all locks take more than 0.25 s',
  },
  {
    alert: 'UsherHoldsBudgetSlow',
    series: { [quickLocks]: growing(90), [locks]: growing(100) },
    at: '7h',
    summary: '10% of all locks take more than 0.25 s',
  },
  {
    alert: 'UsherAppendsBudgetFast',
    series: { [quickAppends]: growing(80), [appends]: growing(100) },
    at: '70m',
    summary: '20% of all appends take more than 0.128 s',
  },
  {
    alert: 'UsherAppendsBudgetSlow',
    series: { [quickAppends]: growing(90), [appends]: growing(100) },
    at: '7h',
    summary: '10% of all appends take more than 0.128 s',
  },
  {
    alert: 'UsherNodeDown',
    series: { [`up{job="usher",${here}}`]: steady(0) },
    at: '2m',
    labels: { job: 'usher', instance },
    summary: `${instance} does not answer`,
  },
  {
    alert: 'UsherJournalUnwritable',
    series: {
      [`usher_journal_writable{worker="1",${here}}`]: steady(1),
      [`usher_journal_writable{worker="2",${here}}`]: steady(0),
    },
    at: '1m',
    labels: { instance },
    summary: `${instance} cannot write the journal: nothing can be booked there`,
  },
  {
    alert: 'UsherEventParked',
    series: { 'usher_events_parked{instance="a"}': steady(2), 'usher_events_parked{instance="b"}': steady(0) },
    at: '1m',
    summary: '2 events are set aside: nobody can book them',
  },
  {
    alert: 'UsherBug',
    series: { 'usher_http_errors_total{code="INTERNAL_ERROR"}': '0x20 3x20' },
    at: '25m',
    summary: '3 times in 15 minutes the service met a bug of its own',
  },
  {
    alert: 'UsherOtherSecret',
    series: { usher_peers_with_other_secret: steady(1) },
    at: '2m',
    summary: '1 nodes have another CLUSTER_SECRET',
  },
  {
    alert: 'UsherRedisDown',
    series: { [`usher_redis_up{server="redis-1:6379",${here}}`]: steady(0) },
    at: '3m',
    labels: { server: 'redis-1:6379', instance },
    summary: `the Redis server redis-1:6379 does not answer ${instance}`,
  },
  {
    alert: 'UsherLeasesLost',
    series: { [`usher_shards_unleased{${here}}`]: steady(4) },
    at: '3m',
    labels: { instance },
    summary: `${instance} serves events without valid leases`,
  },
  {
    alert: 'UsherLoopLag',
    series: { [`nodejs_eventloop_lag_p99_seconds{worker="2",${here}}`]: steady(2) },
    at: '3m',
    labels: { instance },
    summary: `the event loop of a process of ${instance} is 2s late`,
  },
  {
    alert: 'UsherConnectionsNearLimit',
    series: {
      [`usher_http_connections{${here}}`]: steady(33_000),
      [`usher_http_connections_max{${here}}`]: steady(40_000),
    },
    at: '2m',
    labels: { instance },
    summary: `${instance} has 33000 connections of clients, 80 % of what it accepts`,
  },
  {
    alert: 'UsherDatabaseBusy',
    series: { [`usher_database_waiting{${here}}`]: steady(51) },
    at: '2m',
    labels: { instance },
    summary: `51 queries of ${instance} wait for a connection to PostgreSQL`,
  },
  {
    alert: 'UsherSeatsReleasedLate',
    series: {
      'usher_sweep_lag_seconds_bucket{le="5"}': growing(0),
      'usher_sweep_lag_seconds_bucket{le="10"}': growing(10),
      'usher_sweep_lag_seconds_bucket{le="+Inf"}': growing(10),
    },
    at: '12m',
    summary: '1 % of all holds expire more than 9.95s too late',
  },
  {
    alert: 'UsherProjectionLate',
    series: {
      'usher_feed_lag_seconds_bucket{le="5"}': growing(0),
      'usher_feed_lag_seconds_bucket{le="10"}': growing(10),
      'usher_feed_lag_seconds_bucket{le="+Inf"}': growing(10),
    },
    at: '20m',
    summary: 'lists, reports and the feed are 9.5s behind',
  },
  {
    alert: 'UsherFeedHeldBack',
    series: { usher_feed_held_back_seconds: steady(90) },
    at: '1m',
    summary: 'a transaction has held back the feed for 1m 30s',
  },
  {
    alert: 'UsherWebhooksBehind',
    series: { usher_webhook_lag_seconds: steady(600) },
    at: '15m',
    summary: 'a webhook is 10m 0s behind',
  },
  {
    alert: 'UsherWebhookDisabled',
    series: { usher_webhooks_disabled_total: '0x30 1x30' },
    at: '61m',
    summary: '1 webhooks were disabled by their receivers within an hour',
  },
  {
    alert: 'UsherClientsLimited',
    series: { 'usher_requests_limited_total{limit="calls"}': growing(12_000) },
    at: '20m',
    labels: { limit: 'calls' },
    summary: '200 calls a second are refused by the limit calls',
  },
  {
    alert: 'UsherUpgradeNotFinalized',
    series: { usher_cluster_version: steady(1), usher_cluster_version_known: steady(2) },
    at: '70m',
    summary: 'all nodes know cluster version 2, and an earlier one is in force',
  },
  {
    alert: 'UsherSpansDropped',
    series: { [dropped]: growing(300) },
    at: '30m',
    labels: { instance },
    summary: `${instance} loses 5 spans a second: the collector does not take them`,
  },
];

export const healthy: Readonly<Record<string, string>> = {
  [failed]: growing(0),
  [served]: growing(1000),
  [quickLocks]: growing(100),
  [locks]: growing(100),
  [quickAppends]: growing(100),
  [appends]: growing(100),
  [`up{job="usher",${here}}`]: steady(1),
  [`usher_journal_writable{${here}}`]: steady(1),
  usher_events_parked: steady(0),
  'usher_actors_broken_total{reason="assertion"}': steady(1),
  'usher_actors_broken_total{reason="fenced"}': growing(1),
  'usher_http_errors_total{code="INTERNAL_ERROR"}': steady(1),
  'usher_http_errors_total{code="SEAT_CONFLICT"}': growing(100),
  usher_peers_with_other_secret: steady(0),
  [`usher_redis_up{server="redis-1:6379",${here}}`]: steady(1),
  [`usher_lease_renewals_failed_total{${here}}`]: steady(3),
  [`usher_shards_unleased{${here}}`]: steady(0),
  [`nodejs_eventloop_lag_p99_seconds{${here}}`]: steady(0.02),
  [`usher_http_connections{${here}}`]: steady(15_000),
  [`usher_http_connections_max{${here}}`]: steady(40_000),
  [`usher_database_waiting{${here}}`]: steady(10),
  'usher_sweep_lag_seconds_bucket{le="1"}': growing(10),
  'usher_sweep_lag_seconds_bucket{le="+Inf"}': growing(10),
  'usher_feed_lag_seconds_bucket{le="1.5"}': growing(10),
  'usher_feed_lag_seconds_bucket{le="+Inf"}': growing(10),
  usher_feed_held_back_seconds: steady(2),
  usher_webhook_lag_seconds: steady(3),
  usher_webhooks_disabled_total: steady(4),
  'usher_requests_limited_total{limit="calls"}': growing(60),
  usher_cluster_version: steady(2),
  usher_cluster_version_known: steady(2),
  [dropped]: growing(6),
};
