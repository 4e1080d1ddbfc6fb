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
  /** Which of the nodes it is a point of. */
  readonly at: number;
}

/** The nodes that had each shard when these addresses were last looked at: those that go come back. */
const knownRings = new Map<string, Uint16Array>();
const knownRingsMax = 64;

/** Of each shard's name: two hexadecimal digits, as they show in a session's id. */
const shardHashes = Array.from({ length: shardCount }, (_, shard) => crc32(shard.toString(16).padStart(2, '0')));

/** The node that should own each shard; null everywhere when there are no nodes. */
export function preferredOwners(nodes: Iterable<NodeCard>): readonly (NodeCard | null)[] {
  const byAddress = new Map<string, NodeCard>();
  for (const node of [...nodes].sort((a, b) => (a.id < b.id ? 1 : -1))) {
    // A node that started again may still be known by its old card: both have the same points, and the first one wins.
    const address = addressOf(node);
    if (!byAddress.has(address)) byAddress.set(address, node);
  }
  const inOrder = [...byAddress.values()];
  const addresses = [...byAddress.keys()];
  const name = addresses.join(' ');
  const owners = knownRings.get(name) ?? ownersOf(addresses);
  if (knownRings.size === knownRingsMax) knownRings.clear();
  knownRings.set(name, owners);
  return shardHashes.map((_, shard) => inOrder[owners[shard] as number] ?? null);
}

/** Which of the addresses has each shard. */
function ownersOf(addresses: readonly string[]): Uint16Array {
  const ring = addresses.flatMap(pointsOf).sort((a, b) => a.hash - b.hash || a.at - b.at);
  return Uint16Array.from(shardHashes, (hash) => (ring[placeOf(ring, hash)] ?? ring[0])?.at ?? 0);
}

function addressOf({ front, host, port }: NodeCard): string {
  return front ?? `${host}:${port}`;
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
function pointsOf(address: string, at: number): Point[] {
  const colon = address.lastIndexOf(':');
  const base = crc32(`${address.slice(0, colon)}\0${address.slice(colon + 1)}`);
  const previous = Buffer.alloc(4);
  return Array.from({ length: pointsPerNode }, () => {
    const hash = crc32(previous, base);
    previous.writeUInt32LE(hash);
    return { hash, at };
  });
}
