/**
 * All deadlines of the node in one heap of times, with one wake-up of the clock for the earliest. Calls every target at
 * the first sweep at or after its deadline, in bounded batches. Decides nothing: the event decides whether something has
 * expired.
 */
import { TimeHeap } from '#collections/time-heap.ts';
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
  readonly #times = new TimeHeap();
  /** By slot. */
  readonly #targets: (DeadlineTarget | undefined)[] = [];
  /** By slot. */
  readonly #payloads: number[] = [];
  #wakeTime = Number.POSITIVE_INFINITY;
  #cancelWake: () => void = () => undefined;

  /** `sweepMs`: deadlines are swept at multiples of it, so that many deadlines share one wake-up. */
  constructor(clock: Clock, sweepMs: number) {
    this.#clock = clock;
    this.#sweepMs = sweepMs;
  }

  get count(): number {
    return this.#times.size;
  }

  /**
   * Adds a deadline; the returned slot is valid for one `remove`, until `due` is called. The target chooses `payload`,
   * a whole number, so that one target object can have a million deadlines.
   */
  add(time: number, target: DeadlineTarget, payload: number): number {
    const slot = this.#times.add(time);
    this.#targets[slot] = target;
    this.#payloads[slot] = payload;
    this.#arm();
    return slot;
  }

  /** The deadline of a slot that is in use. */
  timeOf(slot: number): number {
    return this.#times.timeOf(slot);
  }

  remove(slot: number): void {
    if (this.#times.remove(slot)) this.#targets[slot] = undefined;
  }

  /** Stops the sweeps; no target is called any more. */
  close(): void {
    this.#cancelWake();
    this.#wakeTime = Number.NEGATIVE_INFINITY;
  }

  #sweep(): void {
    this.#wakeTime = Number.POSITIVE_INFINITY;
    const now = this.#clock.now();
    for (let called = 0; called < sweepStepMax && this.#times.earliestTime <= now; called++) {
      const slot = this.#times.earliestSlot;
      const target = this.#targets[slot];
      this.remove(slot);
      target?.due(this.#payloads[slot] as number);
    }
    this.#arm();
  }

  #arm(): void {
    if (this.count === 0) return;
    const wakeTime = Math.ceil(this.#times.earliestTime / this.#sweepMs) * this.#sweepMs;
    if (wakeTime >= this.#wakeTime) return;
    this.#cancelWake();
    this.#wakeTime = wakeTime;
    this.#cancelWake = this.#clock.wakeAt(wakeTime, () => this.#sweep());
  }
}
