/**
 * Opens what a node needs to be one of a cluster: its identity, the listener for the other nodes, and the connections
 * to them and to Redis. Without REDIS_URL the node is alone and gets local stand-ins of the same shape.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { mailboxAgeMaxMs } from '#actors/mailbox.ts';
import type { Log } from '#actors/ports.ts';
import { ClusterKeys } from '#cluster/cluster-keys.ts';
import { type ClusterConnections, connectCluster, loneConnections } from '#cluster/connections.ts';
import { monotonicClock } from '#cluster/monotonic-clock.ts';
import type { ClusterMeter, ClusterWorld } from '#cluster/ports.ts';
import { StoreWatch } from '#cluster/store-watch.ts';
import { answerNodes, makeInternalServer } from '#http/internal/listener.ts';
import { listen } from '#http/server/server.ts';
import type { BookingNode } from './booking-node.ts';
import { internalHostOf } from './internal-host.ts';
import type { Settings } from './settings.ts';

/** After a stall of this length another node may have answered in this one's place. */
const stallMsAmongPeers = 1_000;
/** No other node can replace a lone node, so only stalls longer than a command may wait in a mailbox count. */
const stallMsAlone = mailboxAgeMaxMs;
/** The end of the other nodes' connections. Short: a node whose request is cut off retries it at another node. */
const drainLimits = { idleMs: 100, graceMs: 500 };

export interface ClusterOptions {
  readonly settings: Settings;
  readonly meter: ClusterMeter;
  readonly log: Log;
  /** Resolves when the database has answered. */
  readonly askStore: () => Promise<unknown>;
}

export interface Cluster {
  readonly world: ClusterWorld;
  readonly connections: Pick<ClusterConnections, 'lease' | 'nodes' | 'peer'>;
  /** A pause of the process that is longer counts as a stall. */
  readonly stallMs: number;
  /** Lets the other nodes ask this one. Call it in the turn in which the cluster has been opened. */
  answerWith(node: BookingNode): void;
  /** Resolves when the lease servers are connected, or after 1 s. */
  ready(): Promise<void>;
  /** Ends all connections and the listener; the node must have been closed before. */
  close(): Promise<void>;
}

export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { REDIS_URL: redisUrls, CLUSTER_SECRET: secret } = options.settings;
  return redisUrls === undefined || secret === undefined
    ? aloneWith(options)
    : openAmongPeers(options, redisUrls, new ClusterKeys(secret));
}

function aloneWith(options: ClusterOptions): Cluster {
  const { ready, close } = loneConnections;
  return {
    world: { ...worldOf(options), self: { id: randomUUID(), host: hostname(), port: 0 } },
    connections: loneConnections,
    stallMs: stallMsAlone,
    answerWith: () => {},
    ready,
    close,
  };
}

/** The listener is opened first: its bound port is part of the card that other nodes see. */
async function openAmongPeers(
  options: ClusterOptions,
  redisUrls: readonly string[],
  keys: ClusterKeys,
): Promise<Cluster> {
  const { settings, log, askStore } = options;
  const { PORT: frontPort, LEASE_MS: leaseMs } = settings;
  const { now } = monotonicClock;
  const host = settings.ADVERTISE_HOST ?? hostname();
  const server = makeInternalServer();
  const port = await listen(server, settings.INTERNAL_PORT, await internalHostOf(host, settings.INTERNAL_HOST));
  const self = { id: randomUUID(), host, port, ...(frontPort === 0 ? {} : { front: `${host}:${frontPort}` }) };
  const connections = connectCluster({ self, redisUrls, keys, leaseMs, log });
  const store = new StoreWatch({ time: monotonicClock, leaseMs, ask: askStore });
  return {
    world: { ...worldOf(options), self, store },
    connections,
    stallMs: stallMsAmongPeers,
    answerWith: (node) =>
      answerNodes(server, {
        node: self.id,
        keys,
        now,
        serve: (envelope) => node.router.serve(envelope),
        hear: (notice) => node.hear(notice),
        isCutOff: () => store.isCutOff,
      }),
    ready: async () => {
      await connections.ready();
      store.start();
    },
    close: async () => {
      store.stop();
      await connections.close();
      await server.drain(drainLimits);
    },
  };
}

function worldOf({ settings, meter, log }: ClusterOptions): Omit<ClusterWorld, 'self'> {
  return { time: monotonicClock, random: Math.random, leaseMs: settings.LEASE_MS, meter, log };
}
