/** The owners of an area's sold places, in the order in which they bought, also after removals from the middle. */
import { BrokenInvariant } from '#collections/assert.ts';
import { Purchases } from '#domain/seats/purchases.ts';

function of(...bought: readonly (readonly [number, number])[]): Purchases {
  const purchases = new Purchases();
  for (const [session, places] of bought) purchases.add(session, places);
  return purchases;
}

function listed(purchases: Purchases): number[][] {
  const all: number[][] = [];
  purchases.forEach((session, places) => {
    all.push([session, places]);
  });
  return all;
}

describe('purchases', () => {
  test('are found newest first, until they make up the amount', () => {
    const purchases = of([3, 2], [9, 4], [1, 1]);
    expect([0, 1, 2, 5, 6, 7, 100].map((amount) => purchases.newest(amount))).toEqual([
      [],
      [[1, 1]],
      [
        [1, 1],
        [9, 1],
      ],
      [
        [1, 1],
        [9, 4],
      ],
      [
        [1, 1],
        [9, 4],
        [3, 1],
      ],
      [
        [1, 1],
        [9, 4],
        [3, 2],
      ],
      [
        [1, 1],
        [9, 4],
        [3, 2],
      ],
    ]);
  });

  test('that lose some places keep the others and their position; those that lose all are removed', () => {
    const purchases = of([3, 2], [9, 4], [1, 1]);
    purchases.take(9, 3);
    purchases.take(1, 1);
    expect(listed(purchases)).toEqual([
      [3, 2],
      [9, 1],
    ]);
    expect([3, 9, 1, 77].map((session) => purchases.placesOf(session))).toEqual([2, 1, 0, 0]);
    expect(purchases.newest(3)).toEqual([
      [9, 1],
      [3, 2],
    ]);
  });

  test('keep their order while thousands are removed from the middle', () => {
    const purchases = of(...Array.from({ length: 3000 }, (_, at) => [3000 - at, 1] as const));
    for (let session = 2999; session > 3; session--) purchases.take(session, 1);
    purchases.add(5000, 2);
    expect(purchases.newest(9)).toEqual([
      [5000, 2],
      [1, 1],
      [2, 1],
      [3, 1],
      [3000, 1],
    ]);
  });

  test('of a session that gave up all its places and takes some again are new, and count once', () => {
    const purchases = of([3, 1], [9, 2], [1, 1]);
    purchases.take(9, 2);
    purchases.extend(9, 1);
    purchases.extend(3, 2);
    expect(purchases.newest(100)).toEqual([
      [9, 1],
      [1, 1],
      [3, 3],
    ]);
    expect(purchases.newest(100).map(([session]) => session)).toEqual(
      listed(purchases)
        .map(([session]) => session)
        .reverse(),
    );
  });

  test('never give more than is owned, and a session buys once', () => {
    const purchases = of([3, 2]);
    expect(() => purchases.take(3, 3)).toThrow(BrokenInvariant);
    expect(() => purchases.take(4, 1)).toThrow(BrokenInvariant);
    expect(() => purchases.add(3, 1)).toThrow(BrokenInvariant);
  });
});
