/** The table by ordinals and the paged map compared with a map: the same entries in order, after random changes. */
import fc from 'fast-check';
import { OrdinalTable } from '#collections/ordinal-table.ts';
import { PagedMap } from '#collections/paged-map.ts';

/** Close together, at the edges of pages and far apart. */
const ordinal = fc.oneof(fc.nat(20), fc.integer({ min: 250, max: 260 }), fc.nat(100_000));

describe('the table by ordinals', () => {
  test('behaves like a sorted map', () => {
    const action = fc.oneof(
      { weight: 3, arbitrary: fc.record({ put: ordinal }) },
      { weight: 2, arbitrary: fc.record({ drop: ordinal }) },
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const table = new OrdinalTable<string>();
        const naive = new Map<number, string>();
        for (const [order, one] of actions.entries()) {
          const at = 'put' in one ? one.put : one.drop;
          if ('put' in one) table.set(at, `${order}`);
          else table.delete(at);
          if ('put' in one) naive.set(at, `${order}`);
          else naive.delete(at);
          expect([table.get(at), table.size]).toEqual([naive.get(at), naive.size]);
        }
        const sorted = [...naive].sort(([a], [b]) => a - b);
        expect([...table.keys()]).toEqual(sorted.map(([at]) => at));
        expect([...table.values()]).toEqual(sorted.map(([, entry]) => entry));
      }),
    );
  });

  test('keeps falsy entries', () => {
    const table = new OrdinalTable<number>();
    table.set(3, 0);
    expect([table.get(3), table.size, [...table.values()]]).toEqual([0, 1, [0]]);
  });

  test('is empty when it has been cleared, and can be filled again', () => {
    const table = new OrdinalTable<string>();
    for (const at of [1, 300, 5_000]) table.set(at, 'before');
    table.clear();
    expect([table.size, table.get(300), [...table.keys()]]).toEqual([0, undefined, []]);
    table.set(300, 'after');
    expect([table.size, table.get(300)]).toEqual([1, 'after']);
  });
});

test('a paged map behaves like a map', () => {
  const key = fc.nat(12);
  const action = fc.oneof(
    { weight: 3, arbitrary: fc.record({ put: key }) },
    { weight: 2, arbitrary: fc.record({ drop: key }) },
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      const paged = new PagedMap<number, string>(3);
      const naive = new Map<number, string>();
      for (const [order, one] of actions.entries()) {
        const at = 'put' in one ? one.put : one.drop;
        for (const map of [paged, naive]) {
          if ('put' in one) map.set(at, `${order}`);
          else map.delete(at);
        }
        expect([paged.get(at), paged.has(at), paged.size]).toEqual([naive.get(at), naive.has(at), naive.size]);
      }
      expect([...paged]).toEqual([...naive]);
    }),
  );
});
