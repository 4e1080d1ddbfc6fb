/**
 * One life of a node, from its start to its crash. Everything that is to happen in the node goes through here: after the
 * crash nothing does, so that whatever it waited for never comes; while it is paused everything waits.
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

  /** Runs in the node: now, when it wakes, or never. */
  run(task: () => void): void {
    if (this.isOver) return;
    if (this.isPaused) this.#held.push({ run: task });
    else task();
  }

  /** After what is due at this moment as well: a simulated process promises less than a real one. */
  thereafter(task: () => void): void {
    this.soon(task);
  }

  soon(task: () => void): void {
    this.#timeline.after(0, task, this);
  }

  after(ms: number, task: () => void): void {
    this.#timeline.after(ms, task, this);
  }

  /** Nothing happens in the node for so long; then everything that came meanwhile, in its order. */
  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#timeline.now + ms);
    this.#timeline.at(this.#pausedUntil, () => this.#wake());
  }

  /** Ends a pause before its time. */
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
    // One after the other, each with all that follows from it.
    for (const held of this.#held.splice(0)) this.soon(() => held.run?.());
  }
}

/** A clock of the node that shows virtual time, a little behind: actor time, or the monotonic clock. */
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
