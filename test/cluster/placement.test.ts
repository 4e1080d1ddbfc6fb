/** Where shards belong: evenly spread, seen alike by all, and moved as little as possible. */
import { expect, test } from '@jest/globals';
import { shardCount } from '#actors/shard.ts';
import { preferredOwners } from '#cluster/placement.ts';
import type { NodeCard } from '#cluster/ports.ts';

const nodes: readonly NodeCard[] = Array.from({ length: 5 }, (_, place) => ({
  id: `6f1c${place}a40-11d2-4b${place}e-9a55-0c7e5f2b90${place}1`,
  host: 'host',
  port: 7000 + place,
}));
const owners = (among: readonly NodeCard[]) => preferredOwners(among).map((node) => node?.id);

test('every node gets about the same share', () => {
  const shares = nodes.map(({ id }) => owners(nodes).filter((owner) => owner === id).length);
  expect(Math.min(...shares)).toBeGreaterThan(shardCount / nodes.length / 2);
  expect(Math.max(...shares)).toBeLessThan((shardCount / nodes.length) * 2);
});

test('in whatever order the nodes are listed, everybody comes to the same owners', () => {
  expect(owners([...nodes].reverse())).toEqual(owners(nodes));
});

test('when a node goes, only its shards move', () => {
  const [gone, ...staying] = nodes as [NodeCard, ...NodeCard[]];
  const [before, after] = [owners(nodes), owners(staying)];
  for (const [shard, owner] of before.entries()) if (owner !== gone.id) expect(after[shard]).toBe(owner);
});

test('without nodes nobody is preferred', () => {
  expect(preferredOwners([])).toEqual(Array(shardCount).fill(null));
});

test('the owners of the first 64 shards are those that an nginx picked', () => {
  const picked = '1210101110000202000210021222201211011121010020020200120100120002';
  const behind = [18_081, 18_082, 18_083].map((port) => ({
    id: `${port}`,
    host: 'inside',
    port: 1,
    front: `127.0.0.1:${port}`,
  }));
  const places = preferredOwners(behind).map((owner) => behind.findIndex(({ id }) => id === owner?.id));
  expect(places.slice(0, 64).join('')).toBe(picked);
});
