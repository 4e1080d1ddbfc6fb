/**
 * Virtual time. What is to happen waits in a heap; each event runs together with everything that follows from it without
 * waiting (all microtasks), then time leaps to the next one. Nothing here looks at a real clock.
 */
export interface Happening {
  readonly time: number;
  readonly order: number;
  /** Null: nobody waits for it any more. */
  run: (() => void) | null;
}

/** Its callbacks are the cheapest of microtasks. */
const settled = Promise.resolve();
/** More than this in one run is a loop without end. */
const happeningsMax = 2_000_000;

export class Timeline {
  #now: number;
  #order = 0;
  #count = 0;
  readonly #heap: Happening[] = [];
  /** What is due at this very moment, in its order; `#readyAt` is the place of the next one. */
  readonly #ready: Happening[] = [];
  #readyAt = 0;

  constructor(now: number) {
    this.#now = now;
  }

  get now(): number {
    return this.#now;
  }

  /** How much has happened. */
  get count(): number {
    return this.#count;
  }

  /** Runs at `time`, at once when that has passed; what is due at the same time runs in the order it was told. */
  at(time: number, run: () => void): Happening {
    const heap = this.#heap;
    const happening: Happening = { time: Math.max(time, this.#now), order: this.#order++, run };
    if (happening.time === this.#now) {
      this.#ready.push(happening);
      return happening;
    }
    let place = heap.push(happening) - 1;
    while (place > 0) {
      const parent = (place - 1) >>> 1;
      const above = heap[parent] as Happening;
      if (isBefore(above, happening)) break;
      heap[place] = above;
      place = parent;
    }
    heap[place] = happening;
    return happening;
  }

  after(ms: number, run: () => void): Happening {
    return this.at(this.#now + ms, run);
  }

  /** Lets time pass until `end`, or until `isOver` after an event; rejects when an event throws. */
  pass(end: number, isOver: () => boolean = () => false): Promise<void> {
    return new Promise((resolve, reject) => {
      const step = (): void => {
        try {
          if (isOver() || !this.#runNext(end)) {
            resolve();
            return;
          }
        } catch (error) {
          reject(error);
          return;
        }
        void settled.then(turn);
      };
      // A tick comes only when no microtask is left: everything that follows from the event has happened.
      const turn = (): void => process.nextTick(step);
      step();
    });
  }

  #runNext(end: number): boolean {
    let next = this.#next();
    while (next?.run === null) {
      this.#take(next);
      next = this.#next();
    }
    if (next === undefined || next.time > end) {
      this.#now = Math.max(this.#now, end);
      return false;
    }
    this.#take(next);
    if (++this.#count > happeningsMax) throw new Error('The run has no end');
    this.#now = next.time;
    next.run?.();
    return true;
  }

  #next(): Happening | undefined {
    const ready = this.#ready[this.#readyAt];
    const next = this.#heap[0];
    return ready === undefined || (next !== undefined && isBefore(next, ready)) ? next : ready;
  }

  #take(next: Happening): void {
    if (next !== this.#ready[this.#readyAt]) this.#pop();
    else if (++this.#readyAt === this.#ready.length) {
      this.#ready.length = 0;
      this.#readyAt = 0;
    }
  }

  #pop(): void {
    const heap = this.#heap;
    const moved = heap.pop() as Happening;
    if (heap.length === 0) return;
    let place = 0;
    for (let child = 1; child < heap.length; child = 2 * place + 1) {
      const right = heap[child + 1];
      if (right !== undefined && isBefore(right, heap[child] as Happening)) child += 1;
      const below = heap[child] as Happening;
      if (isBefore(moved, below)) break;
      heap[place] = below;
      place = child;
    }
    heap[place] = moved;
  }
}

function isBefore(one: Happening, other: Happening): boolean {
  return one.time < other.time || (one.time === other.time && one.order < other.order);
}
