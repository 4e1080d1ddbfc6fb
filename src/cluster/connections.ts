/**
 * The connections of one node to the services that its cluster shares: leases and the node registry on Redis or at the
 * parent of worker processes, and the other nodes. A node without a cluster gets local ones. Builds and closes them;
 * decides nothing.
 */
import type { Log } from '#actors/ports.ts';
import { localLease, localNodeRegistry, noPeer } from './alone.ts';
import { AuthorityLease, type AuthorityLink } from './authority-lease.ts';
import type { ClusterKeys } from './cluster-keys.ts';
import type { DeploymentKeys } from './deployment-keys.ts';
import { monotonicClock } from './monotonic-clock.ts';
import { PeerLinks } from './peer-links.ts';
import type { Lease, NodeCard, NodeRegistry, Peer } from './ports.ts';
import { RedisLease } from './redis-lease.ts';
import { RedisNodeRegistry } from './redis-node-registry.ts';
import { RedisServers } from './redis-servers.ts';

export interface ClusterConnections {
  readonly lease: Lease;
  readonly nodes: NodeRegistry;
  readonly peer: Peer;
  /** 1 for each Redis server whose last command was answered, otherwise 0. */
  redisUp(): Readonly<Record<string, number>>;
  /** How many nodes of the deployment have another cluster secret. */
  otherSecretCount(): number;
  /** Why this node must not get requests, for an operator; or null. */
  whyNotReady(): string | null;
  /** Resolves when the lease servers are connected, or after 1 s. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

export interface ConnectionOptions {
  readonly self: NodeCard;
  readonly deployment: DeploymentKeys;
  readonly redisUrls: readonly string[];
  readonly keys: ClusterKeys;
  readonly leaseMs: number;
  readonly log: Log;
}

const withoutRedis = { redisUp: () => ({}), otherSecretCount: () => 0, whyNotReady: () => null } as const;

/** The connections of a node without a cluster. */
export const loneConnections: ClusterConnections = {
  lease: localLease,
  nodes: localNodeRegistry,
  peer: noPeer,
  ...withoutRedis,
  ready: async () => {},
  close: async () => {},
};

export interface WorkerConnectionOptions extends Omit<ConnectionOptions, 'deployment' | 'redisUrls'> {
  readonly link: AuthorityLink;
}

/** The connections of a worker process, whose leases come from its parent. */
export function connectWorker({ self, link, keys, leaseMs, log }: WorkerConnectionOptions): ClusterConnections {
  const { now } = monotonicClock;
  const lease = new AuthorityLease({ link, self, now, leaseMs });
  const peer = new PeerLinks({ keys, now, log });
  return { lease, nodes: lease, peer, ...withoutRedis, ready: async () => {}, close: () => peer.close() };
}

export function connectCluster({ self, redisUrls: urls, ...options }: ConnectionOptions): ClusterConnections {
  const { now } = monotonicClock;
  const { keys, log } = options;
  const servers = new RedisServers({ ...options, urls, now });
  const nodes = new RedisNodeRegistry(servers, now);
  const peer = new PeerLinks({ keys, now, log });
  return {
    lease: new RedisLease(servers, self, now),
    nodes,
    peer,
    redisUp: () => servers.up,
    otherSecretCount: () => nodes.otherSecretCount,
    whyNotReady: () => nodes.whyNotReady(),
    ready: () => servers.ready(),
    close: async () => {
      await peer.close();
      servers.close();
    },
  };
}
