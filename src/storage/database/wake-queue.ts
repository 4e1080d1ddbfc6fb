/**
 * Calls many waiters at their times with one timer. Promises that no waiter is called before its time by the given
 * clock, and that cancelled waiters do not accumulate. The timer does not keep the process alive.
 */
import { TimeHeap } from '#collections/time-heap.ts';

interface Wake {
  readonly call: () => void;
  isCancelled: boolean;
  /** Undefined: its time has come, or the queue was cleared. */
  slot: number | undefined;
}

export class WakeQueue {
  readonly #now: () => number;
  readonly #delayMsMax: number;
  #times = new TimeHeap();
  /** By slot. */
  #wakes: (Wake | undefined)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Number.POSITIVE_INFINITY;

  /** `now` may be set forward: it is read again at least every `delayMsMax`. */
  constructor(now: () => number, delayMsMax: number) {
    this.#now = now;
    this.#delayMsMax = delayMsMax;
  }

  /** Calls once at or after `time`, never at once; the returned function cancels. */
  add(time: number, call: () => void): () => void {
    const slot = this.#times.add(time);
    const wake: Wake = { call, isCancelled: false, slot };
    this.#wakes[slot] = wake;
    if (time < this.#timerAt) this.#arm();
    return () => {
      wake.isCancelled = true;
      if (wake.slot !== undefined && this.#wakes[wake.slot] === wake) this.#take(wake.slot);
    };
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timerAt = Number.POSITIVE_INFINITY;
    this.#times = new TimeHeap();
    this.#wakes = [];
  }

  #arm(): void {
    clearTimeout(this.#timer);
    this.#timerAt = this.#times.earliestTime;
    if (this.#times.size === 0) return;
    const delayMs = Math.min(Math.max(this.#timerAt - this.#now(), 1), this.#delayMsMax);
    this.#timer = setTimeout(() => this.#fire(), delayMs).unref();
  }

  #fire(): void {
    const now = this.#now();
    const due: Wake[] = [];
    while (this.#times.earliestTime <= now) due.push(this.#take(this.#times.earliestSlot));
    this.#arm();
    // A waiter called before in this round may have cancelled another.
    for (const wake of due) if (!wake.isCancelled) wake.call();
  }

  #take(slot: number): Wake {
    const wake = this.#wakes[slot] as Wake;
    this.#times.remove(slot);
    this.#wakes[slot] = undefined;
    wake.slot = undefined;
    return wake;
  }
}
