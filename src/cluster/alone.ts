/**
 * The lease, registry and peer of a node without a cluster: it holds every lease and is the only node on the registry.
 * If two such nodes are started on one database by mistake, they take events over from each other: slow, but correct.
 */
import type { Lease, NodeRegistry, Peer } from './ports.ts';

export const localLease: Lease = {
  acquire: async (shard) => ({
    kind: 'held',
    lease: { shard, value: 'local', validUntil: Number.POSITIVE_INFINITY },
  }),
  renew: async (lease) => ({ kind: 'held', lease }),
  release: async () => {},
  break: async () => {},
};

export const localNodeRegistry: NodeRegistry = {
  heartbeat: async (node) => [{ node, remainingMs: Number.POSITIVE_INFINITY }],
  remove: async () => {},
};

export const noPeer: Peer = {
  ask: async () => ({ kind: 'dead' }),
  tell: async () => {},
  ping: async () => 'dead',
  forget: () => {},
  onLoss: () => {},
};
