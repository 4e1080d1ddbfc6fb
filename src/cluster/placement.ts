/**
 * Which node should have which shard, worked out alike by everybody who sees the same nodes: when a node comes or goes,
 * only the shards move that it gains or gives up. It is the ring of nginx's `hash … consistent`, so that a front which
 * hashes the shard's name reaches the owner without another hop.
 */
import { crc32 } from 'node:zlib';
import { shardCount } from '#actors/shard.ts';
import type { NodeCard } from './ports.ts';

/** nginx's, for a server of weight 1. */
const pointsPerNode = 160;

interface Point {
  readonly hash: number;
  readonly node: NodeCard;
}

/** Of each shard's name: two hexadecimal digits, as they show in a session's id. */
const shardHashes = Array.from({ length: shardCount }, (_, shard) => crc32(shard.toString(16).padStart(2, '0')));

/** The node that should own each shard; null everywhere when there are no nodes. */
export function preferredOwners(nodes: Iterable<NodeCard>): readonly (NodeCard | null)[] {
  const ring = [...nodes].flatMap(pointsOf).sort((a, b) => a.hash - b.hash || (a.node.id < b.node.id ? 1 : -1));
  return shardHashes.map((hash) => (ring[placeOf(ring, hash)] ?? ring[0])?.node ?? null);
}

/** Of the first point at or after the hash. */
function placeOf(ring: readonly Point[], hash: number): number {
  let low = 0;
  let high = ring.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ring[middle] as Point).hash < hash) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** crc32(HOST 0 PORT PREVIOUS), where PREVIOUS is the point before in four bytes, the lowest first. */
function pointsOf(node: NodeCard): Point[] {
  const address = node.front ?? `${node.host}:${node.port}`;
  const colon = address.lastIndexOf(':');
  const base = crc32(`${address.slice(0, colon)}\0${address.slice(colon + 1)}`);
  const previous = Buffer.alloc(4);
  return Array.from({ length: pointsPerNode }, () => {
    const hash = crc32(previous, base);
    previous.writeUInt32LE(hash);
    return { hash, node };
  });
}
