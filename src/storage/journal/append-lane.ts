/**
 * Group commit with one append statement in flight: appends that arrive meanwhile share the next one. Promises that
 * every append learns its true outcome after any number of retries, and that neither a bad record nor a locked row
 * blocks the others. Never reports a failure for an append that may have succeeded. While appends fail it retries
 * without end, so that the outage ends as soon as the database accepts one. Not a `BatchedQuery`: its groups are bounded
 * in size, and an append of a group may need further statements.
 */
import type { DatabasePool } from 'slonik';
import { Fault } from '#actors/fault.ts';
import type { Timers } from '#actors/ports.ts';
import type { StorageLog } from '../database/log.ts';
import { loopTimers } from '../database/loop-timers.ts';
import { isDefiniteRefusal } from '../database/sql-errors.ts';
import { type Append, lookUp, type Outcome, sendAppends } from './append-statement.ts';

const rowsPerStatementMax = 500;
const charactersPerStatementMax = 1_000_000;
const firstPauseMs = 2;
const unknownPauseMsMax = 250;
const skippedPauseMsMax = 50;
/** Replacing a lost connection takes less time. After it the lane counts as stuck, and new commands should not wait. */
const failingMsMax = 1_000;

export interface LaneOptions {
  readonly pool: DatabasePool;
  /** Called with Postgres' clock, in milliseconds, after every answer. */
  readonly observe: (databaseMs: number) => void;
  /** Called after every answered statement with its duration and its numbers of records and characters. */
  readonly appendObserved: (ms: number, records: number, characters: number) => void;
  readonly log: StorageLog;
  /** The process's timers unless a simulation passes its own. */
  readonly timers?: Timers;
}

interface Waiting extends Append {
  readonly resolve: (outcome: 'durable' | 'fenced') => void;
  readonly reject: (error: unknown) => void;
  /** An earlier attempt may have succeeded, so the refusal of a later one proves nothing. */
  unsure: boolean;
  /** How often its row was skipped or its record refused. */
  skips: number;
  refusals: number;
}

export class AppendLane {
  readonly #options: LaneOptions;
  readonly #timers: Timers;
  #waiting: Waiting[] = [];
  /** Parts of a refused statement, to be sent one by one before new appends. */
  readonly #parts: Waiting[][] = [];
  #running = false;
  #closed = false;
  /** Number of the current outage; 0 while appends are answered. */
  #outage = 0;
  #outageCount = 0;
  #isStuck = false;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#timers = options.timers ?? loopTimers;
  }

  /** True when appends have failed for 1 s or longer and still fail. */
  get isStuck(): boolean {
    return this.#isStuck;
  }

  append({ batch, facts }: Append): Promise<'durable' | 'fenced'> {
    return new Promise((resolve, reject) => {
      if (this.#closed) reject(closed(false));
      else this.#enqueue({ batch, facts, resolve, reject, unsure: false, skips: 0, refusals: 0 });
    });
  }

  /** Stops retrying: appends with an unknown outcome are rejected when their statement ends. */
  close(): void {
    this.#closed = true;
  }

  #enqueue(waiting: Waiting): void {
    this.#waiting.push(waiting);
    if (this.#running) return;
    this.#running = true;
    // All batches decided in this iteration of the event loop share one statement.
    this.#timers.soon(() => void this.#run());
  }

  async #run(): Promise<void> {
    for (let group = this.#next(); group.length > 0; group = this.#next()) {
      await this.#settle(group);
      // Actors whose append is answered decide their waiting commands at once: include these before reading sockets.
      await new Promise<void>((resolve) => this.#timers.thereafter(resolve));
    }
    this.#running = false;
  }

  #next(): Waiting[] {
    const part = this.#parts.shift();
    if (part !== undefined) return part;
    let characters = 0;
    let count = 0;
    for (const { facts } of this.#waiting) {
      characters += facts.length;
      if (count > 0 && (count === rowsPerStatementMax || characters > charactersPerStatementMax)) break;
      count += 1;
    }
    const group = this.#waiting;
    this.#waiting = group.splice(count);
    return group;
  }

  /** Sends a group until each record has its outcome or is queued for a later statement, or the lane is closed. */
  async #settle(group: Waiting[]): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        await this.#attempt(group);
        return;
      } catch (error) {
        if (isDefiniteRefusal(error)) return this.#refused(group, error);
        for (const waiting of group) waiting.unsure = true;
        if (this.#closed) {
          for (const waiting of group) waiting.reject(closed(true));
          return;
        }
        this.#noteFailure();
        this.#warn(group, attempt, error);
        await this.#pause(pauseMs(attempt, unknownPauseMsMax));
      }
    }
  }

  async #attempt(group: Waiting[]): Promise<void> {
    const start = performance.now();
    const { now, added } = await sendAppends(this.#options.pool, group);
    this.#noteAnswer();
    this.#options.observe(now);
    const characters = group.reduce((sum, { facts }) => sum + facts.length, 0);
    this.#options.appendObserved(performance.now() - start, group.length, characters);
    if (added.size === group.length) {
      for (const waiting of group) waiting.resolve('durable');
      return;
    }
    for (const place of added) group[place]?.resolve('durable');
    await this.#findOut(group.filter((_, place) => !added.has(place)));
  }

  /** Finds the outcomes of records that the last statement did not add. */
  async #findOut(group: readonly Waiting[]): Promise<void> {
    const outcomes = await this.#lookUp(group);
    group.forEach((waiting, place) => {
      const outcome = outcomes?.[place];
      if (outcomes === null) waiting.reject(closed(waiting.unsure));
      else if (outcome === 'durable' || outcome === 'fenced') waiting.resolve(outcome);
      else if (outcome === 'open') this.#again(waiting);
      else waiting.reject(new Error(`Event ${waiting.batch.ownership.eventNumber} is not at ${waiting.batch.seq - 1}`));
    });
  }

  /**
   * Retried on its own until it is answered, because the group's other records are already settled. Null: the lane was
   * closed before an answer.
   */
  async #lookUp(group: readonly Waiting[]): Promise<Outcome[] | null> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await lookUp(this.#options.pool, group);
      } catch (error) {
        if (this.#closed) return null;
        this.#warn(group, attempt, error);
        await this.#pause(pauseMs(attempt, unknownPauseMsMax));
      }
    }
  }

  /** The owner's row was locked, by a take-over or by an earlier attempt. Retries later without blocking the lane. */
  #again(waiting: Waiting): void {
    if (this.#closed) waiting.reject(closed(waiting.unsure));
    else this.#timers.after(pauseMs(waiting.skips++, skippedPauseMsMax), () => this.#enqueue(waiting));
  }

  /** Bisects a refused group until the bad record is alone; that one is tried once more. */
  async #refused(group: Waiting[], error: unknown): Promise<void> {
    const [first, ...rest] = group;
    if (first === undefined) return;
    // The database answered, so this is no outage.
    this.#noteAnswer();
    if (rest.length > 0) {
      const middle = group.length >>> 1;
      this.#parts.unshift(group.slice(0, middle), group.slice(middle));
    } else if (first.refusals++ === 0) this.#parts.unshift(group);
    else if (first.unsure) await this.#findOut(group);
    else first.reject(error);
  }

  #noteAnswer(): void {
    this.#outage = 0;
    if (!this.#isStuck) return;
    this.#isStuck = false;
    this.#options.log.info({}, 'the journal can be written again');
  }

  #noteFailure(): void {
    if (this.#outage !== 0) return;
    this.#outageCount++;
    const outage = this.#outageCount;
    this.#outage = outage;
    this.#timers.after(failingMsMax, () => {
      if (this.#outage !== outage || this.#closed) return;
      this.#isStuck = true;
      this.#options.log.error({}, 'the journal cannot be written: changes are refused until an append succeeds');
    });
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.#timers.after(ms, resolve));
  }

  #warn(group: readonly Waiting[], attempt: number, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.log.warn({ reason, records: group.length, attempt }, 'the outcome of an append is not known yet');
  }
}

function pauseMs(attempt: number, max: number): number {
  return Math.min(max, firstPauseMs * 2 ** Math.min(attempt, 10));
}

/** `isUnsure`: the record may be in the journal. */
function closed(isUnsure: boolean): Fault {
  return isUnsure
    ? new Fault('OUTCOME_UNKNOWN', 'The journal was closed before the outcome was known.')
    : new Fault('UNAVAILABLE', 'The journal is closed.');
}
