/**
 * The admissions that a rate allows, as inequalities over the list of all admissions: no credit is kept, so none can be
 * lost or invented here.
 */

const minuteMs = 60_000;
const burstMs = 5_000;
const tiny = 1e-6;

interface Grant {
  readonly at: number;
  readonly count: number;
}

export class NaivePace {
  /** Since the opening, or since the last moment at which nobody could be admitted. */
  #since = 0;
  /** Tickets that may be admitted in the moment `since`. */
  #atOnce = 0;
  #grants: Grant[] = [];

  /** When the next ticket is due; infinity: never. `rate`: per minute, or null. */
  nextAt(rate: number | null): number {
    const last = this.#grants.at(-1)?.at ?? this.#since;
    if (rate === null) return last;
    return rate === 0 ? Number.POSITIVE_INFINITY : last + minuteMs / rate;
  }

  restart(since: number, atOnce = 0): void {
    this.#since = since;
    this.#atOnce = atOnce;
    this.#grants = [];
  }

  /** The first ticket comes to an empty line. */
  firstComes(now: number): void {
    // Before the opening, nothing has been earned.
    if (this.#since <= now) this.restart(now, 1);
  }

  /** Tickets that were admitted after this time. */
  grantedSince(time: number): number {
    return this.#grants.reduce((sum, { at, count }) => (at > time ? sum + count : sum), 0);
  }

  /** Notes an admission. Returns what is wrong with it, or null. */
  grant(count: number, rate: number | null, now: number): string | null {
    const says = rate === null ? null : this.#fault(count, rate, now);
    this.#grants.push({ at: now, count });
    return says;
  }

  #fault(count: number, rate: number, now: number): string | null {
    const inTime = (from: number): number => (rate * (now - from)) / minuteMs + tiny;
    const burst = Math.max(1, Math.floor((rate * burstMs) / minuteMs));
    if (rate === 0 || count > burst) return `${count} tickets at once are more than the burst of ${rate} a minute`;
    let sum = count;
    for (const { at, count: earlier } of this.#grants.toReversed()) {
      // After an admission less than one ticket is left over.
      if (sum > Math.floor(inTime(at) + 1)) return `${sum} tickets in ${now - at} ms are more than ${rate} a minute`;
      sum += earlier;
    }
    if (sum <= Math.floor(inTime(this.#since)) + this.#atOnce) return null;
    return `${sum} tickets in ${now - this.#since} ms since the start are more than ${rate} a minute`;
  }
}
