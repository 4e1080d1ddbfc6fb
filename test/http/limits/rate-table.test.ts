/** Token buckets by key: bursts, refill over time, and bounded memory. */
import { RateTable } from '#http/limits/rate-table.ts';

const start = 1_000_000;

function taken(table: RateTable, key: string, now: number, times: number): number {
  return Array.from({ length: times }, () => table.take(key, now)).filter((waitMs) => waitMs === 0).length;
}

describe('a key of the rate table', () => {
  test('may use its whole quota at once, which is then refilled evenly over the window', () => {
    const table = new RateTable({ quota: 300, windowSeconds: 60 }, 16);
    expect(taken(table, 'a', start, 1_000)).toBe(300);
    expect(table.take('a', start)).toBeCloseTo(200);
    expect(table.take('a', start + 199)).toBeCloseTo(1);
    expect(table.take('a', start + 200)).toBe(0);
    expect(taken(table, 'a', start + 30_200, 1_000)).toBe(150);
    expect(taken(table, 'a', start + 1_000_000, 1_000)).toBe(300);
  });

  test('may have a quota that does not divide the window evenly, or a quota of 1', () => {
    const odd = new RateTable({ quota: 7, windowSeconds: 1 }, 16);
    for (let second = 0; second < 100; second++) expect(taken(odd, 'a', start + second * 1000, 20)).toBe(7);
    const one = new RateTable({ quota: 1, windowSeconds: 60 }, 16);
    expect(taken(one, 'a', start, 5)).toBe(1);
    expect(one.take('a', start)).toBe(60_000);
  });

  test('does not affect other keys, and is not case-sensitive', () => {
    const table = new RateTable({ quota: 3, windowSeconds: 1 }, 1024);
    expect(taken(table, '0000002a-51f0-8c3d-9b1e-6f2a77c0d914', start, 9)).toBe(3);
    expect(taken(table, '0000002a-51f0-8c3d-9b1e-6f2a77c0d915', start, 9)).toBe(3);
    expect(taken(table, '0000002A-51F0-8C3D-9B1E-6F2A77C0D914', start, 9)).toBe(0);
  });
});

test('a rate table with 200,000 keys uses no more memory than with ten, and an exhausted key stays limited', () => {
  const table = new RateTable({ quota: 300, windowSeconds: 60 }, 2 ** 12);
  expect(taken(table, 'flood', start, 300)).toBe(300);
  const before = process.memoryUsage().arrayBuffers;
  for (let number = 0; number < 200_000; number++) table.take(`10.${number}`, start);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000);
  // Other keys of its row have used less and were evicted first.
  expect(table.take('flood', start)).toBeGreaterThan(0);
});
