/**
 * Which node should have which shard, by consistent hashing: nodes with the same view compute the same owners, and when
 * a node joins or leaves, only its own shards move. The ring equals that of nginx's `hash … consistent`, so a front
 * (load balancer) that hashes the shard's name reaches the owner without another hop.
 */
import { crc32 } from 'node:zlib';
import { shardCount } from '#actors/shard.ts';
import type { NodeCard } from './ports.ts';

/** As in nginx, for a server of weight 1. */
const pointsPerNode = 160;

interface Point {
  readonly hash: number;
  /** Index of the node that the point belongs to. */
  readonly at: number;
}

/** Owners by list of names, cached: nodes that leave often come back. */
const knownRings = new Map<string, Uint16Array>();
const knownRingsMax = 64;

/** The hash of each shard's name: two hexadecimal digits, as in a session id. */
const shardHashes = Array.from({ length: shardCount }, (_, shard) => crc32(shard.toString(16).padStart(2, '0')));

/**
 * The node that should own each shard; null everywhere when there are no nodes. First the machine is chosen, then one of
 * its worker processes: a front knows machines only.
 */
export function preferredNodes(nodes: Iterable<NodeCard>): readonly (NodeCard | null)[] {
  const byAddress = new Map<string, NodeCard>();
  for (const node of [...nodes].sort((a, b) => (a.id < b.id ? 1 : -1))) {
    // A restarted node may still be known by its old card too. Both have the same points; the greater id wins.
    const address = addressOf(node);
    if (!byAddress.has(address)) byAddress.set(address, node);
  }
  const machines = Map.groupBy(byAddress.keys(), machineOf);
  const ofMachine = ringOf([...machines.keys()]);
  const rings = [...machines.values()].map((addresses) => ({ addresses, owners: ringOf(addresses) }));
  return shardHashes.map((_, shard) => {
    const machine = rings[ofMachine[shard] as number];
    return byAddress.get(machine?.addresses[machine.owners[shard] as number] ?? '') ?? null;
  });
}

/** The index of the name that owns each shard, cached. */
function ringOf(names: readonly string[]): Uint16Array {
  const key = names.join(' ');
  const owners = knownRings.get(key) ?? ownersOf(names);
  if (knownRings.size >= knownRingsMax) knownRings.clear();
  knownRings.set(key, owners);
  return owners;
}

/** The index of the address that owns each shard. */
function ownersOf(addresses: readonly string[]): Uint16Array {
  const ring = addresses.flatMap(pointsOf).sort((a, b) => a.hash - b.hash || a.at - b.at);
  return Uint16Array.from(shardHashes, (hash) => (ring[placeOf(ring, hash)] ?? ring[0])?.at ?? 0);
}

/** The address without the number of the worker. */
function machineOf(address: string): string {
  return address.split('/', 1)[0] as string;
}

function addressOf({ front, host, port }: NodeCard): string {
  return front ?? `${host}:${port}`;
}

/** Index of the first point at or after the hash. */
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

/** crc32(HOST 0 PORT PREVIOUS), where PREVIOUS is the previous point as four bytes, little-endian; 0 at first. */
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
