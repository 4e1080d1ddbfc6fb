/**
 * The listeners of a node: the public one with the application, and the one for operators. A worker process has only the
 * public one, on the port of all workers: its parent collects metrics and health. Owns the order in which they close.
 */
import type { Clock, Log } from '#actors/ports.ts';
import { monotonicClock } from '#cluster/monotonic-clock.ts';
import { RequestLimits } from '#http/limits/request-limits.ts';
import { SharedUsage } from '#http/limits/shared-usage.ts';
import { encodeOpenApi } from '#http/openapi/document.ts';
import { makeOperationsServer } from '#http/ops/listener.ts';
import type { Metrics } from '#http/ops/metrics.ts';
import { makePublicPages } from '#http/ops/pages.ts';
import { PageFiles } from '#http/pages/page-files.ts';
import { createApp } from '#http/pipeline/app.ts';
import type { Route } from '#http/pipeline/route.ts';
import type { GracefulServer } from '#http/server/graceful-server.ts';
import { connectionsMaxDefault, listen, makeServer } from '#http/server/server.ts';
import type { Boards } from '#live/boards.ts';
import { CallRecords } from '#storage/catalog/call-records.ts';
import { FrameOrigins } from '#storage/catalog/frame-origins.ts';
import { Readiness } from '#storage/database/readiness.ts';
import type { Sealer } from '#storage/database/sealed.ts';
import type { BookingNode } from './booking-node.ts';
import { hasOnlySiblings } from './cluster.ts';
import type { Persistence } from './persistence.ts';
import type { Settings } from './settings.ts';
import { version } from './version.ts';
import type { WorkerPlace } from './worker-place.ts';

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
  readonly log: Log;
}

export interface Answering {
  readonly routes: readonly Route[];
  readonly persistence: Persistence;
  readonly sealer: Sealer;
  readonly metrics: Metrics;
}

export interface Listeners {
  /** For clients. */
  readonly server: GracefulServer;
  /** To be closed once the server is drained. */
  readonly records: CallRecords;
  readonly whyNotReady: () => Promise<string | null>;
  declareReady(isNow: boolean): void;
  open(): Promise<Ports>;
  /** Ends the operator listener. */
  close(): Promise<void>;
}

export function makeListeners(options: ListenerOptions, answering: Answering): Listeners {
  const { routes, persistence, sealer, metrics } = answering;
  const { settings, worker, log } = options;
  const { pool, journal, keys } = persistence;
  let isReady = false;
  const readiness = new Readiness(pool, journal);
  const whyNotReady = async (): Promise<string | null> =>
    isReady ? readiness.obstacle() : 'The service is starting or stopping.';
  const operations =
    worker === undefined ? makeOperationsServer({ metricsText: () => metrics.text(), whyNotReady, log }) : null;
  const frames = new FrameOrigins(pool, persistence.notifications);
  const ops = makePublicPages({
    document: documentOf(routes, options),
    meter: metrics,
    whyNotReady,
    pages: { files: new PageFiles(), frameOrigins: (publicKey) => frames.of(publicKey) },
  });
  const limits = limitsOf(options, metrics);
  const records = new CallRecords({ pool, sealer, log });
  records.start();
  const app = createApp({ routes, keys, limits, records, meter: metrics, log, ops });
  // Viewers must not take the connections of buyers.
  const server = makeServer(app, { connectionsMax: connectionsMaxDefault + settings.STREAM_VIEWERS_MAX });
  return {
    server,
    records,
    whyNotReady,
    declareReady: (isNow: boolean): void => {
      isReady = isNow;
    },
    open: async (): Promise<Ports> => {
      const { OPERATIONS_PORT, OPERATIONS_HOST, PORT } = settings;
      const operationsPort = operations === null ? 0 : await listen(operations, OPERATIONS_PORT, OPERATIONS_HOST);
      const port = await listen(server, worker?.port ?? PORT, undefined, worker !== undefined);
      return { port, operationsPort };
    },
    close: async (): Promise<void> => {
      if (operations?.listening) await operations.drain({ idleMs, graceMs: internalGraceMs });
    },
  };
}

/** The OpenAPI document, encoded once. Takes 0.1 s: at the start, where it delays no request, unless the service is lazy. */
function documentOf(routes: readonly Route[], { isLazy = false }: ListenerOptions): () => Buffer {
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
  return new RequestLimits({ quotas, proxies: settings.TRUST_PROXY, now: () => clock.now(), ...usage, meter, log });
}
