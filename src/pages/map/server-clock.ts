/**
 * The server's time, by the monotonic clock of the browser: the person's own clock may be wrong by hours. Corrected by
 * every answer that says the time.
 */

export class ServerClock {
  #ahead: number | null = null;

  /** `serverTime` of an answer that has just come. */
  learn(serverTime: string): void {
    const time = Date.parse(serverTime);
    if (Number.isFinite(time)) this.#ahead = time - performance.now();
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#ahead === null ? Date.now() : this.#ahead + performance.now();
  }

  /** Whether an instant is past; null never is. */
  isPast(instant: string | null): boolean {
    return instant !== null && this.secondsUntil(instant) === 0;
  }

  /** Whole seconds until an instant, rounded up; 0 when it is past. */
  secondsUntil(instant: string): number {
    return Math.max(0, Math.ceil((Date.parse(instant) - this.now()) / 1000));
  }
}
