/**
 * Keeps all streams of a node within a share of the event loop's time: after a round of writes that took some
 * milliseconds, the next round waits until the share allows it. 10,000 socket writes take a core more than 0.1 s.
 */

/** Streaming takes at most one part in four of the loop's time. */
const partsOfLoop = 4;

export class Pacer {
  #freeAt = 0;

  /** When the next round may begin. */
  get freeAt(): number {
    return this.#freeAt;
  }

  /** Writing that has ended at `now` took `costMs`. */
  spent(now: number, costMs: number): void {
    this.#freeAt = Math.max(this.#freeAt, now - costMs) + costMs * partsOfLoop;
  }
}
