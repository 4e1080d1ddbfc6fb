/**
 * Actor time: Postgres' clock, extrapolated between its answers with the local monotonic clock. Never goes back,
 * whatever either clock does. A forward jump of Postgres' clock is followed in small steps. The node's wall clock is
 * never used.
 */
import type { DatabasePool } from 'slonik';
import { sql } from 'slonik';
import { z } from 'zod';
import type { Clock } from '#actors/ports.ts';
import { reasonOf, type StorageLog } from './log.ts';
import { WakeQueue } from './wake-queue.ts';

const windowMs = 5_000;
/** The largest correction of actor time per window, forward or back. */
const stepMsMax = 1_000;
const firstSamples = 3;
/** Longest sleep of a waker, so that it notices a clock that was set forward. */
const wakeDelayMsMax = 1_000;

export interface DatabaseClockOptions {
  /** Reads Postgres' clock, in milliseconds since 1970. */
  readonly ask: () => Promise<number>;
  /** Milliseconds from any start, never going back. */
  readonly monotonic?: () => number;
  readonly log: StorageLog;
}

const nowRow = z.object({ now: z.number() });

/** Postgres' clock, not the start time of a transaction. */
export function askDatabase(pool: DatabasePool): Promise<number> {
  return pool.oneFirst(sql.type(nowRow)`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`);
}

export class DatabaseClock implements Clock {
  readonly #options: DatabaseClockOptions;
  readonly #monotonic: () => number;
  readonly #wakes: WakeQueue;
  #interval: NodeJS.Timeout | undefined;
  /** Postgres' clock minus the monotonic clock. A slow answer makes it too small, never too large. */
  #offsetMs = Number.NaN;
  #last = 0;
  #windowStart = 0;
  /** The offset when the window began, and the largest one seen in it. */
  #offsetBefore = 0;
  #offsetSeen = Number.NEGATIVE_INFINITY;

  constructor(options: DatabaseClockOptions) {
    this.#options = options;
    this.#monotonic = options.monotonic ?? (() => performance.now());
    this.#wakes = new WakeQueue(() => this.now(), wakeDelayMsMax);
  }

  /** Rejects when Postgres does not answer. Must have resolved before anything else is called. */
  async start(): Promise<void> {
    for (let sample = 0; sample < firstSamples; sample++) {
      const databaseMs = await this.#options.ask();
      const offset = databaseMs - this.#monotonic();
      if (!(this.#offsetMs >= offset)) this.#offsetMs = offset;
    }
    this.#beginWindow(this.#monotonic());
    this.#interval = setInterval(() => void this.refresh(), windowMs).unref();
  }

  /** Cancels all pending wakes. */
  stop(): void {
    clearInterval(this.#interval);
    this.#wakes.clear();
  }

  now(): number {
    const now = Math.floor(this.#monotonic() + this.#offsetMs);
    if (now > this.#last) this.#last = now;
    return this.#last;
  }

  wakeAt(time: number, wake: () => void): () => void {
    return this.#wakes.add(time, wake);
  }

  /** Processes the time of Postgres' clock in an answer that has just arrived. */
  observe(databaseMs: number): void {
    const local = this.#monotonic();
    if (local - this.#windowStart >= windowMs) this.#endWindow(local);
    const offset = databaseMs - local;
    if (offset > this.#offsetSeen) this.#offsetSeen = offset;
    if (offset > this.#offsetMs) this.#offsetMs = Math.min(offset, this.#offsetBefore + stepMsMax);
  }

  /** Reads Postgres' clock unless an answer has carried it lately. A failure changes nothing. */
  async refresh(): Promise<void> {
    const isFresh = this.#offsetSeen > Number.NEGATIVE_INFINITY && this.#monotonic() - this.#windowStart < windowMs;
    if (isFresh) return;
    try {
      this.observe(await this.#options.ask());
    } catch (error) {
      this.#options.log.warn({ reason: reasonOf(error) }, 'the clock of the database could not be read');
    }
  }

  /** If every answer of a window was behind, the local clock is too fast or Postgres' was set back: follow slowly. */
  #endWindow(local: number): void {
    if (this.#offsetSeen > Number.NEGATIVE_INFINITY && this.#offsetSeen < this.#offsetMs) {
      // Record the last time shown, so that time stands still instead of going back.
      this.now();
      this.#offsetMs = Math.max(this.#offsetSeen, this.#offsetMs - stepMsMax);
    }
    this.#beginWindow(local);
  }

  #beginWindow(local: number): void {
    this.#windowStart = local;
    this.#offsetBefore = this.#offsetMs;
    this.#offsetSeen = Number.NEGATIVE_INFINITY;
  }
}
