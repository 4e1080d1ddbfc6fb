/**
 * The connections of a node whose cluster has its leases and its node registry on Redis. Builds and closes them; decides
 * nothing. Only a node with Redis loads this, with the client of Redis.
 */
import type { Log } from '#actors/ports.ts';
import type { ClusterKeys } from './cluster-keys.ts';
import type { ClusterConnections } from './connections.ts';
import type { DeploymentKeys } from './deployment-keys.ts';
import { monotonicClock } from './monotonic-clock.ts';
import { PeerLinks } from './peer-links.ts';
import type { NodeCard } from './ports.ts';
import { RedisLease } from './redis-lease.ts';
import { RedisNodeRegistry } from './redis-node-registry.ts';
import { RedisServers } from './redis-servers.ts';

export interface RedisConnectionOptions {
  readonly self: NodeCard;
  readonly deployment: DeploymentKeys;
  readonly redisUrls: readonly string[];
  readonly keys: ClusterKeys;
  readonly leaseMs: number;
  readonly log: Log;
}

export function connectRedis({ self, redisUrls: urls, ...options }: RedisConnectionOptions): ClusterConnections {
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
