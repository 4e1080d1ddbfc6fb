/**
 * Calls many waiters at their times with one timer. Promises that no waiter is called before its time by the given
 * clock, and that cancelled waiters do not accumulate. The timer does not keep the process alive.
 */
interface Wake {
  readonly time: number;
  call: (() => void) | null;
  isQueued: boolean;
}

/** The heap is not rebuilt for fewer cancelled waiters than this. */
const cancelledMin = 64;

export class WakeQueue {
  readonly #now: () => number;
  readonly #delayMsMax: number;
  /** Binary heap by time, cancelled waiters included. */
  #heap: Wake[] = [];
  #cancelled = 0;
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Number.POSITIVE_INFINITY;

  /** `now` may be set forward: it is read again at least every `delayMsMax`. */
  constructor(now: () => number, delayMsMax: number) {
    this.#now = now;
    this.#delayMsMax = delayMsMax;
  }

  /** Calls once at or after `time`, never at once; the returned function cancels. */
  add(time: number, call: () => void): () => void {
    const wake: Wake = { time, call, isQueued: true };
    this.#push(wake);
    if (time < this.#timerAt) this.#arm();
    return () => {
      if (wake.call === null) return;
      wake.call = null;
      if (!wake.isQueued) return;
      this.#cancelled += 1;
      if (this.#cancelled > cancelledMin && this.#cancelled > this.#heap.length / 2) this.#rebuild();
    };
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timerAt = Number.POSITIVE_INFINITY;
    this.#heap = [];
    this.#cancelled = 0;
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const next = this.#heap[0];
    this.#timerAt = next === undefined ? Number.POSITIVE_INFINITY : next.time;
    if (next === undefined) return;
    const delayMs = Math.min(Math.max(next.time - this.#now(), 1), this.#delayMsMax);
    this.#timer = setTimeout(() => this.#fire(), delayMs).unref();
  }

  #fire(): void {
    const now = this.#now();
    const due: Wake[] = [];
    for (let next = this.#heap[0]; next !== undefined && next.time <= now; next = this.#heap[0]) {
      this.#pop();
      next.isQueued = false;
      if (next.call === null) this.#cancelled -= 1;
      else due.push(next);
    }
    this.#arm();
    for (const wake of due) {
      // A waiter called before in this round may have cancelled it.
      const { call } = wake;
      wake.call = null;
      call?.();
    }
  }

  #rebuild(): void {
    const left = this.#heap.filter((wake) => wake.call !== null);
    this.#heap = [];
    this.#cancelled = 0;
    for (const wake of left) this.#push(wake);
    this.#arm();
  }

  #push(wake: Wake): void {
    const heap = this.#heap;
    let place = heap.push(wake) - 1;
    while (place > 0) {
      const parent = (place - 1) >>> 1;
      const above = heap[parent] as Wake;
      if (above.time <= wake.time) break;
      heap[place] = above;
      place = parent;
    }
    heap[place] = wake;
  }

  #pop(): void {
    const heap = this.#heap;
    const moved = heap.pop();
    if (moved === undefined || heap.length === 0) return;
    let place = 0;
    for (let child = 1; child < heap.length; child = 2 * place + 1) {
      const right = heap[child + 1];
      if (right !== undefined && right.time < (heap[child] as Wake).time) child += 1;
      const below = heap[child] as Wake;
      if (below.time >= moved.time) break;
      heap[place] = below;
      place = child;
    }
    heap[place] = moved;
  }
}
