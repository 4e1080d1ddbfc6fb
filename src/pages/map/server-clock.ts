/**
 * The service's time: the last `serverTime` of an answer, carried on by the browser's monotonic clock. Never uses the
 * computer's own clock once an answer has come: it may be wrong by hours.
 */

export class ServerClock {
  /** The service's time when the monotonic clock was 0; null: no answer has told the time yet. */
  #origin: number | null = null;

  /** `serverTime` of an answer that has just come. */
  learn(serverTime: string): void {
    const time = Date.parse(serverTime);
    if (Number.isFinite(time)) this.#origin = time - performance.now();
  }

  /** The `Date` of an answer, in whole seconds: better than the computer's clock, worse than a `serverTime`. */
  learnDate(date: string | null): void {
    if (this.#origin === null && date !== null) this.learn(date);
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#origin === null ? Date.now() : this.#origin + performance.now();
  }

  /** Whether an instant is past. Null, which stands for no deadline, never is. */
  isPast(instant: string | null): boolean {
    return instant !== null && this.secondsUntil(instant) === 0;
  }

  /** Whole seconds until an instant, rounded up; 0 when it is past. */
  secondsUntil(instant: string): number {
    return Math.max(0, Math.ceil((Date.parse(instant) - this.now()) / 1000));
  }
}
