/**
 * Times in a binary heap over typed arrays, each with a slot by which it is removed. A million of them add no entry to the
 * garbage collector's heap. Calls nothing and knows no clock.
 */
const firstSize = 64;

export class TimeHeap {
  #times = new Float64Array(firstSize);
  /** Heap of slots, the earliest first. */
  #heap = new Int32Array(firstSize);
  /** The place of each slot in the heap; -1: the slot is free. */
  #places = new Int32Array(firstSize).fill(-1);
  readonly #freeSlots: number[] = [];
  #slotCount = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Infinite when it is empty. */
  get earliestTime(): number {
    return this.#size === 0 ? Number.POSITIVE_INFINITY : this.timeOf(this.earliestSlot);
  }

  /** The slot of the earliest time; it must not be empty. */
  get earliestSlot(): number {
    return this.#heap[0] as number;
  }

  /** Adds a time; the returned slot is its own until it is removed. Slots are small numbers and are used again. */
  add(time: number): number {
    const slot = this.#freeSlots.pop() ?? this.#newSlot();
    this.#times[slot] = time;
    this.#place(slot, this.#size);
    this.#up(this.#size++);
    return slot;
  }

  /** The time of a slot that is in use. */
  timeOf(slot: number): number {
    return this.#times[slot] as number;
  }

  /** Returns whether the slot was in use. */
  remove(slot: number): boolean {
    const place = this.#places[slot] ?? -1;
    if (place === -1) return false;
    const last = this.#heap[--this.#size] as number;
    if (last !== slot) {
      this.#place(last, place);
      this.#up(place);
      this.#down(this.#places[last] as number);
    }
    this.#places[slot] = -1;
    this.#freeSlots.push(slot);
    return true;
  }

  #newSlot(): number {
    const slot = this.#slotCount++;
    if (slot === this.#times.length) {
      this.#times = larger(this.#times, new Float64Array(slot * 2));
      this.#heap = larger(this.#heap, new Int32Array(slot * 2));
      this.#places = larger(this.#places, new Int32Array(slot * 2).fill(-1));
    }
    return slot;
  }

  #up(start: number): void {
    let place = start;
    const slot = this.#heap[place] as number;
    while (place > 0) {
      const parent = (place - 1) >>> 1;
      const above = this.#heap[parent] as number;
      if (this.timeOf(above) <= this.timeOf(slot)) break;
      this.#place(above, place);
      place = parent;
    }
    this.#place(slot, place);
  }

  #down(start: number): void {
    let place = start;
    const slot = this.#heap[place] as number;
    for (;;) {
      let child = place * 2 + 1;
      if (child >= this.#size) break;
      const right = child + 1;
      if (right < this.#size && this.timeOf(this.#heap[right] as number) < this.timeOf(this.#heap[child] as number)) {
        child = right;
      }
      const below = this.#heap[child] as number;
      if (this.timeOf(slot) <= this.timeOf(below)) break;
      this.#place(below, place);
      place = child;
    }
    this.#place(slot, place);
  }

  #place(slot: number, place: number): void {
    this.#heap[place] = slot;
    this.#places[slot] = place;
  }
}

function larger<Column extends Float64Array | Int32Array>(before: Column, after: Column): Column {
  after.set(before);
  return after;
}
