/**
 * Notices that the process stood still: stopped, swapped out, or held up by one long turn of the loop. What is
 * read from the sockets after such a gap was sent before it and may have been given up since, so it must not be
 * begun.
 */
import type { Clock } from '#actors/ports.ts';

const tickMs = 200;

export class LoopWatch {
  readonly #time: Clock;
  readonly #gapMs: number;
  #lastTick: number;
  #isAfterGap = false;
  #cancel: () => void = () => undefined;

  /** `gapMs`: a stand-still longer than this counts. */
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

  /** True from a gap on until the loop has gone round in ordinary time: connections may have to be accepted first. */
  get isStale(): boolean {
    // The sockets may be read before the timer that notes the time, or after it.
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
