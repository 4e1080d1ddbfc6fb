/**
 * Runs work of one kind with bounded concurrency; more work waits in a bounded FIFO queue. When that is full, work is
 * shed with UNAVAILABLE, so that neither memory nor waiting time grows with the load.
 */
import PQueue from 'p-queue';
import { Fault } from '#actors/fault.ts';

export interface WorkQueueBounds {
  readonly atOnce: number;
  readonly waitingMax: number;
  /** Error message for a refused caller. */
  readonly refusal: string;
}

export class WorkQueue {
  readonly #bounds: WorkQueueBounds;
  readonly #queue: PQueue;

  constructor(bounds: WorkQueueBounds) {
    this.#bounds = bounds;
    this.#queue = new PQueue({ concurrency: bounds.atOnce });
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** Nothing runs and nothing waits. */
  get isIdle(): boolean {
    return this.#queue.pending === 0;
  }

  /** Throws if `run` would refuse now. */
  refuseWhenFull(): void {
    const { atOnce, waitingMax, refusal } = this.#bounds;
    if (this.#queue.pending >= atOnce && this.waiting >= waitingMax) throw new Fault('UNAVAILABLE', refusal);
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.refuseWhenFull();
    return this.#queue.add(work);
  }
}
