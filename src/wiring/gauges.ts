/**
 * The gauges of the service. They are read at each scrape and never updated in between. Each value is a counter that a
 * component keeps anyway, so a scrape never iterates over seats, sessions or sockets.
 */
import type { DeadlineQueue } from '#actors/deadlines.ts';
import { LiveTotals } from '#actors/live-totals.ts';
import type { ClusterConnections } from '#cluster/connections.ts';
import type { WebhookSenders } from '#feed/webhooks/webhook-senders.ts';
import type { Metrics } from '#http/ops/metrics.ts';
import type { GracefulServer } from '#http/server/graceful-server.ts';
import type { Boards } from '#live/boards.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import type { BookingNode } from './booking-node.ts';
import type { Persistence } from './persistence.ts';

export interface Watched {
  readonly node: BookingNode;
  readonly live: Boards;
  readonly deadlines: DeadlineQueue;
  readonly persistence: Pick<
    Persistence,
    'pool' | 'journal' | 'clusterVersion' | 'mode' | 'feed' | 'feedReaders' | 'feedTrimmer' | 'parked' | 'standby'
  >;
  readonly senders: WebhookSenders;
  readonly connections: Pick<ClusterConnections, 'redisUp' | 'otherSecretCount'>;
  /** The listener for clients. */
  readonly server: GracefulServer;
}

export function watchService(metrics: Metrics, watched: Watched): void {
  const { node, live, deadlines, persistence, senders, connections, server } = watched;
  const { pool, journal, clusterVersion, mode, parked, standby } = persistence;
  const { membership, leases } = node;
  const totals = new LiveTotals(node.registry);
  metrics.watch('usher_mailbox_depth', 'Commands waiting in all mailboxes', () => totals.mailboxDepth);
  metrics.watch('usher_live_events', 'Events in memory', () => totals.liveEvents);
  metrics.watch('usher_deadlines', 'Sessions and locks with a deadline', () => deadlines.count);
  metrics.watch('usher_cluster_version', 'The cluster version in force', () => clusterVersion.current);
  const known = 'The latest cluster version that this release knows';
  metrics.watch('usher_cluster_version_known', known, () => clusterVersion.newest);
  metrics.watch('usher_peers', 'Other live nodes', () => membership.peers.length);
  metrics.watch('usher_shards', 'Shards of events that this node has', () => leases.count);
  metrics.watch('usher_shards_unleased', 'Shards served without a valid lease', () => leases.unleasedCount);
  metrics.watch('usher_http_connections', 'Open connections of clients', () => server.connectionCount);
  metrics.watch(
    'usher_http_connections_max',
    'Connections beyond which new ones are closed',
    () => server.maxConnections,
  );
  metrics.watch('usher_events_parked', 'Events set aside because their journal cannot be replayed', () => parked.count);
  metrics.watch('usher_journal_writable', '0 while appends fail, else 1', () => (journal.isWritable ? 1 : 0));
  metrics.watch('usher_read_only', '1 while the service is read-only, else 0', () => (mode.readOnly ? 1 : 0));
  const synchronous = '1 while a synchronous standby of the database is configured, else 0';
  metrics.watch('usher_synchronous_standby', synchronous, () => (standby.isConfigured ? 1 : 0));
  metrics.watch('usher_stream_viewers', 'Viewers of live maps', () => live.viewers);
  metrics.watch('usher_stream_events', 'Events whose live map is followed', () => live.events);
  metrics.watchBy(
    'usher_redis_up',
    '1 while the Redis server answers this node, else 0',
    'server',
    connections.redisUp,
  );
  const others = 'Nodes of this deployment with another CLUSTER_SECRET';
  metrics.watch('usher_peers_with_other_secret', others, connections.otherSecretCount);
  watchFeed(metrics, persistence);
  watchHoldings(metrics, totals);
  watchPool(metrics, pool);
  watchWebhooks(metrics, senders);
}

function watchFeed(metrics: Metrics, { feed, feedReaders, feedTrimmer }: Watched['persistence']): void {
  metrics.watch('usher_feed_readers', 'Readers of the feed that wait for changes', () => feedReaders.count);
  metrics.watch(
    'usher_feed_held_back_seconds',
    'How long readers have waited for changes that an older transaction holds back',
    () => feed.heldBackSeconds,
  );
  metrics.watch('usher_feed_rows', 'Rows of the feed, as Postgres estimates them', () => feedTrimmer.rows);
}

function watchHoldings(metrics: Metrics, totals: LiveTotals): void {
  metrics.watchBy('usher_sessions', 'Live sessions of events in memory', 'state', () => totals.holdings.sessions);
  metrics.watchBy('usher_seats', 'Seats of events in memory', 'state', () => totals.holdings.seats);
  metrics.watchBy('usher_area_places', 'Places in areas of events in memory', 'state', () => totals.holdings.places);
  metrics.watchBy(
    'usher_queue_tickets',
    'Tickets in queues of events in memory',
    'state',
    () => totals.holdings.tickets,
  );
}

function watchWebhooks(metrics: Metrics, senders: WebhookSenders): void {
  metrics.watch('usher_webhooks', 'Enabled webhooks that this node sends for', () => senders.count);
  metrics.watch('usher_webhooks_failing', 'Of these: webhooks whose last request failed', () => senders.failing);
  metrics.watch(
    'usher_webhook_lag_seconds',
    'Age of the oldest change that a webhook of this node has not been sent',
    () => senders.lagSeconds,
  );
  metrics.watch('usher_webhook_requests_in_flight', 'Requests to receivers of webhooks', () => senders.inFlight);
}

function watchPool(metrics: Metrics, pool: DatabasePool): void {
  metrics.watchBy('usher_database_connections', 'Connections of the pool, without the journal’s', 'state', () => {
    const { acquiredConnections, pendingReleaseConnections, idleConnections } = pool.state();
    return { in_use: acquiredConnections + pendingReleaseConnections, idle: idleConnections };
  });
  metrics.watch(
    'usher_database_waiting',
    'Queries that wait for a connection of the pool',
    () => pool.state().waitingClients,
  );
}
