/**
 * Detects that the process stalled: stopped, swapped out, or blocked by one long iteration of the event loop. Requests
 * read from the sockets right after a stall were sent before it, and their senders may have given up. They must not be
 * started.
 */
import type { Clock } from '#actors/ports.ts';

const tickMs = 200;

export class StallDetector {
  readonly #time: Clock;
  readonly #gapMs: number;
  #lastTick: number;
  #isAfterGap = false;
  #cancel: () => void = () => undefined;

  /** `gapMs`: a longer pause counts as a stall. */
  constructor(time: Clock, gapMs: number) {
    this.#time = time;
    this.#gapMs = gapMs;
    this.#lastTick = time.now();
  }

  start(): void {
    this.#lastTick = this.#time.now();
    this.#schedule();
  }

  stop(): void {
    this.#cancel();
  }

  /** True from a stall until one tick comes on time: until then connections from before the stall may be accepted. */
  get isStale(): boolean {
    // The sockets may be read before or after the tick's timer.
    return this.#isAfterGap || this.#isGap(this.#time.now());
  }

  #schedule(): void {
    this.#cancel = this.#time.wakeAt(this.#time.now() + tickMs, () => {
      const now = this.#time.now();
      this.#isAfterGap = this.#isGap(now);
      this.#lastTick = now;
      this.#schedule();
    });
  }

  #isGap(now: number): boolean {
    return now - this.#lastTick > this.#gapMs + tickMs;
  }
}
