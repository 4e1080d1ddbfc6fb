/**
 * One life of a node, from its start to its crash. Everything that is to happen in the node goes through here: after the
 * crash nothing does, so that whatever it waited for never comes; while it is paused everything waits.
 */
import type { Clock, Timers } from '#actors/ports.ts';
import type { Timeline } from './timeline.ts';

export class Life implements Timers {
  readonly #timeline: Timeline;
  isOver = false;
  #pausedUntil = 0;
  #held: (() => void)[] = [];

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  get isPaused(): boolean {
    return this.#timeline.now < this.#pausedUntil;
  }

  /** Runs in the node: now, when it wakes, or never. */
  run(task: () => void): void {
    if (this.isOver) return;
    if (this.isPaused) this.#held.push(task);
    else task();
  }

  soon(task: () => void): void {
    this.#timeline.after(0, () => this.run(task));
  }

  after(ms: number, task: () => void): void {
    this.#timeline.after(ms, () => this.run(task));
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
    for (const task of this.#held.splice(0)) this.soon(task);
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
    let isWanted = true;
    const happening = this.#timeline.at(Math.max(time + this.#behindMs, this.#timeline.now + 1), () =>
      this.#life.run(() => {
        if (isWanted) wake();
      }),
    );
    return () => {
      isWanted = false;
      happening.run = null;
    };
  }
}
