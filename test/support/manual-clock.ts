/**
 * A clock for actors that only a test moves. `advance` calls every timer that becomes due on the way, in order, each at
 * its own time; a timer for a time in the past is called by the next `advance`, which may be `advance(0)`.
 */
import type { Clock } from '#actors/ports.ts';

interface Wake {
  readonly time: number;
  readonly order: number;
  readonly wake: () => void;
}

export class ManualClock implements Clock {
  #now: number;
  #order = 0;
  readonly #wakes = new Set<Wake>();

  /** `now`: by default 1 January 2027. */
  constructor(now = Date.UTC(2027, 0, 1)) {
    this.#now = now;
  }

  /** The number of pending timers. */
  get pending(): number {
    return this.#wakes.size;
  }

  now(): number {
    return this.#now;
  }

  wakeAt(time: number, wake: () => void): () => void {
    const entry: Wake = { time, order: this.#order++, wake };
    this.#wakes.add(entry);
    return () => void this.#wakes.delete(entry);
  }

  /** Lets `ms` pass. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#wakes.delete(next);
      this.#now = Math.max(this.#now, next.time);
      next.wake();
    }
    this.#now = end;
  }

  /**
   * Lets `ms` pass as for a machine that slept: every timer that became due is called late, and a timer that it sets
   * for the time of the sleep is called once as well. Days of samples taken every few seconds would take seconds.
   */
  leap(ms: number): void {
    this.#now += ms;
    this.advance(0);
  }

  #next(end: number): Wake | undefined {
    let earliest: Wake | undefined;
    for (const wake of this.#wakes) {
      if (wake.time > end) continue;
      if (earliest === undefined || wake.time < earliest.time) earliest = wake;
      else if (wake.time === earliest.time && wake.order < earliest.order) earliest = wake;
    }
    return earliest;
  }
}
