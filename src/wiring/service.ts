/**
 * Builds the whole service on a running database: wires storage, actors, cluster and HTTP together, and closes them in
 * the order that loses nothing. Reads no environment variables.
 */
import { hostname } from 'node:os';
import { AppendWindow } from '#activity/append-window.ts';
import { DeadlineQueue } from '#actors/deadlines.ts';
import { LayoutAdoption } from '#actors/layout-adoption.ts';
import type { Clock, Log, Stopwatch } from '#actors/ports.ts';
import { monotonicClock } from '#cluster/monotonic-clock.ts';
import type { NodeCard, Notice } from '#cluster/ports.ts';
import type { Router } from '#cluster/router.ts';
import type { VersionRange } from '#domain/cluster-version.ts';
import { Metrics } from '#http/ops/metrics.ts';
import { addProcessMetrics } from '#http/ops/process-metrics.ts';
import { OpenEvents } from '#http/pages/open-events.ts';
import { BuyerHashes } from '#http/passes/buyer-hashes.ts';
import type { Route } from '#http/pipeline/route.ts';
import { SessionIdMint } from '#http/sessions/session-ids.ts';
import { TicketMint } from '#http/sessions/tickets.ts';
import { Sealer, type SecretKeys } from '#storage/database/sealed.ts';
import { HeadChecks } from '#storage/journal/head-checks.ts';
import { release } from '#storage/upgrade/build.ts';
import { type ReaderThread, WorkerPool } from '#workers/pool.ts';
import { startArchiver } from './archiver.ts';
import { makeCloner, makeEraser, makeRemoval, startRetention } from './background.ts';
import { BookingNode, type BookingNodeParts } from './booking-node.ts';
import { type Cluster, openCluster } from './cluster.ts';
import { watchService } from './gauges.ts';
import { depart, type ListenerOptions, type Listeners, makeListeners, type Ports } from './listeners.ts';
import { openLive } from './live.ts';
import { openPersistence, type Persistence, type PersistenceMeter } from './persistence.ts';
import { enter, watchFitness } from './place-on-database.ts';
import type { RouteWorld } from './route-world.ts';
import { makeRoutes } from './routes.ts';
import type { Settings } from './settings.ts';
import { threadsOf } from './threads.ts';
import type { ExportingTracer } from './tracing.ts';
import { makeWebhooks } from './webhooks.ts';
import type { WorkerPlace } from './worker-place.ts';

const housekeepingMs = 1000;

export interface ServiceOptions {
  readonly settings: Settings;
  readonly connectionString: string;
  /** 32 bytes as 64 hex digits. */
  readonly secretKey: string;
  readonly log: Log;
  /** Absent: this process is the whole service. A worker's database has been migrated by its parent. */
  readonly worker?: WorkerPlace;
  /** Actor time; the database's clock unless a test passes its own. */
  readonly clock?: Clock;
  /**
   * Starts the threads and writes the OpenAPI document when they are first needed: for a worker that clients wait for,
   * and for a short life in a test.
   */
  readonly isLazy?: boolean;
  /** The cluster versions that it knows, when they are not this build's. */
  readonly versions?: VersionRange;
  /** Called once when the database has become one that this process must not work on: the process has to end. */
  readonly unfit?: (reason: string) => void;
  /** Makes the pages at each request anew, for a developer who changes their sources. */
  readonly isWatching?: boolean;
  /** Of several services in one process, which make each page once. Absent: its own. */
  readonly pageFiles?: NonNullable<ListenerOptions['pageFiles']>;
  /** Of several services in one process, which encode answers in the same thread. Absent: its own. */
  readonly readers?: ReaderThread;
  readonly demoEvent?: NonNullable<ListenerOptions['demoEvent']>;
  /** Adds middleware of the operator to the Koa application of the public port: it runs for every call. */
  readonly extend?: ListenerOptions['extend'];
}

/** Everything that lives between start and close. */
export interface Service {
  readonly persistence: Persistence;
  /** All events of the cluster. */
  readonly router: Router;
  readonly routes: readonly Route[];
  /** The node as others see it. */
  readonly self: NodeCard;
  /** Processes a notice about another node. */
  hear(notice: Notice): Promise<void>;
  /** The metrics in the text format of Prometheus. */
  metricsText(): Promise<string>;
  /** Null when booking works, otherwise what is missing. */
  whyNotReady(): Promise<string | null>;
  /** What an operator should know although booking works; null: nothing. */
  warning(): Promise<string | null>;
  /** Listens on both ports and resolves with the bound ports. Rejects when one is in use. */
  open(): Promise<Ports>;
  /** From now on `/readyz` may answer 200. */
  declareReady(): void;
  /** Starts the threads of a lazy service, before a task needs them. Rejects when they cannot load their code. */
  startThreads(): Promise<void>;
  /** Lets the requests of clients finish, and closes the client listener. The other nodes are still answered. */
  drain(): Promise<void>;
  /** Drains, brings every event to rest in Postgres, closes everything. */
  close(): Promise<void>;
}

/** Starts everything but the client and operator listeners. Rejects with one line when the database cannot be used. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { settings, worker, log } = options;
  const metrics = new Metrics(settings.METRICS_ORGANIZATIONS_MAX);
  addProcessMetrics(metrics.registry, release);
  const name = `${hostname()}:${process.pid}`;
  const appends = new AppendWindow();
  const meter = journalMeterOf(metrics, appends);
  const persistence = await openPersistence({ ...options, isMigrated: worker !== undefined, node: name, meter });
  const { pool, journal, store, projection } = persistence;
  const secretKeys = await enter(options, persistence, name);
  const { sessionIds, tickets, buyers, sealer } = keyedParts(secretKeys);
  const workers = await openWorkers(options);
  const clock = options.clock ?? persistence.clock;
  const deadlines = new DeadlineQueue(clock, settings.SWEEP_MS);
  const actors = { node: name, journal, store, projection, clock, deadlines, sessionIds, meter: metrics, log };
  const tracer = await openTracer(options, name, metrics);
  const cluster = await openCluster({ ...options, persistence, meter: metrics, tracer });
  // From here to `start` nothing waits: the other nodes' listener is open, and its first request must find the node.
  const node = makeNode(settings, actors, cluster, appends);
  cluster.answerWith(node);
  followLayouts(persistence, new LayoutAdoption(node.registry, store, clock));
  const cloner = makeCloner(options, persistence, workers);
  const { router, membership, samples } = node;
  const eraser = makeEraser(options, persistence, { router, sessionIds, clock });
  const doesCommonJobs = (): boolean => node.doesCommonJobs;
  const sent = { doesCommonJobs, clock, sealer, meter: metrics, tracer };
  const webhooks = makeWebhooks({ ...options, persistence, membership, ...sent });
  const removal = makeRemoval(persistence, { router, webhooks, log });
  const heads = new HeadChecks(pool);
  const live = openLive(settings, { node, heads, clock, meter: metrics, log });
  followEras(persistence, node, live);
  const background = { removal, cloner, eraser, webhooks };
  const served = { router, clock, live, heads, sessionIds, tickets, buyers, workers, sealer, ...background };
  const shared = { persistence, openEvents: new OpenEvents() };
  const threads = threadsOf(workers, options.connectionString);
  const routes = makeRoutes({ settings, samples, log, passMeter: metrics, ...shared, ...served, ...threads });
  const fitness = watchFitness(options, persistence);
  const { connections } = cluster;
  const heard = { sealer, metrics, fitness, router, sessionIds, connections, tracer };
  const listeners = makeListeners(options, { routes, ...shared, ...heard });
  const { senders } = webhooks;
  watchService(metrics, { node, live, deadlines, persistence, senders, connections, server: listeners.server });
  await begin(cluster, node, background);
  const retention = startRetention(options, persistence, clock, doesCommonJobs);
  const archiver = startArchiver(settings, { persistence, router, clock, log }, doesCommonJobs);
  return serviceOf({ persistence, router, routes, node, metrics, listeners, live, workers }, async () => {
    await fitness.close();
    await Promise.all([removal.close(), archiver?.close(), eraser.close(), retention.close()]);
    await node.close();
    await webhooks.close();
    await cluster.close();
    deadlines.close();
    await cloner.close(() => workers.close());
    await persistence.close();
    await tracer?.close();
  });
}

interface Running extends Pick<Service, 'persistence' | 'router' | 'routes'>, Pick<RouteWorld, 'live' | 'workers'> {
  readonly node: BookingNode;
  readonly metrics: Metrics;
  readonly listeners: Listeners;
}

/** `closeParts`: brings everything to rest after the last request of a client. */
function serviceOf(running: Running, closeParts: () => Promise<void>): Service {
  const { persistence, router, routes, node, metrics, listeners, live, workers } = running;
  let drained: Promise<void> | null = null;
  const drain = (): Promise<void> => {
    listeners.declareReady(false);
    drained ??= depart(listeners.server, { node, live, persistence }).then(() => listeners.records.close());
    return drained;
  };
  return {
    persistence,
    router,
    routes,
    self: node.self,
    hear: (notice) => node.hear(notice),
    metricsText: () => metrics.text(),
    whyNotReady: listeners.whyNotReady,
    warning: listeners.warning,
    open: () => listeners.open(),
    declareReady: () => listeners.declareReady(true),
    startThreads: () => workers.warm(),
    drain,
    close: async () => {
      await drain();
      await closeParts();
      // Last: operators see the whole shutdown.
      await listeners.close();
    },
  };
}

/** Loads what records traces only when a collector is set. */
async function openTracer(
  { settings, log }: ServiceOptions,
  instance: string,
  meter: Metrics,
): Promise<ExportingTracer | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings;
  if (endpoint === undefined) return undefined;
  const { OTEL_SERVICE_NAME: service, OTEL_TRACES_SAMPLER_ARG: ratio } = settings;
  const { ExportingTracer } = await import('./tracing.ts');
  return new ExportingTracer({ endpoint, service, instance, ratio, meter, log });
}

function makeNode(
  settings: Settings,
  actors: BookingNodeParts['actors'],
  { world, connections, stallMs }: Cluster,
  appends: AppendWindow,
): BookingNode {
  return new BookingNode({
    actors: { ...actors, ...stopwatchOf(settings) },
    housekeeping: { roundMs: housekeepingMs, idleMs: settings.EVENT_IDLE_SECONDS * 1000 },
    cluster: world,
    connections,
    stallMs,
    appends,
  });
}

/** Joins the cluster, then resumes what an earlier process has left. */
async function begin(
  cluster: Cluster,
  node: BookingNode,
  { webhooks, removal, cloner, eraser }: Pick<RouteWorld, 'webhooks' | 'removal' | 'cloner' | 'eraser'>,
): Promise<void> {
  await cluster.ready();
  await node.start();
  node.activity.start();
  await webhooks.start();
  await removal.resume();
  cloner.start();
  eraser.start();
}

/** Resolves when the threads have loaded their code, unless the service is lazy. */
async function openWorkers({ isLazy = false, readers }: ServiceOptions): Promise<WorkerPool> {
  const workers = new WorkerPool(readers);
  if (!isLazy) await workers.warm();
  return workers;
}

/** Appends are counted in the metrics and in the window of the events' activity. */
function journalMeterOf(metrics: Metrics, appends: AppendWindow): PersistenceMeter {
  return {
    feedLagObserved: (seconds) => metrics.feedLagObserved(seconds),
    appendObserved: (ms, batches, bytes) => {
      appends.note(ms);
      metrics.appendObserved(ms, batches, bytes);
    },
  };
}

/** With SERVER_TIMING, requests report their durations. */
function stopwatchOf(settings: Settings): { readonly stopwatch?: Stopwatch } {
  return settings.SERVER_TIMING ? { stopwatch: monotonicClock.now } : {};
}

/** Live events adopt new versions of their layouts. */
function followLayouts({ notifications }: Persistence, layouts: LayoutAdoption): void {
  notifications.on('layout', {
    changed: (id) => layouts.adopt(Number(id)),
    reset: () => void layouts.adoptAll(),
  });
}

/** What is in memory may be of a future that the database has lost. */
function followEras({ eras, seatMaps }: Persistence, { registry }: BookingNode, live: RouteWorld['live']): void {
  eras.onNew(() => {
    seatMaps.forget();
    void registry.recheck();
    void live.restart();
  });
}

function keyedParts(keys: SecretKeys) {
  return {
    sessionIds: new SessionIdMint(keys),
    tickets: new TicketMint(keys),
    buyers: new BuyerHashes(keys),
    sealer: new Sealer(keys),
  };
}
