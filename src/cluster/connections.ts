/**
 * The connections of one node to the services that its cluster shares: leases and the node registry, and the other nodes. Builds
 * those of a worker process and of a node without a cluster; `redis-connections.ts` builds those on Redis. Decides nothing.
 */
import type { Log } from '#actors/ports.ts';
import { localLease, localNodeRegistry, noPeer } from './alone.ts';
import { AuthorityLease, type AuthorityLink } from './authority-lease.ts';
import type { ClusterKeys } from './cluster-keys.ts';
import { monotonicClock } from './monotonic-clock.ts';
import { PeerLinks } from './peer-links.ts';
import type { Lease, NodeCard, NodeRegistry, Peer } from './ports.ts';

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

export interface WorkerConnectionOptions {
  readonly self: NodeCard;
  readonly link: AuthorityLink;
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

/** The connections of a worker process, whose leases come from its parent. */
export function connectWorker({ self, link, keys, leaseMs, log }: WorkerConnectionOptions): ClusterConnections {
  const { now } = monotonicClock;
  const lease = new AuthorityLease({ link, self, now, leaseMs });
  const peer = new PeerLinks({ keys, now, log });
  return { lease, nodes: lease, peer, ...withoutRedis, ready: async () => {}, close: () => peer.close() };
}
