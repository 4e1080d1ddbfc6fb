/**
 * The timer of one event's queue: one deadline in the node's queue of deadlines, for the draw, the next admission or the
 * next lapse, whichever comes first. Decides nothing: the event decides what is due.
 */
import type { EventState } from '#domain/event-state.ts';
import { nextQueueTime } from '#domain/queue/decide-queue.ts';
import type { DeadlineQueue, DeadlineTarget } from './deadlines.ts';

/** How often a queue is examined that could admit by its rate, but has reached its bound on live sessions. */
const lookEveryMs = 200;

export class QueueTimer implements DeadlineTarget {
  readonly #queue: DeadlineQueue;
  readonly #onDue: () => void;
  #isDue = false;
  #slot: number | null = null;
  /** The time of the slot; infinity: there is no slot. */
  #time = Number.POSITIVE_INFINITY;

  constructor(queue: DeadlineQueue, onDue: () => void) {
    this.#queue = queue;
    this.#onDue = onDue;
  }

  /** The deadline has passed and the event has not looked since. */
  get isDue(): boolean {
    return this.#isDue;
  }

  looked(): void {
    this.#isDue = false;
  }

  /** Sets the first deadline of an event that was loaded. A step that is due already is not put off. */
  begin(state: EventState): void {
    this.#waitFor(nextQueueTime(state) ?? Number.POSITIVE_INFINITY);
  }

  /** Sets the deadline by the state after a turn at `now`. */
  follow(state: EventState, now: number): void {
    if (state.queue === null) return;
    const next = nextQueueTime(state) ?? Number.POSITIVE_INFINITY;
    const time = next <= now ? now + lookEveryMs : next;
    // A planned examination comes early enough. Moving it at every turn would postpone it without end.
    if (time === this.#time || (next <= now && this.#time <= time)) return;
    this.#waitFor(time);
  }

  #waitFor(time: number): void {
    this.end();
    if (time === Number.POSITIVE_INFINITY) return;
    this.#time = time;
    this.#slot = this.#queue.add(time, this, 0);
  }

  /** The earlier of the queue's time and another deadline; null: there is none. */
  earlier(other: number | null, state: EventState): number | null {
    const next = nextQueueTime(state);
    return other === null || next === null ? (other ?? next) : Math.min(other, next);
  }

  due(): void {
    this.#slot = null;
    this.#time = Number.POSITIVE_INFINITY;
    this.#isDue = true;
    this.#onDue();
  }

  end(): void {
    if (this.#slot !== null) this.#queue.remove(this.#slot);
    this.#slot = null;
    this.#time = Number.POSITIVE_INFINITY;
  }
}
