/**
 * Which seats are neighbours. Most seats have the indices before and after theirs as neighbours, which takes one bit
 * per seat. Where a row continues elsewhere, because its layout was changed, a join records it. Built from two columns,
 * so that a worker thread can have a copy.
 */

import { Bitmap } from '#collections/bitmap.ts';
import type { SeatRuns } from './seat-runs.ts';

export class SeatRows {
  /** The seats that are not neighbours of the index before theirs; its size is the number of seats. */
  readonly firsts: Bitmap;
  /** Flat pairs: a seat, and its next neighbour, whose index does not follow. */
  readonly joins: Int32Array<ArrayBuffer>;
  readonly #joinedAfter = new Map<number, number>();
  readonly #joinedBefore = new Map<number, number>();

  constructor(firsts: Bitmap, joins: Int32Array<ArrayBuffer> = new Int32Array(0)) {
    this.firsts = firsts;
    this.joins = joins;
    for (let at = 0; at < joins.length; at += 2) {
      this.#joinedAfter.set(joins[at] as number, joins[at + 1] as number);
      this.#joinedBefore.set(joins[at + 1] as number, joins[at] as number);
    }
  }

  /** Builds the neighbours from the runs of indices of each row, in the row's order. Seats in no row have none. */
  static ofRuns(size: number, rows: readonly SeatRuns[]): SeatRows {
    const firsts = new Bitmap(size);
    firsts.fill();
    const joins: number[] = [];
    for (const runs of rows) {
      for (let at = 0; at < runs.length; at += 2) {
        const first = runs[at] as number;
        const end = first + (runs[at + 1] as number);
        for (let seat = first + 1; seat < end; seat++) firsts.remove(seat);
        if (at === 0) continue;
        const before = (runs[at - 2] as number) + (runs[at - 1] as number) - 1;
        if (before + 1 === first) firsts.remove(first);
        else joins.push(before, first);
      }
    }
    return new SeatRows(firsts, Int32Array.from(joins));
  }

  /** The seat before this one in its row, or -1. */
  previousOf(index: number): number {
    if (index > 0 && !this.firsts.has(index)) return index - 1;
    return this.joins.length === 0 ? -1 : (this.#joinedBefore.get(index) ?? -1);
  }

  /** The seat after this one in its row, or -1. */
  nextOf(index: number): number {
    const next = index + 1;
    if (next < this.firsts.size && !this.firsts.has(next)) return next;
    return this.joins.length === 0 ? -1 : (this.#joinedAfter.get(index) ?? -1);
  }
}
