/**
 * Estimates how long the last command in a queue would wait. Measures turns in which more commands waited than could be
 * taken; gives no estimate while every turn empties the queue.
 */

/** Weight of the newest turn in the moving average. */
const newestShare = 0.25;

export class WaitEstimate {
  #msEach: number | null = null;
  #taken = 0;
  #takenAt = 0;

  /** `taken` commands left the queue at `now`, `left` still wait. */
  note(now: number, taken: number, left: number): void {
    if (this.#taken > 0) {
      const msEach = Math.max(0, now - this.#takenAt) / this.#taken;
      this.#msEach = this.#msEach === null ? msEach : this.#msEach + (msEach - this.#msEach) * newestShare;
    }
    this.#taken = left > 0 ? taken : 0;
    this.#takenAt = now;
    if (left === 0) this.#msEach = null;
  }

  /** Estimated wait of the last of `depth` commands, in milliseconds; 0 without an estimate. */
  waitMs(depth: number): number {
    return depth * (this.#msEach ?? 0);
  }
}
