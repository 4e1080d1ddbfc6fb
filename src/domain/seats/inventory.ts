/**
 * The seats of one event: a bitmap per state, and the owner and the price of each seat. A seat is in exactly one state
 * or removed; every move names the state it leaves and asserts it. A seat that is leaving the layout is removed instead
 * of becoming ACTIVE again.
 */
import { assert } from '#collections/assert.ts';
import { Bitmap } from '#collections/bitmap.ts';
import { BuyerPlaces } from '../buyers/buyer-places.ts';
import { Tickets } from '../tickets/tickets.ts';
import { RecentSeats } from './recent-seats.ts';

export const seatStates = ['ACTIVE', 'LOCKED', 'SOLD', 'BLOCKED'] as const;
export type SeatState = (typeof seatStates)[number];

/** Is told of every change that may alter which seats can be taken. */
export interface SeatWatcher {
  /** The seat became or ceased to be ACTIVE. Costs a few steps at most. */
  seatChanged(seat: number): void;
  /** Prices, or the inventory as a whole. Costs a few steps at most. */
  everythingChanged(): void;
}

/** Is told of every change of a seat's state; null: the event does not have the seat. */
export interface SeatHistory {
  seatMoved(seat: number, from: SeatState | null, to: SeatState | null, session: number): void;
}

export class SeatInventory {
  size: number;
  available: Bitmap;
  locked: Bitmap;
  sold: Bitmap;
  blocked: Bitmap;
  /** Removed from the event: in no state, permanently. */
  removed: Bitmap;
  /** No longer in the layout but still taken: holders and buyers keep them. */
  leaving: Bitmap;
  /** Positive: a session's ordinal; negative: a private lock's; 0: none (ACTIVE, or sold privately). */
  owners: Int32Array<ArrayBuffer>;
  /** Price slot, 0 for none. */
  priceSlots: Uint16Array<ArrayBuffer>;
  /** How many seats are in each state. */
  readonly counts: Record<SeatState, number>;
  readonly recent: RecentSeats;
  /** The ticket types of taken seats, and of places of areas. A seat that becomes ACTIVE has none. */
  readonly tickets = new Tickets();
  /** What buyers have. A seat that leaves its session is counted here; what a session takes is counted by the taker. */
  readonly buyers = new BuyerPlaces();
  /** Null: nobody has to know. */
  watcher: SeatWatcher | null = null;
  /** Null: nothing is noted. */
  history: SeatHistory | null = null;
  /** How many ACTIVE seats have a price; -1 until it is asked for after a change of prices. */
  #bookable = -1;
  /** Null until it is asked for after a change of prices. */
  #priced: Bitmap | null = null;

  constructor(size: number) {
    this.size = size;
    this.available = new Bitmap(size);
    this.available.fill();
    this.locked = new Bitmap(size);
    this.sold = new Bitmap(size);
    this.blocked = new Bitmap(size);
    this.removed = new Bitmap(size);
    this.leaving = new Bitmap(size);
    this.owners = new Int32Array(size);
    this.priceSlots = new Uint16Array(size);
    this.counts = { ACTIVE: size, LOCKED: 0, SOLD: 0, BLOCKED: 0 };
    this.recent = new RecentSeats(size);
  }

  /** Null: the seat is removed. */
  stateOf(seat: number): SeatState | null {
    if (this.available.has(seat)) return 'ACTIVE';
    if (this.locked.has(seat)) return 'LOCKED';
    if (this.sold.has(seat)) return 'SOLD';
    return this.blocked.has(seat) ? 'BLOCKED' : null;
  }

  ownerOf(seat: number): number {
    return this.owners[seat] as number;
  }

  priceSlotOf(seat: number): number {
    return this.priceSlots[seat] as number;
  }

  /** How many seats are ACTIVE and have a price. O(1) except after a change of prices. */
  get bookable(): number {
    if (this.#bookable === -1) {
      this.#bookable = 0;
      this.available.forEach((seat) => {
        if (this.priceSlots[seat] !== 0) this.#bookable++;
      });
    }
    return this.#bookable;
  }

  /** The seats with a price, whatever state they are in; removed ones may be among them. */
  get priced(): Bitmap {
    if (this.#priced === null) {
      this.#priced = new Bitmap(this.size);
      for (let seat = 0; seat < this.size; seat++) if (this.priceSlots[seat] !== 0) this.#priced.add(seat);
    }
    return this.#priced;
  }

  /** Must be called after `priceSlots` was written. */
  pricesChanged(): void {
    this.#bookable = -1;
    this.#priced = null;
    this.watcher?.everythingChanged();
  }

  /** Moves a seat between two states and gives it to `owner`. */
  move(seat: number, from: SeatState, to: SeatState, owner: number): void {
    const source = this.bitmapOf(from);
    assert(
      source.has(seat),
      () => `seat ${seat} is ${(seat < this.size && this.stateOf(seat)) || 'unknown'}, not ${from}`,
    );
    source.remove(seat);
    this.bitmapOf(to).add(seat);
    this.counts[from]--;
    this.counts[to]++;
    if (this.buyers.hasAny) this.#countGiven(seat, owner);
    this.history?.seatMoved(seat, from, to, Math.max(owner > 0 ? owner : (this.owners[seat] as number), 0));
    this.owners[seat] = owner;
    if (from === 'ACTIVE' || to === 'ACTIVE') {
      this.recent.note(seat);
      this.watcher?.seatChanged(seat);
    }
    if (this.#bookable !== -1 && this.priceSlots[seat] !== 0) {
      if (from === 'ACTIVE') this.#bookable--;
      else if (to === 'ACTIVE') this.#bookable++;
    }
    if (to !== 'ACTIVE') return;
    if (this.tickets.hasSeats) this.tickets.freeSeat(seat);
    if (this.leaving.has(seat)) this.remove(seat);
  }

  #countGiven(seat: number, owner: number): void {
    const before = this.owners[seat] as number;
    if (before !== owner) this.buyers.give(before, 1);
  }

  /**
   * Removes a seat that the layout no longer has from the event; a taken seat is removed when it becomes ACTIVE again.
   */
  remove(seat: number): void {
    if (this.removed.has(seat)) return;
    if (!this.available.has(seat)) {
      this.leaving.add(seat);
      return;
    }
    this.available.remove(seat);
    this.recent.note(seat);
    this.watcher?.seatChanged(seat);
    this.counts.ACTIVE--;
    this.leaving.remove(seat);
    this.removed.add(seat);
    this.history?.seatMoved(seat, 'ACTIVE', null, 0);
    if (this.#bookable !== -1 && this.priceSlots[seat] !== 0) this.#bookable--;
    this.priceSlots[seat] = 0;
  }

  /** Adds ACTIVE seats without a price up to `size`. */
  grow(size: number): void {
    assert(size >= this.size, () => `an event with ${this.size} seats cannot have ${size}`);
    this.available = this.available.grown(size);
    for (let seat = this.size; seat < size; seat++) {
      this.available.add(seat);
      this.history?.seatMoved(seat, null, 'ACTIVE', 0);
    }
    this.counts.ACTIVE += size - this.size;
    this.locked = this.locked.grown(size);
    this.sold = this.sold.grown(size);
    this.blocked = this.blocked.grown(size);
    this.removed = this.removed.grown(size);
    this.leaving = this.leaving.grown(size);
    const { owners, priceSlots } = this;
    this.owners = new Int32Array(size);
    this.owners.set(owners);
    this.priceSlots = new Uint16Array(size);
    this.priceSlots.set(priceSlots);
    this.#priced = null;
    this.recent.grow(size);
    this.size = size;
    this.watcher?.everythingChanged();
  }

  /** Recomputes the counts after bitmaps were replaced as a whole. */
  recount(): void {
    for (const state of seatStates) this.counts[state] = this.bitmapOf(state).count();
    this.pricesChanged();
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

  /** The state of every seat as a position in `seatStates`, 0 also for removed ones: a copy that the caller owns. */
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
