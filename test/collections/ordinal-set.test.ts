/** The set of ordinals compared with a plain set: the same members and the same smallest ones after random changes. */
import fc from 'fast-check';
import { OrdinalSet } from '#collections/ordinal-set.ts';

/** Close together, at the edges of words and pages, and far apart. */
const ordinal = fc.oneof(
  fc.nat(20),
  fc.integer({ min: 30, max: 34 }),
  fc.integer({ min: 1020, max: 1030 }),
  fc.nat(100_000),
);

describe('the set of ordinals', () => {
  test('behaves like a sorted set', () => {
    const action = fc.oneof(
      { weight: 3, arbitrary: fc.record({ add: ordinal }) },
      { weight: 2, arbitrary: fc.record({ drop: ordinal }) },
      { weight: 1, arbitrary: fc.record({ dropSmallest: fc.constant(true) }) },
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (actions, count) => {
        const set = new OrdinalSet();
        const naive = new Set<number>();
        for (const one of actions) {
          const [smallest] = set.smallest(1);
          if ('add' in one) {
            for (const known of [set, naive]) known.add(one.add);
          } else {
            const dropped = 'drop' in one ? one.drop : (smallest ?? 0);
            for (const known of [set, naive]) known.delete(dropped);
          }
          const sorted = [...naive].sort((a, b) => a - b);
          expect([set.size, set.smallest(count)]).toEqual([naive.size, sorted.slice(0, count)]);
          expect(set.smallest(Number.POSITIVE_INFINITY)).toEqual(sorted);
        }
      }),
    );
  });
});
