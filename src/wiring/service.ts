/**
 * Builds the whole service on a running database: wires storage, actors, cluster and HTTP together, and closes them in
 * the order that loses nothing. Reads no environment variables.
 */
import { hostname } from 'node:os';
import { DeadlineQueue } from '#actors/deadlines.ts';
import { LayoutAdoption } from '#actors/layout-adoption.ts';
import type { Clock, Log, Stopwatch } from '#actors/ports.ts';
import { monotonicClock } from '#cluster/monotonic-clock.ts';
import type { Router } from '#cluster/router.ts';
import type { SeatPage } from '#domain/seats/seat-page.ts';
import { RequestLimits } from '#http/limits/request-limits.ts';
import { encodeOpenApi } from '#http/openapi/document.ts';
import { makeOperationsServer } from '#http/ops/listener.ts';
import { Metrics } from '#http/ops/metrics.ts';
import { makePublicPages } from '#http/ops/pages.ts';
import { addProcessMetrics } from '#http/ops/process-metrics.ts';
import { createApp } from '#http/pipeline/app.ts';
import type { Route } from '#http/pipeline/route.ts';
import type { GracefulServer } from '#http/server/graceful-server.ts';
import { connectionsMaxDefault, listen, makeServer } from '#http/server/server.ts';
import { SessionIdMint } from '#http/sessions/session-ids.ts';
import type { Boards } from '#live/boards.ts';
import { askDatabase } from '#storage/database/clock.ts';
import { findObstacle } from '#storage/database/readiness.ts';
import { Sealer } from '#storage/database/sealed.ts';
import { HeadChecks } from '#storage/journal/head-checks.ts';
import { countOpenClones } from '#storage/layouts/schema-clone-requests.ts';
import { WorkerPool } from '#workers/pool.ts';
import type { DrawnRequest } from '#workflows/drawn-change.ts';
import { OrganizationRemoval } from '#workflows/organization-removal.ts';
import { SchemaCloner } from '#workflows/schema-cloner.ts';
import { BookingNode } from './booking-node.ts';
import { openCluster } from './cluster.ts';
import { watchService } from './gauges.ts';
import { openLive } from './live.ts';
import { openPersistence, type Persistence } from './persistence.ts';
import { makeRoutes } from './routes.ts';
import type { Settings } from './settings.ts';
import { version } from './version.ts';
import { makeWebhooks, type WebhookParts } from './webhooks.ts';

const housekeepingMs = 1000;
const drainGraceMs = 10_000;
/** Idle timeout of kept-alive connections during shutdown. */
const idleMs = 100;
/** Longer when other nodes keep serving: a client that pauses briefly must not lose its connection. */
const idleMsAmongPeers = 2_000;
/** Short: a node whose request is cut off retries it at another node. */
const internalGraceMs = 500;

export interface ServiceOptions {
  readonly settings: Settings;
  readonly connectionString: string;
  /** 32 bytes as 64 hex digits. */
  readonly secretKey: string;
  readonly log: Log;
  /** Actor time; the database's clock unless a test passes its own. */
  readonly clock?: Clock;
  /** Starts the threads and writes the OpenAPI document when they are first needed: for a short life in a test. */
  readonly isLazy?: boolean;
}

/** Where the service listens. */
export interface Ports {
  /** For clients. */
  readonly port: number;
  /** For operators: metrics and health. */
  readonly operationsPort: number;
}

/** Everything that lives between start and close. */
export interface Service {
  readonly persistence: Persistence;
  /** All events of the cluster. */
  readonly router: Router;
  readonly routes: readonly Route[];
  /** Listens on both ports and resolves with the bound ports. Rejects when one is in use. */
  open(): Promise<Ports>;
  /** From now on `/readyz` may answer 200. */
  declareReady(): void;
  /** Lets requests finish, brings every event to rest in Postgres, closes everything. */
  close(): Promise<void>;
}

/** Starts everything but the client and operator listeners. Rejects with one line when the database cannot be used. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { settings, log } = options;
  const metrics = new Metrics();
  addProcessMetrics(metrics.registry, version);
  const name = `${hostname()}:${process.pid}`;
  const appended = metrics.appendObserved.bind(metrics);
  const persistence = await openPersistence({ ...options, node: name, appendObserved: appended });
  const { pool, journal, store, projection } = persistence;
  const workers = await openWorkers(options);
  const clock = options.clock ?? persistence.clock;
  const deadlines = new DeadlineQueue(clock, settings.SWEEP_MS);
  const sessionIds = new SessionIdMint(Buffer.from(options.secretKey, 'hex'));
  const actors = { node: name, journal, store, projection, clock, deadlines, sessionIds, meter: metrics, log };
  const cluster = await openCluster({ settings, meter: metrics, log, askStore: () => askDatabase(pool) });
  // From here to `start` nothing waits: the other nodes' listener is open, and its first request must find the node.
  const node = new BookingNode({
    actors: { ...actors, ...stopwatchOf(settings) },
    housekeeping: { roundMs: housekeepingMs, idleMs: settings.EVENT_IDLE_SECONDS * 1000 },
    cluster: cluster.world,
    connections: cluster.connections,
    stallMs: cluster.stallMs,
  });
  cluster.answerWith(node);
  followLayouts(persistence, new LayoutAdoption(node.registry, clock));
  const cloner = makeCloner(options, persistence, workers);
  const { router } = node;
  const sealer = new Sealer(options.secretKey);
  const { membership } = node;
  const webhooks = makeWebhooks({ ...options, persistence, membership, clock, sealer, meter: metrics });
  const removal = makeRemoval(persistence, { router, webhooks, log });
  const heads = new HeadChecks(pool);
  const live = openLive(settings, { node, heads, clock, meter: metrics, log });
  const served = { router, clock, live, heads, sessionIds, workers, sealer, removal, cloner, webhooks };
  const threads = threadsOf(workers, options.connectionString);
  const routes = makeRoutes({ settings, persistence, log, ...served, ...threads });
  const listeners = makeListeners(options, { routes, persistence, metrics });
  const { senders } = webhooks;
  watchService(metrics, { node, live, deadlines, persistence, senders, server: listeners.server });
  await begin({ cluster, node, webhooks, removal, cloner });
  return {
    persistence,
    router,
    routes,
    open: () => listeners.open(),
    declareReady: () => listeners.declareReady(true),
    close: async () => {
      listeners.declareReady(false);
      await depart(listeners.server, { node, live, persistence });
      await removal.close();
      await node.close();
      await webhooks.close();
      await cluster.close();
      deadlines.close();
      await cloner.close(() => workers.close());
      await persistence.close();
      // Last: operators see the whole shutdown.
      await listeners.close();
    },
  };
}

interface Beginning {
  readonly cluster: Pick<Awaited<ReturnType<typeof openCluster>>, 'ready'>;
  readonly node: BookingNode;
  readonly webhooks: WebhookParts;
  readonly removal: OrganizationRemoval;
  readonly cloner: SchemaCloner;
}

/** Joins the cluster, then resumes what an earlier process has left. */
async function begin({ cluster, node, webhooks, removal, cloner }: Beginning): Promise<void> {
  await cluster.ready();
  await node.start();
  await webhooks.start();
  await removal.resume();
  cloner.start();
}

interface Answering {
  readonly routes: readonly Route[];
  readonly persistence: Persistence;
  readonly metrics: Metrics;
}

/** The client listener, `server`, and the operator listener, which `close` ends last. */
function makeListeners(options: ServiceOptions, { routes, persistence, metrics }: Answering) {
  const { settings, log } = options;
  const { pool, journal, keys } = persistence;
  let isReady = false;
  const whyNotReady = async (): Promise<string | null> =>
    isReady ? findObstacle(pool, journal) : 'The service is starting or stopping.';
  const operations = makeOperationsServer({ metricsText: () => metrics.text(), whyNotReady, log });
  const ops = makePublicPages({ document: documentOf(routes, options), meter: metrics, whyNotReady });
  const limits = limitsOf(options, metrics);
  const app = createApp({ routes, keys, limits, meter: metrics, log, ops });
  // Viewers must not take the connections of buyers.
  const server = makeServer(app, { connectionsMax: connectionsMaxDefault + settings.STREAM_VIEWERS_MAX });
  return {
    server,
    declareReady: (isNow: boolean): void => {
      isReady = isNow;
    },
    open: async (): Promise<Ports> => {
      const operationsPort = await listen(operations, settings.OPERATIONS_PORT, settings.OPERATIONS_HOST);
      return { port: await listen(server, settings.PORT), operationsPort };
    },
    close: async (): Promise<void> => {
      if (operations.listening) await operations.drain({ idleMs, graceMs: internalGraceMs });
    },
  };
}

/** The OpenAPI document, encoded once. Takes 0.1 s: at the start, where it delays no request, unless the service is lazy. */
function documentOf(routes: readonly Route[], { isLazy = false }: ServiceOptions): () => Buffer {
  // A Buffer is shared by all answers; of a string every answer would carry a copy.
  const encode = () => Buffer.from(encodeOpenApi(routes, version));
  let document = isLazy ? undefined : encode();
  return () => (document ??= encode());
}

interface Departing {
  readonly node: BookingNode;
  readonly live: Boards;
  readonly persistence: Persistence;
}

/**
 * Ends the streams and the waiting reads, hands the events over to the other nodes while still answering requests, then
 * drains the client connections.
 */
async function depart(server: GracefulServer, { node, live, persistence }: Departing): Promise<void> {
  server.announceEnd();
  persistence.feedReaders.close();
  await live.drain();
  await node.leave();
  const isAmongPeers = node.membership.peers.length > 0;
  const limits = { idleMs: isAmongPeers ? idleMsAmongPeers : idleMs, graceMs: drainGraceMs };
  if (server.listening) await server.drain(limits);
}

function limitsOf({ settings, clock = monotonicClock, log }: ServiceOptions, meter: Metrics): RequestLimits {
  const quotas = {
    sessions: settings.SESSIONS_PER_ADDRESS_PER_MINUTE,
    calls: settings.CALLS_PER_SESSION_PER_SECOND,
    logins: settings.LOGINS_PER_ADDRESS_PER_MINUTE,
  };
  return new RequestLimits({ quotas, proxies: settings.TRUST_PROXY, now: () => clock.now(), meter, log });
}

/** Resolves when the threads have loaded their code, unless the service is lazy. */
async function openWorkers({ isLazy = false }: ServiceOptions): Promise<WorkerPool> {
  const workers = new WorkerPool();
  if (!isLazy) await workers.warm();
  return workers;
}

/** Work of threads that use the database themselves. */
function threadsOf(workers: WorkerPool, connectionString: string) {
  return {
    encodeSeats: (page: SeatPage) => workers.encodeSeats(connectionString, page),
    encodeMap: (schemaId: number) => workers.encodeMap(connectionString, schemaId),
    writeDrawingInThread: (request: DrawnRequest) => workers.changeLayout(connectionString, request),
  };
}

function makeCloner(options: ServiceOptions, { pool }: Persistence, workers: WorkerPool): SchemaCloner {
  return new SchemaCloner({
    countOpen: () => countOpenClones(pool),
    cloneQueued: () => workers.cloneSchemas(options.connectionString),
    log: options.log,
  });
}

interface RemovalParts {
  readonly router: Router;
  readonly webhooks: WebhookParts;
  readonly log: Log;
}

function makeRemoval(
  { pool, notifications }: Persistence,
  { router, webhooks, log }: RemovalParts,
): OrganizationRemoval {
  return new OrganizationRemoval({
    pool,
    notifications,
    removeWebhooks: (organizationId) => webhooks.removal.removeOfOrganization(organizationId),
    forget: (eventNumber) => router.forget(eventNumber),
    log,
  });
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
