/** Runs of seat indices: compact, ascending, each index once, and equal to the original set. */
import fc from 'fast-check';
import { forEachInRuns, runsOf } from '#domain/seats/seat-runs.ts';

function indicesIn(runs: readonly number[]): number[] {
  const found: number[] = [];
  forEachInRuns(runs, (index) => {
    found.push(index);
  });
  return found;
}

describe('runs of seats', () => {
  test.each([
    [[], []],
    [[0], [0, 1]],
    [[7], [7, 1]],
    [
      [3, 1, 2],
      [1, 3],
    ],
    [
      [5, 5, 5],
      [5, 1],
    ],
    [
      [0, 2, 3, 9],
      [0, 1, 2, 2, 9, 1],
    ],
    [
      [10, 9, 100, 2],
      [2, 1, 9, 2, 100, 1],
    ],
  ])('%j are %j', (indices, runs) => {
    expect(runsOf(indices)).toEqual(runs);
  });

  test('give back the same set, ascending, with no run touching the next', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60)), (indices) => {
        const runs = runsOf(indices);
        expect(indicesIn(runs)).toEqual([...new Set(indices)].sort((a, b) => a - b));
        for (let at = 2; at < runs.length; at += 2) expect(runs[at]).toBeGreaterThan(runs[at - 2]! + runs[at - 1]!);
      }),
    );
  });

  test('of 200,000 neighbours are two numbers', () => {
    expect(runsOf(Array.from({ length: 200_000 }, (_, index) => 199_999 - index))).toEqual([0, 200_000]);
  });

  test('do not change their source', () => {
    const indices = [3, 1, 2];
    runsOf(indices);
    expect(indices).toEqual([3, 1, 2]);
  });
});
