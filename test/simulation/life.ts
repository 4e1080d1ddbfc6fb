/**
 * The lifetime of one process of a node, from its start to its crash. All callbacks of the process run through it: they
 * wait while the process is paused, and are dropped after the crash, so pending promises never settle.
 */
import type { Clock, Timers } from '#actors/ports.ts';
import type { Happening, Place, Timeline } from './timeline.ts';

export class Life implements Timers, Place {
  readonly #timeline: Timeline;
  isOver = false;
  #pausedUntil = 0;
  #held: Pick<Happening, 'run'>[] = [];

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  get isPaused(): boolean {
    return this.#timeline.now < this.#pausedUntil;
  }

  receive(happening: Happening): void {
    if (this.isOver || happening.run === null) return;
    if (this.isPaused) this.#held.push(happening);
    else happening.run();
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
  rouse(): void {
    this.#pausedUntil = 0;
    this.#wake();
  }

  end(): void {
    this.isOver = true;
    this.#held = [];
  }

  #wake(): void {
    if (this.isPaused) return;
    // Each in its own happening, so that its microtasks run before the next one.
    for (const held of this.#held.splice(0)) this.soon(() => held.run?.());
  }
}

/** Virtual time, minus a constant lag, as a clock of the node: its actor time or its monotonic clock. */
export class LifeClock implements Clock {
  readonly #timeline: Timeline;
  readonly #life: Life;
  readonly #behindMs: number;

  constructor(timeline: Timeline, life: Life, behindMs: number) {
    this.#timeline = timeline;
    this.#life = life;
    this.#behindMs = behindMs;
  }

  now(): number {
    return Math.floor(this.#timeline.now - this.#behindMs);
  }

  wakeAt(time: number, wake: () => void): () => void {
    const soonest = Math.max(time + this.#behindMs, this.#timeline.now + 1);
    const happening = this.#timeline.at(soonest, wake, this.#life);
    return () => {
      happening.run = null;
    };
  }
}
