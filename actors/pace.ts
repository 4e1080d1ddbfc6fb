/**
 * How fast a line moves, from turns in which more waited than could be taken, and so how long whoever comes last would
 * wait. Promises to say nothing of a line in which everybody is taken at once.
 */

/** Weight of the newest turn. */
const newestShare = 0.25;

export class Pace {
  #msEach: number | null = null;
  #taken = 0;
  #takenAt = 0;

  /** `taken` left the line at `now`, `left` still wait. */
  note(now: number, taken: number, left: number): void {
    if (this.#taken > 0) {
      const msEach = Math.max(0, now - this.#takenAt) / this.#taken;
      this.#msEach = this.#msEach === null ? msEach : this.#msEach + (msEach - this.#msEach) * newestShare;
    }
    this.#taken = left > 0 ? taken : 0;
    this.#takenAt = now;
    if (left === 0) this.#msEach = null;
  }

  /** How long the last of so many is going to wait, in milliseconds; 0 while nothing is known. */
  waitMs(depth: number): number {
    return depth * (this.#msEach ?? 0);
  }
}
