/** A rate-limited warning for causes that an attacker could repeat: logged at most once a minute, with their count. */
import type { Log } from '#actors/ports.ts';

const quietMs = 60_000;

export class RareWarning {
  readonly #log: Log;
  readonly #message: string;
  readonly #now: () => number;
  #quietUntil = Number.NEGATIVE_INFINITY;
  #count = 0;

  /** `now`: a monotonic clock, in milliseconds. */
  constructor(log: Log, message: string, now: () => number) {
    this.#log = log;
    this.#message = message;
    this.#now = now;
  }

  give(details: object): void {
    this.#count++;
    const now = this.#now();
    if (now < this.#quietUntil) return;
    this.#quietUntil = now + quietMs;
    this.#log.warn({ ...details, count: this.#count }, this.#message);
    this.#count = 0;
  }
}
