/**
 * Opens what a node needs to be one of a cluster: its identity, the listener for the other nodes, and the connections
 * to them and to the lease service: Redis, or the parent of worker processes. Otherwise the node is alone and gets local
 * stand-ins of the same shape.
 */

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { mailboxAgeMaxMs } from '#actors/mailbox.ts';
import type { Log } from '#actors/ports.ts';
import type { Tracer } from '#actors/tracer.ts';
import { ClusterKeys } from '#cluster/cluster-keys.ts';
import { type ClusterConnections, connectWorker, loneConnections } from '#cluster/connections.ts';
import { DeploymentKeys } from '#cluster/deployment-keys.ts';
import { LinkListener } from '#cluster/link/link-listener.ts';
import { monotonicClock } from '#cluster/monotonic-clock.ts';
import type { ClusterMeter, ClusterWorld, NodeCard } from '#cluster/ports.ts';
import { hopsMax } from '#cluster/router.ts';
import { StoreWatch } from '#cluster/store-watch.ts';
import { listen } from '#http/server/server.ts';
import { askDatabase } from '#storage/database/clock.ts';
import type { BookingNode } from './booking-node.ts';
import { advertisedHostOf, internalHostOf } from './internal-host.ts';
import type { Persistence } from './persistence.ts';
import type { Settings } from './settings.ts';
import type { WorkerPlace } from './worker-place.ts';

/** After a stall of this length another node may have answered in this one's place. */
const stallMsAmongPeers = 1_000;
/** No other node can replace a lone node, so only stalls longer than a command may wait in a mailbox count. */
const stallMsAlone = mailboxAgeMaxMs;
/** The end of the other nodes' connections. Short: a node whose request is cut off retries it at another node. */
const drainLimits = { idleMs: 100, graceMs: 500 };
/** Workers without Redis have all their peers on this machine. */
const loopback = '127.0.0.1';

export interface ClusterOptions {
  readonly settings: Settings;
  /** 32 bytes as 64 hex digits. */
  readonly secretKey: string;
  /** Absent: this process is the whole service. */
  readonly worker?: WorkerPlace | undefined;
  readonly meter: ClusterMeter;
  readonly tracer: Tracer | undefined;
  readonly log: Log;
  readonly persistence: Pick<Persistence, 'pool' | 'clusterVersion' | 'mode'>;
}

export interface Cluster {
  readonly world: ClusterWorld;
  readonly connections: Pick<
    ClusterConnections,
    'lease' | 'nodes' | 'peer' | 'redisUp' | 'otherSecretCount' | 'whyNotReady'
  >;
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
  const { settings, worker, log } = options;
  const { REDIS_URL: redisUrls, CLUSTER_SECRET, LEASE_MS: leaseMs } = settings;
  const secret = CLUSTER_SECRET ?? worker?.secret;
  if (secret === undefined) return aloneWith(options);
  const keys = new ClusterKeys(secret, settings.CLUSTER_SECRET_PREVIOUS);
  if (redisUrls !== undefined) {
    const shared = { deployment: new DeploymentKeys(options.secretKey), redisUrls, keys, leaseMs, log };
    const { connectRedis } = await import('#cluster/redis-connections.ts');
    return openAmongPeers(options, keys, (self) => connectRedis({ self, ...shared }));
  }
  if (worker === undefined) return aloneWith(options);
  const local = { ...settings, ADVERTISE_HOST: loopback, INTERNAL_HOST: loopback, INTERNAL_PORT: 0 };
  const { authority: link } = worker;
  return openAmongPeers({ ...options, settings: local }, keys, (self) =>
    connectWorker({ self, link, keys, leaseMs, log }),
  );
}

/** Whether all other nodes are workers of the same service. */
export function hasOnlySiblings(self: NodeCard, peers: readonly NodeCard[]): boolean {
  const machineOf = ({ front = '' }: NodeCard) => front.split('/', 1)[0];
  return peers.every((peer) => peer.front?.includes('/') === true && machineOf(peer) === machineOf(self));
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
  keys: ClusterKeys,
  connect: (self: NodeCard) => ClusterConnections,
): Promise<Cluster> {
  const { settings, worker, persistence, log } = options;
  const { now } = monotonicClock;
  const { LEASE_MS: leaseMs, INTERNAL_PORT: firstPort } = settings;
  const host = advertisedHostOf(settings);
  const listener = new LinkListener(log, now);
  const wanted = firstPort === 0 ? 0 : firstPort + (worker === undefined ? 0 : worker.number - 1);
  const port = await listen(listener.server, wanted, await internalHostOf(settings));
  const front = frontOf(host, settings.PORT, worker);
  const self = { id: randomUUID(), host, port, ...(front === null ? {} : { front }) };
  log.info({ node: self.id, host, port }, 'the id of this node');
  const connections = connect(self);
  const store = new StoreWatch({ time: monotonicClock, leaseMs, ask: () => askDatabase(persistence.pool) });
  return {
    world: { ...worldOf(options), self, store },
    connections,
    stallMs: stallMsAmongPeers,
    answerWith: (node) =>
      listener.answerWith({
        node: self.id,
        keys,
        now,
        hopsMax,
        serve: (envelope) => node.serve(envelope),
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
      await listener.drain(drainLimits);
    },
  };
}

/** The public address; null when a front cannot know the port. Workers have one port and are told apart by number. */
function frontOf(host: string, port: number, worker: WorkerPlace | undefined): string | null {
  if (worker !== undefined) return `${host}:${worker.port}/${worker.number}`;
  return port === 0 ? null : `${host}:${port}`;
}

function worldOf({ settings, persistence, meter, tracer, log }: ClusterOptions): Omit<ClusterWorld, 'self'> {
  const { clusterVersion, mode } = persistence;
  const { LEASE_MS: leaseMs } = settings;
  return { time: monotonicClock, random: Math.random, leaseMs, clusterVersion, mode, meter, tracer, log };
}
