/**
 * Builds the whole service on a database that is there: storage, actors and HTTP wired together, and taken
 * down again in the order that loses nothing. Reads no environment.
 */
import { hostname } from 'node:os';
import { DeadlineQueue } from '#actors/deadlines.ts';
import type { Clock, Log } from '#actors/ports.ts';
import { Registry } from '#actors/registry.ts';
import type { SeatPage } from '#domain/seats/seat-page.ts';
import { createApp } from '#http/app.ts';
import { Metrics } from '#http/metrics.ts';
import { encodeOpenApi } from '#http/openapi.ts';
import { makeOperations } from '#http/ops/operations.ts';
import type { Route } from '#http/route.ts';
import { drain, listen, makeServer } from '#http/server.ts';
import { SessionIdMint } from '#http/session-ids.ts';
import { OrganizationRemoval } from '#storage/organization-removal.ts';
import { findObstacle } from '#storage/readiness.ts';
import { countOpenClones } from '#storage/schema-clones.ts';
import { Sealer } from '#storage/sealed.ts';
import { WorkerPool } from '#workers/pool.ts';
import { SchemaCloner } from '#workers/schema-cloner.ts';
import { openPersistence, type Persistence } from './persistence.ts';
import { makeRoutes } from './routes.ts';
import type { Settings } from './settings.ts';
import { version } from './version.ts';

const housekeepingMs = 1000;
const drainGraceMs = 10_000;

export interface ServiceOptions {
  readonly settings: Settings;
  readonly connectionString: string;
  /** 32 bytes as 64 hex digits. */
  readonly secretKey: string;
  readonly log: Log;
  /** Actor time; the database's clock unless a test brings its own. */
  readonly clock?: Clock;
}

/** Everything that lives between start and close. */
export interface Service {
  readonly persistence: Persistence;
  readonly registry: Registry;
  readonly routes: readonly Route[];
  /** Listens; resolves with the port that it got. Rejects when the port is taken. */
  open(): Promise<number>;
  /** From now on `/readyz` may answer 200. */
  declareReady(): void;
  /** Lets requests finish, hands every event back to Postgres, closes what was opened. */
  close(): Promise<void>;
}

/** Starts everything but the listening socket. Rejects with one line when the database cannot be used. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { settings, log } = options;
  const metrics = new Metrics();
  const node = `${hostname()}:${process.pid}`;
  const appendObserved = metrics.appendObserved.bind(metrics);
  const persistence = await openPersistence({ ...options, node, appendObserved });
  const { journal, store, projection } = persistence;
  const clock = options.clock ?? persistence.clock;
  const sessionIds = new SessionIdMint(Buffer.from(options.secretKey, 'hex'));
  const deadlines = new DeadlineQueue(clock, settings.SWEEP_MS);
  const registry = new Registry(
    { node, journal, store, projection, clock, deadlines, sessionIds, meter: metrics, log },
    { roundMs: housekeepingMs, idleMs: settings.EVENT_IDLE_SECONDS * 1000 },
  );
  const workers = new WorkerPool();
  await workers.warm();
  const cloner = makeCloner(options, persistence, workers);
  watchLevels(metrics, registry, deadlines);
  const encodeSeats = (page: SeatPage) => workers.encodeSeats(options.connectionString, page);
  const { pool, notifications } = persistence;
  const forget = (eventNumber: number): Promise<void> => registry.forget(eventNumber);
  const removal = new OrganizationRemoval({ pool, notifications, forget, log });
  const sealer = new Sealer(options.secretKey);
  const world = { settings, persistence, registry, clock, sessionIds, log };
  const routes = makeRoutes({ ...world, workers, sealer, removal, encodeSeats, cloner });
  let isDeclaredReady = false;
  const ops = makeOperations({
    document: encodeOpenApi(routes, version),
    registry: metrics.registry,
    meter: metrics,
    whyNotReady: async () =>
      isDeclaredReady ? findObstacle(persistence.pool) : 'The service is starting or stopping.',
  });
  const server = makeServer(createApp({ routes, keys: persistence.keys, meter: metrics, log, ops }).callback());
  await registry.start();
  await removal.resume();
  cloner.start();
  return {
    persistence,
    registry,
    routes,
    open: () => listen(server, settings.PORT),
    declareReady: () => {
      isDeclaredReady = true;
    },
    close: async () => {
      isDeclaredReady = false;
      if (server.listening) await drain(server, drainGraceMs);
      await removal.close();
      await registry.close();
      deadlines.close();
      await cloner.close(() => workers.close());
      await persistence.close();
    },
  };
}

function makeCloner(options: ServiceOptions, { pool }: Persistence, workers: WorkerPool): SchemaCloner {
  return new SchemaCloner({
    countOpen: () => countOpenClones(pool),
    copyQueued: () => workers.cloneSchemas(options.connectionString),
    log: options.log,
  });
}

function watchLevels(metrics: Metrics, registry: Registry, deadlines: DeadlineQueue): void {
  metrics.watch('usher_mailbox_depth', 'Commands waiting in all mailboxes', () => registry.mailboxDepth);
  metrics.watch('usher_live_events', 'Events in memory', () => registry.liveEvents);
  metrics.watch('usher_deadlines', 'Sessions and locks that can run out', () => deadlines.count);
}
