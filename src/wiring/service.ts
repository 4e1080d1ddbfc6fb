/**
 * Builds the whole service on a running database: wires storage, actors, cluster and HTTP together, and closes them in
 * the order that loses nothing. Reads no environment variables.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { DeadlineQueue } from '#actors/deadlines.ts';
import type { Clock, Log } from '#actors/ports.ts';
import { Registry, type RegistryWorld } from '#actors/registry.ts';
import { ClusterKeys } from '#cluster/cluster-keys.ts';
import { monotonicClock } from '#cluster/monotonic-clock.ts';
import { ClusterNode } from '#cluster/node.ts';
import type { Router } from '#cluster/router.ts';
import type { SeatPage } from '#domain/seats/seat-page.ts';
import { makeInternalServer } from '#http/internal/listener.ts';
import { RequestLimits } from '#http/limits/request-limits.ts';
import { encodeOpenApi } from '#http/openapi/document.ts';
import { makeOperationsServer } from '#http/ops/listener.ts';
import { Metrics } from '#http/ops/metrics.ts';
import { makePublicPages } from '#http/ops/pages.ts';
import { addProcessMetrics } from '#http/ops/process-metrics.ts';
import { createApp } from '#http/pipeline/app.ts';
import type { Route } from '#http/pipeline/route.ts';
import type { GracefulServer } from '#http/server/graceful-server.ts';
import { listen, makeServer } from '#http/server/server.ts';
import { SessionIdMint } from '#http/sessions/session-ids.ts';
import { askDatabase } from '#storage/database/clock.ts';
import { findObstacle } from '#storage/database/readiness.ts';
import { Sealer } from '#storage/database/sealed.ts';
import { countOpenClones } from '#storage/layouts/schema-clone-requests.ts';
import { WorkerPool } from '#workers/pool.ts';
import { OrganizationRemoval } from '#workflows/organization-removal.ts';
import { SchemaCloner } from '#workflows/schema-cloner.ts';
import { watchService } from './gauges.ts';
import { internalHostOf } from './internal-host.ts';
import { openPersistence, type Persistence } from './persistence.ts';
import { makeRoutes } from './routes.ts';
import type { Settings } from './settings.ts';
import { version } from './version.ts';

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
  const node = `${hostname()}:${process.pid}`;
  const appendObserved = metrics.appendObserved.bind(metrics);
  const persistence = await openPersistence({ ...options, node, appendObserved });
  const { journal, store, projection } = persistence;
  const clock = options.clock ?? persistence.clock;
  const sessionIds = new SessionIdMint(Buffer.from(options.secretKey, 'hex'));
  const deadlines = new DeadlineQueue(clock, settings.SWEEP_MS);
  const { cluster, internalServer } = await openCluster(options, metrics, persistence, () => registry);
  const { router, ownership: tenure } = cluster;
  const actorWorld = { node, journal, store, projection, clock, deadlines, sessionIds, meter: metrics, tenure, log };
  const registry = makeRegistry(actorWorld, settings, persistence);
  const workers = new WorkerPool();
  await workers.warm();
  const cloner = makeCloner(options, persistence, workers);
  const encoders = encodersOf(workers, options.connectionString);
  const { pool, notifications } = persistence;
  const forget = (eventNumber: number): Promise<void> => router.forget(eventNumber);
  const removal = new OrganizationRemoval({ pool, notifications, forget, log });
  const sealer = new Sealer(options.secretKey);
  const world = { settings, persistence, router, clock, sessionIds, log };
  const routes = makeRoutes({ ...world, ...encoders, workers, sealer, removal, cloner });
  let isDeclaredReady = false;
  const whyNotReady = async (): Promise<string | null> =>
    isDeclaredReady ? findObstacle(pool, journal) : 'The service is starting or stopping.';
  const listeners = makeListeners(options, { routes, keys: persistence.keys, metrics, whyNotReady });
  watchService(metrics, { registry, deadlines, cluster, pool, journal, server: listeners.server });
  await cluster.start();
  await registry.start();
  await removal.resume();
  cloner.start();
  return {
    persistence,
    router,
    routes,
    open: () => listeners.open(),
    declareReady: () => {
      isDeclaredReady = true;
    },
    close: async () => {
      isDeclaredReady = false;
      await depart(listeners.server, cluster);
      await removal.close();
      await registry.close();
      await cluster.close();
      if (internalServer !== null) await internalServer.drain({ idleMs, graceMs: internalGraceMs });
      deadlines.close();
      await cloner.close(() => workers.close());
      await persistence.close();
      // Last: operators see the whole shutdown.
      await listeners.close();
    },
  };
}

interface Answering {
  readonly routes: readonly Route[];
  readonly keys: Persistence['keys'];
  readonly metrics: Metrics;
  readonly whyNotReady: () => Promise<string | null>;
}

/** The client listener, `server`, and the operator listener, which `close` ends last. */
function makeListeners(options: ServiceOptions, { routes, keys, metrics, whyNotReady }: Answering) {
  const { settings, log } = options;
  const operations = makeOperationsServer({ metricsText: () => metrics.text(), whyNotReady, log });
  const ops = makePublicPages({ document: encodeOpenApi(routes, version), meter: metrics, whyNotReady });
  const limits = limitsOf(options, metrics);
  const server = makeServer(createApp({ routes, keys, limits, meter: metrics, log, ops }));
  return {
    server,
    open: async (): Promise<Ports> => {
      const operationsPort = await listen(operations, settings.OPERATIONS_PORT, settings.OPERATIONS_HOST);
      return { port: await listen(server, settings.PORT), operationsPort };
    },
    close: async (): Promise<void> => {
      if (operations.listening) await operations.drain({ idleMs, graceMs: internalGraceMs });
    },
  };
}

/** Hands the events over to the other nodes while still answering requests, then drains the client connections. */
async function depart(server: GracefulServer, cluster: ClusterNode): Promise<void> {
  server.announceEnd();
  await cluster.leave();
  const isAmongPeers = cluster.membership.peers.length > 0;
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

/** Encoders whose worker threads read the database themselves. */
function encodersOf(workers: WorkerPool, connectionString: string) {
  return {
    encodeSeats: (page: SeatPage) => workers.encodeSeats(connectionString, page),
    encodeMap: (schemaId: number) => workers.encodeMap(connectionString, schemaId),
  };
}

function makeCloner(options: ServiceOptions, { pool }: Persistence, workers: WorkerPool): SchemaCloner {
  return new SchemaCloner({
    countOpen: () => countOpenClones(pool),
    cloneQueued: () => workers.cloneSchemas(options.connectionString),
    log: options.log,
  });
}

/** Live events adopt new versions of their layouts. With SERVER_TIMING, requests report their durations. */
function makeRegistry(world: RegistryWorld, settings: Settings, { notifications }: Persistence): Registry {
  const idleMs = settings.EVENT_IDLE_SECONDS * 1000;
  const timing = settings.SERVER_TIMING ? { stopwatch: monotonicClock.now } : {};
  const registry = new Registry({ ...world, ...timing }, { roundMs: housekeepingMs, idleMs });
  notifications.on('layout', {
    changed: (id) => registry.adoptLayout(Number(id)),
    reset: () => {
      for (const schemaId of registry.schemasInUse) void registry.adoptLayout(schemaId);
    },
  });
  return registry;
}

interface OpenCluster {
  readonly cluster: ClusterNode;
  /** Null for a node that is alone. */
  readonly internalServer: GracefulServer | null;
}

/** Opens the internal listener first: its bound port is part of the card that other nodes see. */
async function openCluster(
  { settings, log }: ServiceOptions,
  meter: Metrics,
  { pool }: Persistence,
  events: () => Registry,
): Promise<OpenCluster> {
  const { REDIS_URL: redisUrls, CLUSTER_SECRET: secret, LEASE_MS: leaseMs } = settings;
  const id = randomUUID();
  const host = settings.ADVERTISE_HOST ?? hostname();
  if (redisUrls === undefined || secret === undefined) {
    const cluster = new ClusterNode({ self: { id, host, port: 0 }, shared: null, leaseMs, meter, log, events });
    return { cluster, internalServer: null };
  }
  const askStore = (): Promise<number> => askDatabase(pool);
  const keys = new ClusterKeys(secret);
  let cluster: ClusterNode;
  const internalServer = makeInternalServer({
    node: id,
    keys,
    now: monotonicClock.now,
    serve: (envelope) => cluster.router.serve(envelope),
    hear: (notice) => cluster.membership.hear(notice),
    isCutOff: () => cluster.isCutOff,
  });
  const address = await internalHostOf(host, settings.INTERNAL_HOST);
  const port = await listen(internalServer, settings.INTERNAL_PORT, address);
  const self = { id, host, port, ...(settings.PORT === 0 ? {} : { front: `${host}:${settings.PORT}` }) };
  cluster = new ClusterNode({ self, shared: { redisUrls, keys, askStore }, leaseMs, meter, log, events });
  return { cluster, internalServer };
}
