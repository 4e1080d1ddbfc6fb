/**
 * Which seats stand beside each other: dense indices cut into rows. Built from one bitmap, so that a
 * thread can have a copy of it.
 */
import type { Bitmap } from './bitmap.ts';

export class SeatRows {
  /** The first seat of every row; its size is the number of seats. */
  readonly firsts: Bitmap;

  constructor(firsts: Bitmap) {
    this.firsts = firsts;
  }

  /** The seat before this one in its row, or -1. */
  previousOf(index: number): number {
    return index === 0 || this.firsts.has(index) ? -1 : index - 1;
  }

  /** The seat after this one in its row, or -1. */
  nextOf(index: number): number {
    const next = index + 1;
    return next >= this.firsts.size || this.firsts.has(next) ? -1 : next;
  }
}
