/**
 * Seat indices as flat `[first, count]` pairs, the form used in facts: a selection of 200,000 neighbouring seats is two
 * numbers.
 */
import type { Bitmap } from '#collections/bitmap.ts';

/** `[first, count]` pairs of seat indices, flat: compact for large selections. */
export type SeatRuns = readonly number[];

/** Ascending runs of the given indices; duplicates count once. */
export function runsOf(indices: readonly number[]): SeatRuns {
  const sorted = isAscending(indices) ? indices : Int32Array.from(indices).sort();
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

/** The usual order of a large selection: sorting 280,000 seats again takes 15 ms. */
function isAscending(indices: readonly number[]): boolean {
  for (let at = 1; at < indices.length; at++) if (indices[at - 1]! > indices[at]!) return false;
  return true;
}

/**
 * Ascending runs of the seats of each value in a column, ordered by first seat; the value 0 is skipped. The column
 * starts at seat `first`.
 */
export function runsByValue(column: Uint16Array, first: number): readonly (readonly [value: number, runs: SeatRuns])[] {
  const found: (readonly [value: number, runs: number[]])[] = [];
  const runsOfValue: (number[] | undefined)[] = [];
  let valueBefore = 0;
  let runs: number[] = [];
  for (let offset = 0; offset < column.length; offset++) {
    const value = column[offset] as number;
    if (value !== 0 && value === valueBefore) (runs[runs.length - 1] as number)++;
    else if (value !== 0) {
      const known = runsOfValue[value];
      runs = known ?? [];
      if (known === undefined) {
        runsOfValue[value] = runs;
        found.push([value, runs]);
      }
      runs.push(first + offset, 1);
    }
    valueBefore = value;
  }
  return found;
}

/** Ascending runs of the members of a bitmap. */
export function runsOfMembers(members: Bitmap): SeatRuns {
  const runs: number[] = [];
  let end = -1;
  members.forEach((index) => {
    if (index === end) (runs[runs.length - 1] as number)++;
    else runs.push(index, 1);
    end = index + 1;
  });
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
