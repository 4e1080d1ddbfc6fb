/**
 * Runs work of one kind with bounded concurrency; more work waits in a bounded FIFO queue. When that is full, work is
 * shed with UNAVAILABLE, so that neither memory nor waiting time grows with the load.
 */
import { Fault } from '#actors/fault.ts';

export interface WorkQueueBounds {
  readonly atOnce: number;
  readonly waitingMax: number;
  /** Error message for a refused caller. */
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

  /** Throws if `run` would refuse now. */
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
      // The next waiting piece takes over the slot.
      if (next === undefined) this.#running--;
      else next();
    }
  }
}
