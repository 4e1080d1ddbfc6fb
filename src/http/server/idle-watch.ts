/**
 * Looks at all connections at a fixed interval, so that those which have been idle for too long can end. A timer for each
 * connection, set back at every read and write, took 2.4 % of a hold. Promises that a limit is never reached early, also
 * after the event loop was held up; that it is otherwise noticed at most two looks late; and that connections which
 * become idle at the same time do not hold up the event loop: few end in one turn of it.
 */
import type { EventEmitter } from 'node:events';

const lookMsMax = 1000;
const looksPerLimit = 5;
/** Connections that end in one turn of the loop: to refuse one takes tens of microseconds. */
export const endsPerTurnMax = 64;

export interface Watched {
  /** Asked at every look, and before the end: whether it has been idle for too long. Notes the look if it is active. */
  isIdle(watch: IdleWatch): boolean;
  endIdle(): void;
}

export class IdleWatch {
  readonly #watched = new Set<Watched>();
  /** Those that were found idle and have not ended yet. */
  readonly #idle = new Set<Watched>();
  #isEnding = false;
  readonly #lookMs: number;
  /** For connections to note when they are active. Counted, not timed: a loop that was held up has looked once. */
  looks = 0;

  /** `shortestMs`: the shortest limit. Ends with the server. */
  constructor(server: EventEmitter, shortestMs: number) {
    // Whole, as timers count: they would cut off a fraction, and limits would be reached early.
    this.#lookMs = Math.max(1, Math.min(lookMsMax, Math.ceil(shortestMs / looksPerLimit)));
    const looking = setInterval(() => this.#look(), this.#lookMs).unref();
    server.once('close', () => clearInterval(looking));
  }

  add(watched: Watched): void {
    this.#watched.add(watched);
  }

  remove(watched: Watched): void {
    this.#watched.delete(watched);
    this.#idle.delete(watched);
  }

  /** Whether at least `limitMs` have passed since `looks` was noted, which may have been right before the next look. */
  hasPassed(limitMs: number, noted: number): boolean {
    return (this.looks - noted - 1) * this.#lookMs >= limitMs;
  }

  #look(): void {
    this.looks++;
    for (const watched of this.#watched) if (watched.isIdle(this)) this.#idle.add(watched);
    if (!this.#isEnding) this.#endSome();
  }

  /** Goes on in the next turn of the loop while there are more. */
  #endSome(): void {
    let ends = 0;
    for (const watched of this.#idle) {
      if (ends === endsPerTurnMax) break;
      this.#idle.delete(watched);
      if (!watched.isIdle(this)) continue;
      watched.endIdle();
      ends++;
    }
    this.#isEnding = this.#idle.size > 0;
    if (this.#isEnding) setImmediate(() => this.#endSome());
  }
}
