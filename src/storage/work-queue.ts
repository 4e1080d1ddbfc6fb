/**
 * Runs work of one kind, so many pieces at a time; the others wait in the order in which they came, up to a bound.
 * Beyond it work is refused with UNAVAILABLE, so that neither memory nor the wait grows with the demand.
 */
import { Fault } from '#actors/fault.ts';

export interface WorkQueueBounds {
  readonly atOnce: number;
  readonly waitingMax: number;
  /** What a caller is told who is refused. */
  readonly refusal: string;
}

export class WorkQueue {
  readonly #bounds: WorkQueueBounds;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(bounds: WorkQueueBounds) {
    this.#bounds = bounds;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Nothing runs and nothing waits. */
  get isIdle(): boolean {
    return this.#running === 0;
  }

  /** Throws the refusal that `run` would reject with now, if it would. */
  refuseWhenFull(): void {
    const { atOnce, waitingMax, refusal } = this.#bounds;
    if (this.#running >= atOnce && this.#waiting.length >= waitingMax) throw new Fault('UNAVAILABLE', refusal);
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.refuseWhenFull();
    if (this.#running < this.#bounds.atOnce) this.#running++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The next one takes over the place.
      if (next === undefined) this.#running--;
      else next();
    }
  }
}
