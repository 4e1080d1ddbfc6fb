/**
 * Virtual time, as in a discrete event simulation. Near callbacks wait in a heap, distant ones in coarse slots. Each
 * callback runs with all microtasks that follow from it; then time jumps to the next callback. No real clock is used.
 */

/** The target of a callback, which runs it at once, later or never. */
export interface CallbackTarget {
  receive(callback: ScheduledCallback): void;
}

export interface ScheduledCallback {
  readonly time: number;
  readonly order: number;
  /** Null: cancelled. */
  run: (() => void) | null;
  readonly target: CallbackTarget | null;
  /** It settles no promise, so no microtask follows from it. */
  readonly isQuiet: boolean;
}

/** `then` of a settled promise is the cheapest microtask. */
const settled = Promise.resolve();
/** More callbacks than this in one run mean an endless loop. */
const callbacksMax = 2_000_000;
/** Callbacks of the current slot are in the heap, later ones in slots. Most later ones are cancelled before that. */
const slotMs = 128;

export class Timeline {
  #now: number;
  #order = 0;
  #count = 0;
  /** The first slot that has not been moved to the heap. */
  #slot: number;
  readonly #slots = new Map<number, ScheduledCallback[]>();
  readonly #heap: ScheduledCallback[] = [];
  /** Callbacks that are due now, in order; `#readyAt` is the index of the next one. */
  readonly #ready: ScheduledCallback[] = [];
  #readyAt = 0;

  constructor(now: number) {
    this.#now = now;
    this.#slot = Math.floor(now / slotMs) + 1;
  }

  get now(): number {
    return this.#now;
  }

  /** The number of callbacks that have run. */
  get count(): number {
    return this.#count;
  }

  /** Runs at `time`, or at once if that has passed; callbacks of the same time run in the order of scheduling. */
  at(time: number, run: () => void, target: CallbackTarget | null = null, isQuiet = false): ScheduledCallback {
    const callback: ScheduledCallback = { time: Math.max(time, this.#now), order: this.#order++, run, target, isQuiet };
    if (callback.time === this.#now) this.#ready.push(callback);
    else if (callback.time < this.#slot * slotMs) this.#push(callback);
    else this.#defer(callback);
    return callback;
  }

  after(ms: number, run: () => void, target: CallbackTarget | null = null): ScheduledCallback {
    return this.at(this.#now + ms, run, target);
  }

  /** The same for a callback that settles no promise: it changes data or schedules another callback. */
  quietlyAfter(ms: number, run: () => void): ScheduledCallback {
    return this.at(this.#now + ms, run, null, true);
  }

  /** Lets time pass until `end`, or until `isOver` after an event; rejects when an event throws. */
  pass(end: number, isOver: () => boolean = () => false): Promise<void> {
    return new Promise((resolve, reject) => {
      const step = (): void => {
        try {
          let next: ScheduledCallback | null;
          do next = isOver() ? null : this.#runNext(end);
          while (next?.isQuiet === true);
          if (next === null) {
            resolve();
            return;
          }
        } catch (error) {
          reject(error);
          return;
        }
        void settled.then(turn);
      };
      // The next tick comes only when no microtask is left, so all consequences of the callback are done.
      const turn = (): void => process.nextTick(step);
      step();
    });
  }

  /** Runs the next callback and returns it; null if none is due until `end`. */
  #runNext(end: number): ScheduledCallback | null {
    let next = this.#next();
    while (next?.run === null) {
      this.#take(next);
      next = this.#next();
    }
    if (next === undefined || next.time > end) {
      this.#now = Math.max(this.#now, end);
      return null;
    }
    this.#take(next);
    if (++this.#count > callbacksMax) throw new Error('The run has no end');
    this.#now = next.time;
    if (next.target === null) next.run();
    else next.target.receive(next);
    return next;
  }

  #next(): ScheduledCallback | undefined {
    const ready = this.#ready[this.#readyAt];
    if (ready === undefined && this.#heap.length === 0) this.#fillHeap();
    const next = this.#heap[0];
    return ready === undefined || (next !== undefined && isBefore(next, ready)) ? next : ready;
  }

  #take(next: ScheduledCallback): void {
    if (next !== this.#ready[this.#readyAt]) this.#pop();
    else if (++this.#readyAt === this.#ready.length) {
      this.#ready.length = 0;
      this.#readyAt = 0;
    }
  }

  #defer(callback: ScheduledCallback): void {
    const slot = Math.floor(callback.time / slotMs);
    const others = this.#slots.get(slot);
    if (others === undefined) this.#slots.set(slot, [callback]);
    else others.push(callback);
  }

  /** Moves the first slot with a callback that is not cancelled to the heap. */
  #fillHeap(): void {
    while (this.#heap.length === 0 && this.#slots.size > 0) {
      const slot = this.#slot++;
      const callbacks = this.#slots.get(slot);
      if (callbacks === undefined) continue;
      this.#slots.delete(slot);
      for (const callback of callbacks) if (callback.run !== null) this.#push(callback);
    }
  }

  #push(callback: ScheduledCallback): void {
    const heap = this.#heap;
    let index = heap.push(callback) - 1;
    while (index > 0) {
      const parent = (index - 1) >>> 1;
      const above = heap[parent] as ScheduledCallback;
      if (isBefore(above, callback)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = callback;
  }

  #pop(): void {
    const heap = this.#heap;
    const moved = heap.pop() as ScheduledCallback;
    if (heap.length === 0) return;
    let index = 0;
    for (let child = 1; child < heap.length; child = 2 * index + 1) {
      const right = heap[child + 1];
      if (right !== undefined && isBefore(right, heap[child] as ScheduledCallback)) child += 1;
      const below = heap[child] as ScheduledCallback;
      if (isBefore(moved, below)) break;
      heap[index] = below;
      index = child;
    }
    heap[index] = moved;
  }
}

function isBefore(one: ScheduledCallback, other: ScheduledCallback): boolean {
  return one.time < other.time || (one.time === other.time && one.order < other.order);
}
