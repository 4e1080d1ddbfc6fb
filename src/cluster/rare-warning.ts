/**
 * Rate-limited log lines for causes that an attacker could repeat: at most so many lines in a span of time. The first
 * line of the next span says for how many calls it stands. Keeps a count, nothing else.
 */
import type { Log } from '#actors/ports.ts';

export interface LineBound {
  readonly linesMax: number;
  readonly spanMs: number;
}

const onceAMinute: LineBound = { linesMax: 1, spanMs: 60_000 };

export class RareWarning {
  readonly #log: Log;
  readonly #message: string;
  readonly #now: () => number;
  readonly #bound: LineBound;
  #spanEnds = Number.NEGATIVE_INFINITY;
  #lines = 0;
  #count = 0;

  /** `now`: a monotonic clock, in milliseconds. */
  constructor(log: Log, message: string, now: () => number, bound: LineBound = onceAMinute) {
    this.#log = log;
    this.#message = message;
    this.#now = now;
    this.#bound = bound;
  }

  /** `details` is called only for a line that is written. `count`: the calls since the last line, this one included. */
  give(details: object | (() => object), level: 'warn' | 'error' | 'debug' = 'warn'): void {
    this.#count++;
    const now = this.#now();
    if (now >= this.#spanEnds) {
      this.#spanEnds = now + this.#bound.spanMs;
      this.#lines = 0;
    }
    if (this.#lines >= this.#bound.linesMax) return;
    this.#lines++;
    const shown = typeof details === 'function' ? details() : details;
    this.#log[level]({ ...shown, count: this.#count }, this.#message);
    this.#count = 0;
  }
}
