/**
 * Opens everything that keeps the service's data: connections, the database's clock, the caches of the catalog, the
 * journal, the event store and the projection. Must be closed only after the last write.
 */
import type { Clock, Log } from '#actors/ports.ts';
import type { VersionRange } from '#domain/cluster-version.ts';
import { EraWatch } from '#feed/era-watch.ts';
import { Feed } from '#feed/feed.ts';
import { FeedLag } from '#feed/feed-lag.ts';
import { FeedReaders } from '#feed/feed-readers.ts';
import { FeedTrimmer } from '#feed/feed-trimmer.ts';
import { Brands } from '#storage/catalog/brands.ts';
import { EventDirectory } from '#storage/catalog/events.ts';
import { EventFaces } from '#storage/catalog/faces.ts';
import { FrameOrigins } from '#storage/catalog/frame-origins.ts';
import { Keys } from '#storage/catalog/keys.ts';
import { Policies } from '#storage/catalog/policies.ts';
import { ServiceMode } from '#storage/catalog/service-mode.ts';
import { askDatabase, DatabaseClock } from '#storage/database/clock.ts';
import { migrate } from '#storage/database/migrate.ts';
import { Notifications } from '#storage/database/notifications.ts';
import { createPool, type DatabasePool } from '#storage/database/pool.ts';
import { StandbyWatch } from '#storage/database/standby-watch.ts';
import { PostgresEventStore } from '#storage/journal/event-store.ts';
import { createAppendPool, PostgresJournal } from '#storage/journal/journal.ts';
import { ParkedCount } from '#storage/journal/parked-count.ts';
import { SeatMaps } from '#storage/layouts/seat-maps.ts';
import { PostgresProjection } from '#storage/projection/projection.ts';
import { thisBuild } from '#storage/upgrade/build.ts';
import { ClusterVersion, type ClusterVersionOptions } from '#storage/upgrade/cluster-version.ts';
import type { Settings } from './settings.ts';

export const hourMs = 3_600_000;

export interface PersistenceMeter {
  /** After every append statement: its duration and its numbers of batches and bytes. */
  appendObserved(ms: number, batches: number, bytes: number): void;
  /** A sample of the time from a change to its being readable in the feed. */
  feedLagObserved(seconds: number): void;
}

export interface PersistenceOptions {
  readonly settings: Settings;
  readonly connectionString: string;
  /** The node's name in the rows of `event_owner`. */
  readonly node: string;
  readonly log: Log;
  /** The parent of this process has migrated the database. */
  readonly isMigrated?: boolean;
  readonly meter: PersistenceMeter;
  /** Actor time, when it is not the database's. */
  readonly clock?: Clock;
  /** The cluster versions that it knows, when they are not this build's. */
  readonly versions?: VersionRange;
}

export type Persistence = Awaited<ReturnType<typeof openPersistence>>;

/** Migrates the database first, unless that is done. Rejects with a one-line message when the database cannot be used. */
export async function openPersistence(options: PersistenceOptions) {
  const { settings, log, meter } = options;
  const database = await openDatabase(options);
  const { pool, appendPool, notifications, clusterVersion, clock } = database;
  const policies = new Policies(pool, notifications, { ...limitsOf(settings), clusterVersion }, log);
  const keys = new Keys(pool, notifications);
  const events = new EventDirectory(pool, notifications);
  const forBuyers = shownToBuyers(pool, notifications);
  const seatMaps = new SeatMaps(pool);
  const observe = (databaseMs: number): void => clock.observe(databaseMs);
  const appendObserved = meter.appendObserved.bind(meter);
  const journal = new PostgresJournal({ pool: appendPool, observe, appendObserved, log });
  const store = makeStore(options, { pool, seatMaps, policies, clusterVersion });
  const projection = new PostgresProjection(pool, clusterVersion, log);
  const feedLag = new FeedLag({ pool, clock: options.clock ?? clock, observe: meter.feedLagObserved.bind(meter) });
  projection.onFed((at) => feedLag.written(at));
  const feed = new Feed(pool, notifications);
  const feedReaders = new FeedReaders(feed);
  const feedTrimmer = new FeedTrimmer(pool, settings.CHANGES_KEEP_DAYS, log);
  const parked = new ParkedCount(pool);
  const eras = new EraWatch(pool, notifications, log);
  const standby = new StandbyWatch(pool, log);
  const mode = new ServiceMode({ pool, notifications, now: () => (options.clock ?? clock).now(), log });
  await notifications.start();
  await mode.start();
  await eras.start();
  await parked.start();
  const close = async (): Promise<void> => {
    journal.close();
    feed.close();
    mode.close();
    const parts = [eras, feedLag, feedTrimmer, parked, standby, clusterVersion];
    await Promise.all(parts.map((part) => part.close()));
    await notifications.stop();
    clock.stop();
    await Promise.all([pool.end(), appendPool.end()]);
  };
  return {
    ...database,
    policies,
    keys,
    events,
    ...forBuyers,
    seatMaps,
    eras,
    journal,
    store,
    projection,
    feed,
    feedReaders,
    feedTrimmer,
    parked,
    standby,
    mode,
    close,
  };
}

/** The connections, what is in force on the database, and its clock. */
async function openDatabase(options: PersistenceOptions) {
  const { settings, connectionString, log } = options;
  const build = thisBuild(options.versions);
  if (options.isMigrated !== true) await migrate(connectionString, log, undefined, build);
  const pool = await createPool(connectionString, { maximumPoolSize: settings.DATABASE_CONNECTIONS, log });
  const notifications = new Notifications(connectionString, log);
  const { FINALIZE_AFTER_SECONDS: finalizeAfterSeconds } = settings;
  const clusterVersion = await versionOf({ pool, notifications, build, finalizeAfterSeconds, log });
  const appendPool = await createAppendPool(connectionString, log);
  const clock = new DatabaseClock({ ask: () => askDatabase(pool), log });
  await clock.start();
  return { pool, appendPool, notifications, clusterVersion, clock };
}

function makeStore(
  { settings, node, log }: PersistenceOptions,
  { pool, seatMaps, policies, clusterVersion }: Pick<Persistence, 'pool' | 'seatMaps' | 'policies' | 'clusterVersion'>,
): PostgresEventStore {
  return new PostgresEventStore({
    pool,
    node,
    seatMap: (schemaId, version) => seatMaps.get(schemaId, version),
    placedSeatMap: (schemaId) => seatMaps.placed(schemaId),
    policy: (organizationId) => policies.get(organizationId),
    journalKeepMs: settings.JOURNAL_KEEP_HOURS * hourMs,
    clusterVersion,
    log,
  });
}

async function versionOf(options: ClusterVersionOptions): Promise<ClusterVersion> {
  try {
    return await ClusterVersion.open(options);
  } catch (error) {
    await options.pool.end();
    throw error;
  }
}

function limitsOf(settings: Settings) {
  return {
    holdMs: settings.HOLD_SECONDS * 1000,
    graceMs: settings.PAYMENT_GRACE_SECONDS * 1000,
    maxSeats: settings.MAX_SEATS_PER_SESSION,
    ticketsMax: settings.TICKETS_PER_EVENT_MAX,
    emptySessionsMax: settings.EMPTY_SESSIONS_PER_EVENT_MAX || Number.POSITIVE_INFINITY,
  };
}

/** What the pages of buyers show of an organization and its events. */
function shownToBuyers(pool: DatabasePool, notifications: Notifications) {
  return {
    faces: new EventFaces(pool, notifications),
    brands: new Brands(pool, notifications),
    frameOrigins: new FrameOrigins(pool, notifications),
  };
}
