/**
 * Virtual time, as in a discrete event simulation. Near callbacks wait in a heap, distant ones in coarse slots. Each
 * callback runs with all microtasks that follow from it; then time jumps to the next callback. No real clock is used.
 */

/** The target of a callback, which runs it at once, later or never. */
export interface Place {
  receive(happening: Happening): void;
}

export interface Happening {
  readonly time: number;
  readonly order: number;
  /** Null: cancelled. */
  run: (() => void) | null;
  readonly place: Place | null;
  /** It settles no promise, so no microtask follows from it. */
  readonly isQuiet: boolean;
}

/** `then` of a settled promise is the cheapest microtask. */
const settled = Promise.resolve();
/** More callbacks than this in one run mean an endless loop. */
const happeningsMax = 2_000_000;
/** Callbacks of the current slot are in the heap, later ones in slots. Most later ones are cancelled before that. */
const slotMs = 128;

export class Timeline {
  #now: number;
  #order = 0;
  #count = 0;
  /** The first slot that has not been moved to the heap. */
  #slot: number;
  readonly #slots = new Map<number, Happening[]>();
  readonly #heap: Happening[] = [];
  /** Callbacks that are due now, in order; `#readyAt` is the index of the next one. */
  readonly #ready: Happening[] = [];
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
  at(time: number, run: () => void, place: Place | null = null, isQuiet = false): Happening {
    const happening: Happening = { time: Math.max(time, this.#now), order: this.#order++, run, place, isQuiet };
    if (happening.time === this.#now) this.#ready.push(happening);
    else if (happening.time < this.#slot * slotMs) this.#push(happening);
    else this.#putOff(happening);
    return happening;
  }

  after(ms: number, run: () => void, place: Place | null = null): Happening {
    return this.at(this.#now + ms, run, place);
  }

  /** The same for a callback that settles no promise: it changes data or schedules another callback. */
  quietlyAfter(ms: number, run: () => void): Happening {
    return this.at(this.#now + ms, run, null, true);
  }

  /** Lets time pass until `end`, or until `isOver` after an event; rejects when an event throws. */
  pass(end: number, isOver: () => boolean = () => false): Promise<void> {
    return new Promise((resolve, reject) => {
      const step = (): void => {
        try {
          let next: Happening | null;
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
  #runNext(end: number): Happening | null {
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
    if (++this.#count > happeningsMax) throw new Error('The run has no end');
    this.#now = next.time;
    if (next.place === null) next.run();
    else next.place.receive(next);
    return next;
  }

  #next(): Happening | undefined {
    const ready = this.#ready[this.#readyAt];
    if (ready === undefined && this.#heap.length === 0) this.#bringNear();
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

  #putOff(happening: Happening): void {
    const slot = Math.floor(happening.time / slotMs);
    const others = this.#slots.get(slot);
    if (others === undefined) this.#slots.set(slot, [happening]);
    else others.push(happening);
  }

  /** Moves the first slot with a callback that is not cancelled to the heap. */
  #bringNear(): void {
    while (this.#heap.length === 0 && this.#slots.size > 0) {
      const slot = this.#slot++;
      const happenings = this.#slots.get(slot);
      if (happenings === undefined) continue;
      this.#slots.delete(slot);
      for (const happening of happenings) if (happening.run !== null) this.#push(happening);
    }
  }

  #push(happening: Happening): void {
    const heap = this.#heap;
    let place = heap.push(happening) - 1;
    while (place > 0) {
      const parent = (place - 1) >>> 1;
      const above = heap[parent] as Happening;
      if (isBefore(above, happening)) break;
      heap[place] = above;
      place = parent;
    }
    heap[place] = happening;
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
