/** Counting by key: what a key may do at once and in time, and that memory stays what it was. */
import { describe, expect, test } from '@jest/globals';
import { RateTable } from '#http/limits/rate-table.ts';

const start = 1_000_000;

function taken(table: RateTable, key: string, now: number, times: number): number {
  return Array.from({ length: times }, () => table.take(key, now)).filter((waitMs) => waitMs === 0).length;
}

describe('a key', () => {
  test('has its whole quota at once, then what the window gives back, evenly', () => {
    const table = new RateTable({ quota: 300, windowSeconds: 60 }, 16);
    expect(taken(table, 'a', start, 1_000)).toBe(300);
    expect(table.take('a', start)).toBeCloseTo(200);
    expect(table.take('a', start + 199)).toBeCloseTo(1);
    expect(table.take('a', start + 200)).toBe(0);
    expect(taken(table, 'a', start + 30_200, 1_000)).toBe(150);
    expect(taken(table, 'a', start + 1_000_000, 1_000)).toBe(300);
  });

  test('may have a quota that no window divides evenly, or of one', () => {
    const odd = new RateTable({ quota: 7, windowSeconds: 1 }, 16);
    for (let second = 0; second < 100; second++) expect(taken(odd, 'a', start + second * 1000, 20)).toBe(7);
    const one = new RateTable({ quota: 1, windowSeconds: 60 }, 16);
    expect(taken(one, 'a', start, 5)).toBe(1);
    expect(one.take('a', start)).toBe(60_000);
  });

  test('is not the business of another one, and counts the same in either case', () => {
    const table = new RateTable({ quota: 3, windowSeconds: 1 }, 1024);
    expect(taken(table, '0000002a-51f0-8c3d-9b1e-6f2a77c0d914', start, 9)).toBe(3);
    expect(taken(table, '0000002a-51f0-8c3d-9b1e-6f2a77c0d915', start, 9)).toBe(3);
    expect(taken(table, '0000002A-51F0-8C3D-9B1E-6F2A77C0D914', start, 9)).toBe(0);
  });
});

test('200,000 keys use no more memory than ten, and do not let one that has used up its quota go on', () => {
  const table = new RateTable({ quota: 300, windowSeconds: 60 }, 2 ** 12);
  expect(taken(table, 'flood', start, 300)).toBe(300);
  const before = process.memoryUsage().arrayBuffers;
  for (let number = 0; number < 200_000; number++) table.take(`10.${number}`, start);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000);
  // The others in its row have used less and were forgotten first.
  expect(table.take('flood', start)).toBeGreaterThan(0);
});
