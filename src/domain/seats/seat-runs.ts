/**
 * Seat indices as flat `[first, count]` pairs: what facts use, so that a selection of 200,000
 * neighbouring seats is two numbers.
 */
import type { SeatRuns } from '../fact.ts';

/** Ascending runs of the given indices; duplicates count once. */
export function runsOf(indices: readonly number[]): SeatRuns {
  const sorted = indices.length < 2 ? indices : Int32Array.from(indices).sort();
  const runs: number[] = [];
  let end = -1;
  for (const index of sorted) {
    if (index === end) {
      (runs[runs.length - 1] as number)++;
      end++;
    } else if (index > end || runs.length === 0) {
      runs.push(index, 1);
      end = index + 1;
    }
  }
  return runs;
}

/** Calls `visit` for every index of the runs, in their order. */
export function forEachInRuns(runs: SeatRuns, visit: (index: number) => void): void {
  for (let position = 0; position < runs.length; position += 2) {
    const first = runs[position] as number;
    const end = first + (runs[position + 1] as number);
    for (let index = first; index < end; index++) visit(index);
  }
}
