/**
 * The lifetime of one process of a node, from its start to its crash. All callbacks of the process run through it: they
 * wait while the process is paused, and are dropped after the crash, so pending promises never settle.
 */
import type { Clock, Timers } from '#actors/ports.ts';
import type { CallbackTarget, ScheduledCallback, Timeline } from './timeline.ts';

export class ProcessLifetime implements Timers, CallbackTarget {
  readonly #timeline: Timeline;
  isOver = false;
  #pausedUntil = 0;
  #held: Pick<ScheduledCallback, 'run'>[] = [];

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  get isPaused(): boolean {
    return this.#timeline.now < this.#pausedUntil;
  }

  receive(callback: ScheduledCallback): void {
    if (this.isOver || callback.run === null) return;
    if (this.isPaused) this.#held.push(callback);
    else callback.run();
  }

  /** Runs a task in the process: now, after the pause, or never after a crash. */
  run(task: () => void): void {
    if (this.isOver) return;
    if (this.isPaused) this.#held.push({ run: task });
    else task();
  }

  /** Same as `soon`: the simulated process gives no stronger guarantee of order. */
  thereafter(task: () => void): void {
    this.soon(task);
  }

  soon(task: () => void): void {
    this.#timeline.after(0, task, this);
  }

  after(ms: number, task: () => void): void {
    this.#timeline.after(ms, task, this);
  }

  /** Runs no callback of the process for `ms`; then runs those that became due meanwhile, in order. */
  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#timeline.now + ms);
    this.#timeline.at(this.#pausedUntil, () => this.#wake());
  }

  /** Ends a pause early. */
  resume(): void {
    this.#pausedUntil = 0;
    this.#wake();
  }

  end(): void {
    this.isOver = true;
    this.#held = [];
  }

  #wake(): void {
    if (this.isPaused) return;
    // Each in its own callback, so that its microtasks run before the next one.
    for (const held of this.#held.splice(0)) this.soon(() => held.run?.());
  }
}

/** Virtual time, minus a constant lag, as a clock of the node: its actor time or its monotonic clock. */
export class ProcessClock implements Clock {
  readonly #timeline: Timeline;
  readonly #lifetime: ProcessLifetime;
  readonly #behindMs: number;

  constructor(timeline: Timeline, lifetime: ProcessLifetime, behindMs: number) {
    this.#timeline = timeline;
    this.#lifetime = lifetime;
    this.#behindMs = behindMs;
  }

  now(): number {
    return Math.floor(this.#timeline.now - this.#behindMs);
  }

  wakeAt(time: number, wake: () => void): () => void {
    const soonest = Math.max(time + this.#behindMs, this.#timeline.now + 1);
    const callback = this.#timeline.at(soonest, wake, this.#lifetime);
    return () => {
      callback.run = null;
    };
  }
}
