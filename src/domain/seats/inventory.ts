/**
 * The seats of one event: a bitmap per state, who owns each seat and what it costs. A seat is in exactly
 * one state; every move names the state it leaves and asserts it.
 */
import { assert } from '../assert.ts';
import { Bitmap } from './bitmap.ts';

export const seatStates = ['ACTIVE', 'LOCKED', 'SOLD', 'BLOCKED'] as const;
export type SeatState = (typeof seatStates)[number];

export class SeatInventory {
  readonly size: number;
  readonly available: Bitmap;
  readonly locked: Bitmap;
  readonly sold: Bitmap;
  readonly blocked: Bitmap;
  /** Positive: a session's ordinal; negative: a private lock's; 0: nobody (ACTIVE, or sold privately). */
  readonly owners: Int32Array<ArrayBuffer>;
  /** Price slot, 0 for none. */
  readonly priceSlots: Uint16Array<ArrayBuffer>;

  constructor(size: number) {
    this.size = size;
    this.available = new Bitmap(size);
    this.available.fill();
    this.locked = new Bitmap(size);
    this.sold = new Bitmap(size);
    this.blocked = new Bitmap(size);
    this.owners = new Int32Array(size);
    this.priceSlots = new Uint16Array(size);
  }

  stateOf(seat: number): SeatState {
    if (this.available.has(seat)) return 'ACTIVE';
    if (this.locked.has(seat)) return 'LOCKED';
    return this.sold.has(seat) ? 'SOLD' : 'BLOCKED';
  }

  ownerOf(seat: number): number {
    return this.owners[seat] as number;
  }

  priceSlotOf(seat: number): number {
    return this.priceSlots[seat] as number;
  }

  /** Moves a seat between two states and gives it to `owner`. */
  move(seat: number, from: SeatState, to: SeatState, owner: number): void {
    const source = this.bitmapOf(from);
    assert(source.has(seat), `seat ${seat} is ${seat < this.size ? this.stateOf(seat) : 'unknown'}, not ${from}`);
    source.remove(seat);
    this.bitmapOf(to).add(seat);
    this.owners[seat] = owner;
  }

  bitmapOf(state: SeatState): Bitmap {
    switch (state) {
      case 'ACTIVE':
        return this.available;
      case 'LOCKED':
        return this.locked;
      case 'SOLD':
        return this.sold;
      case 'BLOCKED':
        return this.blocked;
    }
  }

  /** The state of every seat as a position in `seatStates`: a copy that the caller owns. */
  copyStates(): Uint8Array<ArrayBuffer> {
    const states = new Uint8Array(this.size);
    for (const state of [1, 2, 3] as const) {
      this.bitmapOf(seatStates[state]).forEach((seat) => {
        states[seat] = state;
      });
    }
    return states;
  }
}
