/** The draw: a permutation that follows from the seed, and looks like any other. */
import { hash } from 'node:crypto';
import { Draw } from '#domain/queue/draw.ts';
import { drawnOrder } from '../../support/naive-draw.ts';
import { someSeed } from '../../support/queues.ts';

const seedOf = (name: number): string => hash('sha256', `seed ${name}`);

const placesOf = (draw: Draw): number[] => Array.from({ length: draw.count }, (_, ticket) => draw.placeOf(ticket));

test.each([0, 1, 2, 3, 5, 16, 255, 256, 257, 1_000, 65_536, 65_537, 100_000])(
  'every one of %i places is drawn once',
  (count) => {
    const places = placesOf(new Draw(someSeed.seed, count));
    expect(new Set(places).size).toBe(count);
    expect(places.every((place) => place >= 0 && place < count)).toBe(true);
  },
);

test.each([1, 4, 100, 256, 257, 5_000])('the order of %i tickets is the published one', (count) => {
  const draw = new Draw(seedOf(count), count);
  expect(drawnOrder(seedOf(count), count).map((ticket) => draw.placeOf(ticket))).toEqual([...Array(count).keys()]);
});

test('tickets from after the draw stand behind in the order of their arrival', () => {
  const draw = new Draw(someSeed.seed, 10);
  expect([10, 11, 4711].map((ticket) => draw.placeOf(ticket))).toEqual([10, 11, 4711]);
});

test('the same seed draws the same order, another seed another one', () => {
  expect(placesOf(new Draw(seedOf(1), 500))).toEqual(placesOf(new Draw(seedOf(1), 500)));
  expect(placesOf(new Draw(seedOf(1), 500))).not.toEqual(placesOf(new Draw(seedOf(2), 500)));
});

/** χ² of counts that should be equal. */
function chiSquare(counts: readonly number[]): number {
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0);
}

test('every order of four tickets is as likely as any other', () => {
  const orders = new Map<string, number>();
  for (let name = 0; name < 4_800; name++) {
    const order = placesOf(new Draw(seedOf(name), 4)).join();
    orders.set(order, (orders.get(order) ?? 0) + 1);
  }
  expect(orders.size).toBe(24);
  // 23 degrees of freedom: 49.7 is exceeded once in a thousand times. The seeds are fixed.
  expect(chiSquare([...orders.values()])).toBeLessThan(49.7);
});

test('an early arrival is worth nothing', () => {
  const firsts = new Array(10).fill(0);
  for (let name = 0; name < 2_000; name++) {
    const place = new Draw(seedOf(name), 1_000).placeOf(0);
    firsts[Math.floor(place / 100)]++;
  }
  // 9 degrees of freedom, once in a thousand times.
  expect(chiSquare(firsts)).toBeLessThan(27.9);
});
