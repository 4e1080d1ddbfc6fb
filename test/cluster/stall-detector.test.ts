/** When the event loop counts as blocked, on a clock that the test moves. */
import type { Clock } from '#actors/ports.ts';
import { StallDetector } from '#cluster/stall-detector.ts';

/** A clock on which time passes while the loop is blocked; `runTimers` then calls the due timers. */
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
let watch: StallDetector;

beforeEach(() => {
  clock = new HaltingClock();
  watch = new StallDetector(clock, gapMs);
  watch.start();
});

test('a busy loop is not stale as long as its iterations are shorter than the gap', () => {
  for (const turnMs of [1, 50, 200, gapMs - 1, 10, gapMs - 1]) {
    clock.pass(turnMs);
    expect(watch.isStale).toBe(false);
    clock.runTimers();
    expect(watch.isStale).toBe(false);
  }
});

test('requests read after a gap are stale until the loop has completed an iteration', () => {
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

test('a stopped loop watch has no pending timer', () => {
  watch.stop();
  expect(clock.pending).toBe(0);
});
