/**
 * One line of appends with one statement in flight: what arrives meanwhile goes together in the next. Promises that every
 * append learns its true outcome, however often it has to ask, and that neither a bad record nor a held row stops the
 * others. Never calls an error a failure that may have been a success. While the database takes no appends it goes on
 * trying, so that the first moment in which it takes one ends the outage.
 */
import type { DatabasePool } from 'slonik';
import { Fault } from '#actors/fault.ts';
import type { Timers } from '#actors/ports.ts';
import { type Append, lookUp, type Outcome, sendAppends } from './append-statement.ts';
import type { StorageLog } from './log.ts';
import { loopTimers } from './loop-timers.ts';
import { isDefiniteRefusal } from './sql-errors.ts';

const rowsPerStatementMax = 500;
const charactersPerStatementMax = 1_000_000;
const firstPauseMs = 2;
const unknownPauseMsMax = 250;
const skippedPauseMsMax = 50;
/** A lost connection is replaced sooner than this; after it the lane counts as stuck, and nothing new should wait for it. */
const failingMsMax = 1_000;

export interface LaneOptions {
  readonly pool: DatabasePool;
  /** Takes Postgres' clock, in milliseconds, from every answer. */
  readonly observe: (databaseMs: number) => void;
  /** Told of every statement that was answered: how long it took, how many records and characters it carried. */
  readonly appendObserved: (ms: number, records: number, characters: number) => void;
  readonly log: StorageLog;
  /** The process's own unless a simulated world brings others. */
  readonly timers?: Timers;
}

interface Waiting extends Append {
  readonly resolve: (outcome: 'durable' | 'fenced') => void;
  readonly reject: (error: unknown) => void;
  /** An earlier attempt may have succeeded: a refusal of a later one proves nothing. */
  unsure: boolean;
  /** How often its row was skipped or its record refused. */
  skips: number;
  refusals: number;
}

export class AppendLane {
  readonly #options: LaneOptions;
  readonly #timers: Timers;
  #waiting: Waiting[] = [];
  /** Parts of a refused statement, to be sent one by one before anything else. */
  readonly #parts: Waiting[][] = [];
  #running = false;
  #closed = false;
  /** Counts the times in which appends failed; 0: the last one did not. */
  #outage = 0;
  #outageCount = 0;
  #isStuck = false;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#timers = options.timers ?? loopTimers;
  }

  /** True when nothing could be appended for a while, and still cannot. */
  get isStuck(): boolean {
    return this.#isStuck;
  }

  append(append: Append): Promise<'durable' | 'fenced'> {
    return new Promise((resolve, reject) => {
      if (this.#closed) reject(closed(false));
      else this.#enqueue({ ...append, resolve, reject, unsure: false, skips: 0, refusals: 0 });
    });
  }

  /** Stops asking: what is not known by now is rejected when its statement ends. */
  close(): void {
    this.#closed = true;
  }

  #enqueue(waiting: Waiting): void {
    this.#waiting.push(waiting);
    if (this.#running) return;
    this.#running = true;
    // Everything that this turn of the loop decides goes in one statement.
    this.#timers.soon(() => void this.#run());
  }

  async #run(): Promise<void> {
    for (let group = this.#next(); group.length > 0; group = this.#next()) {
      await this.#settle(group);
      // An event that has its answer decides at once what waits for it: that goes before the loop reads what else has come.
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

  /** Sends a group until each of its outcomes is known, handed to a later statement, or the lane is closed. */
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

  /** Settles records that the last statement did not add. */
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
   * The look is repeated by itself until it is answered: the group's other records are settled already. Null: the lane was
   * closed before that.
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

  /** Its row was held for a moment, by a take-over or by its own earlier statement. The lane goes on meanwhile. */
  #again(waiting: Waiting): void {
    if (this.#closed) waiting.reject(closed(waiting.unsure));
    else this.#timers.after(pauseMs(waiting.skips++, skippedPauseMsMax), () => this.#enqueue(waiting));
  }

  /** Halves a refused group until the record that is to blame stands alone; alone it is tried once more. */
  async #refused(group: Waiting[], error: unknown): Promise<void> {
    const [first, ...rest] = group;
    if (first === undefined) return;
    // It is about a record: the next one may be fine.
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
      this.#options.log.error({}, 'the journal cannot be written: what needs it is refused until an append succeeds');
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
