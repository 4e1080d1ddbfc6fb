/**
 * The timer of one event's steps: one deadline in the node's queue of deadlines, for the next step of the event's queue or
 * of its allotments, whichever comes first. Decides nothing: the event decides what is due.
 */
import type { EventState } from '#domain/event-state.ts';
import { nextStepTime } from '#domain/next-step.ts';
import type { DeadlineQueue, DeadlineTarget } from './deadlines.ts';

/** How often a queue is examined that could admit by its rate, but has reached its bound on live sessions. */
const lookEveryMs = 200;

export class StepTimer implements DeadlineTarget {
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
    this.#waitFor(nextStepTime(state) ?? Number.POSITIVE_INFINITY);
  }

  /** Sets the deadline by the state after a turn at `now`. */
  follow(state: EventState, now: number): void {
    if (state.queue === null && state.allotments === null && this.#slot === null) return;
    const next = nextStepTime(state) ?? Number.POSITIVE_INFINITY;
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

  /** The earlier of the next step's time and another deadline; null: there is none. */
  earlier(other: number | null, state: EventState): number | null {
    const next = nextStepTime(state);
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
