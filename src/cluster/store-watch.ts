/**
 * Whether this node reaches the database. A node that does not can answer nobody, and must make room for those that can:
 * nothing else would tell them, for its lease service and its peers may be well within reach.
 */
import type { Clock } from '#actors/ports.ts';

/** Questions in a lease time. */
const questionsPerLease = 6;
/** Part of a lease time without an answer after which the node counts as cut off. */
const patienceLeases = 2 / 3;

export interface StoreWatchOptions {
  /** The monotonic clock. */
  readonly time: Clock;
  readonly leaseMs: number;
  /** Resolves when the database has answered. */
  readonly ask: () => Promise<unknown>;
  readonly onChange: () => void;
}

export class StoreWatch {
  readonly #options: StoreWatchOptions;
  /** When the last question was sent that was answered. */
  #reachedAt: number;
  #isAsking = false;
  #isCutOff = false;
  #cancel: () => void = () => undefined;

  constructor(options: StoreWatchOptions) {
    this.#options = options;
    this.#reachedAt = options.time.now();
  }

  get isCutOff(): boolean {
    return this.#isCutOff;
  }

  /** The time before, in which nothing was asked, does not count. */
  start(): void {
    this.#reachedAt = this.#options.time.now();
    this.#schedule();
  }

  stop(): void {
    this.#cancel();
  }

  #schedule(): void {
    const { time, leaseMs } = this.#options;
    this.#cancel = time.wakeAt(time.now() + leaseMs / questionsPerLease, () => {
      this.#look();
      this.#schedule();
    });
  }

  #look(): void {
    const { time, leaseMs } = this.#options;
    if (!this.#isAsking) void this.#ask();
    this.#note(time.now() - this.#reachedAt > leaseMs * patienceLeases);
  }

  /** A question that is never answered keeps the next one from being asked: none would get through. */
  async #ask(): Promise<void> {
    const askedAt = this.#options.time.now();
    this.#isAsking = true;
    try {
      await this.#options.ask();
      this.#reachedAt = askedAt;
      this.#note(false);
    } catch {
      // No answer; the time since the last one tells.
    } finally {
      this.#isAsking = false;
    }
  }

  #note(isCutOff: boolean): void {
    if (isCutOff === this.#isCutOff) return;
    this.#isCutOff = isCutOff;
    this.#options.onChange();
  }
}
