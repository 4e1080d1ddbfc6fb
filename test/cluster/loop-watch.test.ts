/** What counts as a stand-still of the loop, on a clock that the test moves. */
import { beforeEach, expect, test } from '@jest/globals';
import type { Clock } from '#actors/ports.ts';
import { LoopWatch } from '#cluster/loop-watch.ts';

/** Time that passes while nothing runs, and a loop that then finds what is due. */
class HaltingClock implements Clock {
  #now = 5_000;
  #wakes: { time: number; wake: () => void }[] = [];

  get pending(): number {
    return this.#wakes.length;
  }

  now(): number {
    return this.#now;
  }

  wakeAt(time: number, wake: () => void): () => void {
    const entry = { time, wake };
    this.#wakes.push(entry);
    return () => {
      this.#wakes = this.#wakes.filter((other) => other !== entry);
    };
  }

  pass(ms: number): void {
    this.#now += ms;
  }

  runTimers(): void {
    const due = this.#wakes.filter(({ time }) => time <= this.#now);
    this.#wakes = this.#wakes.filter(({ time }) => time > this.#now);
    for (const { wake } of due) wake();
  }
}

const gapMs = 1_000;

let clock: HaltingClock;
let watch: LoopWatch;

beforeEach(() => {
  clock = new HaltingClock();
  watch = new LoopWatch(clock, gapMs);
  watch.start();
});

test('a loop that goes round is never stale, however busy it is', () => {
  for (const turnMs of [1, 50, 200, gapMs - 1, 10, gapMs - 1]) {
    clock.pass(turnMs);
    expect(watch.isStale).toBe(false);
    clock.runTimers();
    expect(watch.isStale).toBe(false);
  }
});

test('after a gap what is read is stale, before the timer has noticed it and after, until the loop has gone round', () => {
  clock.pass(gapMs + 201);
  expect(watch.isStale).toBe(true);
  clock.runTimers();
  clock.pass(150);
  clock.runTimers();
  expect(watch.isStale).toBe(true);
  clock.pass(100);
  clock.runTimers();
  expect(watch.isStale).toBe(false);
});

test('nothing is noted any more once it is stopped', () => {
  watch.stop();
  expect(clock.pending).toBe(0);
});
