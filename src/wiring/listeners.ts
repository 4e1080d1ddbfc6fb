/**
 * The listeners of a node: the public one with the application, and the one for operators. A worker process has only the
 * public one, on the port of all workers: its parent collects metrics and health. Owns the order in which they close.
 */
import type { Clock, Log } from '#actors/ports.ts';
import type { Tracer } from '#actors/tracer.ts';
import type { ClusterConnections } from '#cluster/connections.ts';
import { monotonicClock } from '#cluster/monotonic-clock.ts';
import type { Router } from '#cluster/router.ts';
import { eventFinder } from '#http/called-event.ts';
import { peerAddressOf } from '#http/limits/client-address.ts';
import { LargeBodies } from '#http/limits/large-bodies.ts';
import { RequestLimits } from '#http/limits/request-limits.ts';
import { SharedUsage } from '#http/limits/shared-usage.ts';
import { encodeOpenApi } from '#http/openapi/document.ts';
import type { Health } from '#http/ops/health.ts';
import { makeOperationsServer } from '#http/ops/listener.ts';
import type { Metrics } from '#http/ops/metrics.ts';
import { makePublicPages } from '#http/ops/pages.ts';
import type { FindDemo, ShownEvent } from '#http/pages/home-page.ts';
import type { OpenEvents } from '#http/pages/open-events.ts';
import { PageFiles } from '#http/pages/page-files.ts';
import { type AppOptions, createApp } from '#http/pipeline/app.ts';
import { CallLog } from '#http/pipeline/call-log.ts';
import { CallSpans } from '#http/pipeline/call-spans.ts';
import type { Route } from '#http/pipeline/route.ts';
import { connectionsMaxDefault, type GracefulServer } from '#http/server/graceful-server.ts';
import { listen, makeServer } from '#http/server/server.ts';
import type { SessionIdMint } from '#http/sessions/session-ids.ts';
import type { Boards } from '#live/boards.ts';
import { AuditEntries } from '#storage/catalog/audit-entries.ts';
import { CallRecords } from '#storage/catalog/call-records.ts';
import type { Fitness } from '#storage/database/fitness.ts';
import { Readiness } from '#storage/database/readiness.ts';
import type { Sealer } from '#storage/database/sealed.ts';
import { release } from '#storage/upgrade/build.ts';
import type { BookingNode } from './booking-node.ts';
import { hasOnlySiblings } from './cluster.ts';
import type { Persistence } from './persistence.ts';
import type { Settings } from './settings.ts';
import type { WorkerPlace } from './worker-place.ts';

const bytesPerMb = 1024 * 1024;
const drainGraceMs = 10_000;
/** Idle timeout of kept-alive connections during shutdown. */
const idleMs = 100;
/** Longer when other nodes keep serving: a client that pauses briefly must not lose its connection. */
const idleMsAmongPeers = 2_000;
/** Short: a node whose request is cut off retries it at another node. */
const internalGraceMs = 500;

/** Where the service listens. */
export interface Ports {
  /** For clients. */
  readonly port: number;
  /** For operators: metrics and health; 0 in a worker process, whose parent has that port. */
  readonly operationsPort: number;
}

export interface ListenerOptions {
  readonly settings: Settings;
  /** Absent: this process is the whole service. */
  readonly worker?: WorkerPlace;
  readonly clock?: Clock;
  /** Writes the OpenAPI document when it is first needed. */
  readonly isLazy?: boolean;
  /** Makes the pages at each request anew, for a developer who changes their sources. */
  readonly isWatching?: boolean;
  /** Of several services in one process, which make each page once. Absent: its own. */
  readonly pageFiles?: PageFiles;
  /** The id of the demo event; null: there is no demo. Absent: there never is. */
  readonly demoEvent?: () => Promise<string | null>;
  /** Adds middleware of the operator to the Koa application of the public port. */
  readonly extend?: AppOptions['extend'];
  readonly log: Log;
}

export interface Answering {
  readonly routes: readonly Route[];
  readonly persistence: Persistence;
  readonly sealer: Sealer;
  readonly metrics: Metrics;
  readonly fitness: Pick<Fitness, 'reason'>;
  readonly connections: Pick<ClusterConnections, 'whyNotReady'>;
  readonly router: Pick<Router, 'ownerOf'>;
  readonly sessionIds: SessionIdMint;
  readonly tracer: Tracer | undefined;
  readonly openEvents: OpenEvents;
}

export interface Listeners extends Health {
  /** For clients. */
  readonly server: GracefulServer;
  /** To be closed once the server is drained. */
  readonly records: CallRecords;
  declareReady(isNow: boolean): void;
  open(): Promise<Ports>;
  /** Ends the operator listener. */
  close(): Promise<void>;
}

export function makeListeners(options: ListenerOptions, answering: Answering): Listeners {
  const { routes, persistence, sealer, metrics, openEvents } = answering;
  const { settings, worker, log, extend } = options;
  const { pool, keys, frameOrigins } = persistence;
  let isReady = false;
  const health = healthOf(answering, () => isReady);
  const operations =
    worker === undefined ? makeOperationsServer({ metricsText: () => metrics.text(), ...health, log }) : null;
  const files = options.pageFiles ?? new PageFiles(undefined, options.isWatching);
  const ops = makePublicPages({
    document: documentOf(routes, options),
    meter: metrics,
    ...health,
    pages: {
      files,
      frameOrigins: (publicKey) => frameOrigins.of(publicKey),
      pictures: (eventId) => picturesOf(persistence, eventId),
      openEvents,
    },
    findDemo: demoFinder(options, persistence),
  });
  const limits = limitsOf(options, metrics);
  const records = new CallRecords({ pool, sealer, log });
  records.start();
  const largeBodies = largeBodiesOf(settings);
  const followed = followersOf(options, answering);
  const eventNumberOf = (sessionId: string): number | null => answering.sessionIds.eventNumberOf(sessionId);
  const called = { routes, keys, limits, largeBodies, records, audit: new AuditEntries(pool), eventNumberOf };
  const app = createApp({ ...called, meter: metrics, log, ...followed, ops, extend });
  // Viewers must not take the connections of buyers.
  const server = makeServer(app, {
    connectionsMax: connectionsMaxDefault + settings.STREAM_VIEWERS_MAX,
    perAddress: {
      max: settings.CONNECTIONS_PER_ADDRESS_MAX,
      addressOf: (socket) => peerAddressOf(socket, settings.TRUST_PROXY),
    },
    incompleteBytesMax: settings.INCOMPLETE_REQUESTS_MB * bytesPerMb,
  });
  return {
    server,
    records,
    ...health,
    declareReady: (isNow: boolean): void => {
      isReady = isNow;
    },
    open: async (): Promise<Ports> => {
      const { OPERATIONS_PORT, OPERATIONS_HOST, PORT } = settings;
      const operationsPort = operations === null ? 0 : await listen(operations, OPERATIONS_PORT, OPERATIONS_HOST);
      const port = await listen(server, worker?.port ?? PORT, undefined, worker !== undefined);
      if (options.isLazy !== true)
        files.makeAll().catch((error) => log.error({ err: error }, 'the pages cannot be made'));
      return { port, operationsPort };
    },
    close: async (): Promise<void> => {
      if (operations?.listening) await operations.drain({ idleMs, graceMs: internalGraceMs });
    },
  };
}

function healthOf({ persistence, fitness, connections }: Answering, isReady: () => boolean): Health {
  const { pool, journal, standby } = persistence;
  const readiness = new Readiness(pool, journal);
  return {
    whyNotReady: async () => {
      if (fitness.reason !== null) return fitness.reason;
      if (!isReady()) return 'The service is starting or stopping.';
      return connections.whyNotReady() ?? readiness.obstacle();
    },
    clusterVersion: async () => persistence.clusterVersion.current,
    warning: async () => standby.warning,
  };
}

function largeBodiesOf(settings: Settings): LargeBodies {
  return new LargeBodies({
    processBytes: settings.LARGE_BODIES_MB * bytesPerMb,
    organizationBytes: settings.LARGE_BODIES_PER_ORGANIZATION_MB * bytesPerMb,
  });
}

/** The demo event as long as it exists. A page without its link is better than no page, so it tells no error. */
function demoFinder({ demoEvent = async () => null, log }: ListenerOptions, { events }: Persistence): FindDemo {
  const find = async (): Promise<ShownEvent | null> => {
    const id = await demoEvent();
    const event = id === null ? null : await events.find(id);
    return event === null || event.isArchived ? null : { id: event.eventId, publicKey: event.publicKey };
  };
  return () =>
    find().catch((error: unknown) => {
      log.debug({ err: error }, 'the demo event was not found');
      return null;
    });
}

/** The log and the spans of calls: both name the event. */
function followersOf(
  { settings, log }: ListenerOptions,
  { persistence, router, sessionIds, tracer }: Answering,
): Pick<AppOptions, 'callLog' | 'spans'> {
  const withRefusals = settings.LOG_LEVEL === 'debug' || settings.LOG_LEVEL === 'trace';
  const eventOf = eventFinder({ sessionIds, router, events: persistence.events });
  const callLog = new CallLog({ log, now: () => performance.now(), withRefusals, eventOf });
  return tracer === undefined ? { callLog } : { callLog, spans: new CallSpans(tracer, eventOf) };
}

/** The OpenAPI document, encoded once. Takes half a second: at the start, where it delays no request, unless the service is lazy. */
function documentOf(routes: readonly Route[], { isLazy = false }: ListenerOptions): () => Buffer {
  // A Buffer is shared by all answers; of a string every answer would carry a copy.
  const encode = () => Buffer.from(encodeOpenApi(routes, release));
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
 * drains the client connections. Workers that all end together keep their events until the last connection is drained:
 * they would hand them to each other.
 */
export async function depart(server: GracefulServer, { node, live, persistence }: Departing): Promise<void> {
  const { membership, self } = node;
  server.announceEnd();
  persistence.feedReaders.close();
  await live.drain();
  const hasSuccessors = !hasOnlySiblings(self, membership.peers);
  if (hasSuccessors || membership.peers.length === 0) await node.leave();
  const limits = { idleMs: hasSuccessors ? idleMsAmongPeers : idleMs, graceMs: drainGraceMs };
  if (server.listening) await server.drain(limits);
}

function limitsOf({ settings, worker, clock = monotonicClock, log }: ListenerOptions, meter: Metrics): RequestLimits {
  const quotas = {
    sessions: settings.SESSIONS_PER_ADDRESS_PER_MINUTE,
    calls: settings.CALLS_PER_SESSION_PER_SECOND,
    logins: settings.LOGINS_PER_ADDRESS_PER_MINUTE,
  };
  const usage = worker === undefined ? {} : { usage: new SharedUsage(worker.usage) };
  const { TRUST_PROXY: proxies, UNKNOWN_PROXY_ADDRESSES: unknownProxyAddresses } = settings;
  return new RequestLimits({ quotas, proxies, unknownProxyAddresses, now: () => clock.now(), ...usage, meter, log });
}

/** Those that the buyer's page of an event shows. */
async function picturesOf({ faces, brands }: Persistence, eventId: string): Promise<readonly string[]> {
  const face = await faces.of(eventId);
  const brand = face === null ? null : await brands.of(face.publicKey);
  return [face?.imageUrl, brand?.logoUrl].filter((url) => url != null);
}
