/**
 * All deadlines of the node in one binary heap over typed arrays, with one wake-up of the clock for the earliest. Calls
 * every target at the first sweep at or after its deadline, in bounded batches. Decides nothing: the event decides
 * whether something has expired.
 */
import type { Clock } from './ports.ts';

/** Receives passed deadlines. */
export interface DeadlineTarget {
  /** The deadline that was added with this payload has passed; called once per deadline, from the sweep. */
  due(payload: number): void;
}

/** How many targets one sweep step calls before it lets other work run. */
const sweepStepMax = 4096;

export class DeadlineQueue {
  readonly #clock: Clock;
  readonly #sweepMs: number;
  #times = new Float64Array(1024);
  /** Heap of slots, earliest deadline first. */
  #heap = new Int32Array(1024);
  /** Position of each slot in the heap; -1 for a free slot. */
  #positions = new Int32Array(1024).fill(-1);
  readonly #targets: (DeadlineTarget | undefined)[] = [];
  /** The payload of each slot. */
  #payloads = new Int32Array(1024);
  readonly #freeSlots: number[] = [];
  #count = 0;
  #wakeTime = Number.POSITIVE_INFINITY;
  #cancelWake: () => void = () => undefined;

  /** `sweepMs`: deadlines are swept at multiples of it, so that many deadlines share one wake-up. */
  constructor(clock: Clock, sweepMs: number) {
    this.#clock = clock;
    this.#sweepMs = sweepMs;
  }

  get count(): number {
    return this.#count;
  }

  /**
   * Adds a deadline; the returned slot is valid for one `remove`, until `due` is called. The target chooses `payload`,
   * a whole number, so that one target object can have a million deadlines.
   */
  add(time: number, target: DeadlineTarget, payload: number): number {
    const slot = this.#freeSlots.pop() ?? this.#newSlot();
    this.#times[slot] = time;
    this.#payloads[slot] = payload;
    this.#targets[slot] = target;
    this.#heap[this.#count] = slot;
    this.#positions[slot] = this.#count;
    this.#up(this.#count++);
    this.#arm();
    return slot;
  }

  /** The deadline of a slot that is in use. */
  timeOf(slot: number): number {
    return this.#times[slot] as number;
  }

  remove(slot: number): void {
    const position = this.#positions[slot] ?? -1;
    if (position === -1) return;
    this.#count--;
    const last = this.#heap[this.#count] as number;
    if (last !== slot) {
      this.#place(last, position);
      this.#up(position);
      this.#down(this.#positions[last] as number);
    }
    this.#positions[slot] = -1;
    this.#targets[slot] = undefined;
    this.#freeSlots.push(slot);
  }

  /** Stops the sweeps; no target is called any more. */
  close(): void {
    this.#cancelWake();
    this.#wakeTime = Number.NEGATIVE_INFINITY;
  }

  #sweep(): void {
    this.#wakeTime = Number.POSITIVE_INFINITY;
    const now = this.#clock.now();
    for (let called = 0; called < sweepStepMax && this.#count > 0; called++) {
      const slot = this.#heap[0] as number;
      if ((this.#times[slot] as number) > now) break;
      const target = this.#targets[slot];
      this.remove(slot);
      target?.due(this.#payloads[slot] as number);
    }
    this.#arm();
  }

  #arm(): void {
    if (this.#count === 0) return;
    const earliest = this.#times[this.#heap[0] as number] as number;
    const wakeTime = Math.ceil(earliest / this.#sweepMs) * this.#sweepMs;
    if (wakeTime >= this.#wakeTime) return;
    this.#cancelWake();
    this.#wakeTime = wakeTime;
    this.#cancelWake = this.#clock.wakeAt(wakeTime, () => this.#sweep());
  }

  #newSlot(): number {
    const slot = this.#targets.length;
    this.#targets.push(undefined);
    if (slot === this.#times.length) this.#grow(slot * 2);
    return slot;
  }

  #grow(size: number): void {
    const times = new Float64Array(size);
    times.set(this.#times);
    const heap = new Int32Array(size);
    heap.set(this.#heap);
    const positions = new Int32Array(size).fill(-1);
    positions.set(this.#positions);
    const payloads = new Int32Array(size);
    payloads.set(this.#payloads);
    [this.#times, this.#heap, this.#positions, this.#payloads] = [times, heap, positions, payloads];
  }

  #up(start: number): void {
    let position = start;
    const slot = this.#heap[position] as number;
    while (position > 0) {
      const parent = (position - 1) >>> 1;
      const above = this.#heap[parent] as number;
      if (this.timeOf(above) <= this.timeOf(slot)) break;
      this.#place(above, position);
      position = parent;
    }
    this.#place(slot, position);
  }

  #down(start: number): void {
    let position = start;
    const slot = this.#heap[position] as number;
    for (;;) {
      let child = position * 2 + 1;
      if (child >= this.#count) break;
      const right = child + 1;
      if (right < this.#count && this.timeOf(this.#heap[right] as number) < this.timeOf(this.#heap[child] as number)) {
        child = right;
      }
      const below = this.#heap[child] as number;
      if (this.timeOf(slot) <= this.timeOf(below)) break;
      this.#place(below, position);
      position = child;
    }
    this.#place(slot, position);
  }

  #place(slot: number, position: number): void {
    this.#heap[position] = slot;
    this.#positions[slot] = position;
  }
}
