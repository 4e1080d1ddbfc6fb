/**
 * Keeps all streams of a node within a share of the event loop's time: after a round of writes that took some
 * milliseconds, the next round waits until the share allows it. 10,000 socket writes take a core more than 0.1 s.
 */

/** Streaming takes at most one part in so many of the loop's time. */
const shareOfLoop = 4;

export class Pacer {
  #freeAt = 0;

  /** When the next round may begin. */
  get freeAt(): number {
    return this.#freeAt;
  }

  /** A part of a round that ends `now` took so long. */
  spent(now: number, costMs: number): void {
    this.#freeAt = Math.max(this.#freeAt, now - costMs) + costMs * shareOfLoop;
  }
}
