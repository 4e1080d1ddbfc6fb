/** The preferred owners of shards: evenly spread, the same at all nodes, and changed as little as possible. */
import { shardCount } from '#actors/shard.ts';
import { preferredNodes } from '#cluster/placement.ts';
import type { NodeCard } from '#cluster/ports.ts';

const nodes: readonly NodeCard[] = Array.from({ length: 5 }, (_, place) => ({
  id: `6f1c${place}a40-11d2-4b${place}e-9a55-0c7e5f2b90${place}1`,
  host: 'host',
  port: 7000 + place,
}));
const owners = (among: readonly NodeCard[]) => preferredNodes(among).map((node) => node?.id);

test('every node is the preferred owner of about the same number of shards', () => {
  const shares = nodes.map(({ id }) => owners(nodes).filter((owner) => owner === id).length);
  expect(Math.min(...shares)).toBeGreaterThan(shardCount / nodes.length / 2);
  expect(Math.max(...shares)).toBeLessThan((shardCount / nodes.length) * 2);
});

test('the preferred owners do not depend on the order of the nodes', () => {
  expect(owners([...nodes].reverse())).toEqual(owners(nodes));
});

test('when a node leaves, only its shards get another preferred owner', () => {
  const [gone, ...staying] = nodes as [NodeCard, ...NodeCard[]];
  const [before, after] = [owners(nodes), owners(staying)];
  for (const [shard, owner] of before.entries()) if (owner !== gone.id) expect(after[shard]).toBe(owner);
});

test('without nodes there is no preferred owner', () => {
  expect(preferredNodes([])).toEqual(Array(shardCount).fill(null));
});

test('the preferred owners of the first 64 shards are those that nginx’s consistent hashing picked', () => {
  const picked = '1210101110000202000210021222201211011121010020020200120100120002';
  const behind = [18_081, 18_082, 18_083].map((port) => ({
    id: `${port}`,
    host: 'inside',
    port: 1,
    front: `127.0.0.1:${port}`,
  }));
  const places = preferredNodes(behind).map((owner) => behind.findIndex(({ id }) => id === owner?.id));
  expect(places.slice(0, 64).join('')).toBe(picked);
});

describe('worker processes of one machine', () => {
  const machine = (name: string, workers: number): NodeCard[] =>
    Array.from({ length: workers }, (_, at) => ({
      id: `${name}-${at}`,
      host: name,
      port: 7000 + at,
      front: `${name}:8080/${at + 1}`,
    }));

  test('share the shards of their machine, which are those that a front sends to it', () => {
    const fronts = ['alpha', 'beta', 'gamma'].map((name) => ({ id: name, host: name, port: 1, front: `${name}:8080` }));
    const expected = preferredNodes(fronts).map((node) => node?.host);
    const workers = ['alpha', 'beta', 'gamma'].flatMap((name) => machine(name, 4));
    const picked = preferredNodes(workers);
    expect(picked.map((node) => node?.host)).toEqual(expected);
    for (const { id } of workers) expect(picked.filter((node) => node?.id === id).length).toBeGreaterThan(5);
  });

  test('keep their shards when another worker ends, and get their own back when they are started again', () => {
    const [gone, ...staying] = machine('alpha', 4) as [NodeCard, ...NodeCard[]];
    const [before, after] = [owners([gone, ...staying]), owners(staying)];
    for (const [shard, owner] of before.entries()) if (owner !== gone.id) expect(after[shard]).toBe(owner);
    const again = { ...gone, id: 'started again', port: 9_000 };
    expect(owners([again, ...staying])).toEqual(before.map((id) => (id === gone.id ? again.id : id)));
  });
});
