/**
 * Whether this node reaches the database. A node that does not can serve no request, and must give its shards to nodes
 * that do. The lease service and the peers may still reach it, so nothing else would detect this.
 */
import type { Clock } from '#actors/ports.ts';
import type { StoreReach } from './ports.ts';

/** Probes in a lease time. */
const probesPerLease = 6;
/** After this share of a lease time without an answer the node counts as cut off. */
const patienceLeases = 2 / 3;

export interface StoreWatchOptions {
  /** The monotonic clock. */
  readonly time: Clock;
  readonly leaseMs: number;
  /** Resolves when the database has answered. */
  readonly ask: () => Promise<unknown>;
}

export class StoreWatch implements StoreReach {
  readonly #options: StoreWatchOptions;
  readonly #listeners: (() => void)[] = [];
  /** When the last answered probe was sent. */
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

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Starts to probe; the time before does not count as silence. */
  start(): void {
    this.#reachedAt = this.#options.time.now();
    this.#schedule();
  }

  stop(): void {
    this.#cancel();
  }

  #schedule(): void {
    const { time, leaseMs } = this.#options;
    this.#cancel = time.wakeAt(time.now() + leaseMs / probesPerLease, () => {
      this.#look();
      this.#schedule();
    });
  }

  #look(): void {
    const { time, leaseMs } = this.#options;
    if (!this.#isAsking) void this.#ask();
    this.#note(time.now() - this.#reachedAt > leaseMs * patienceLeases);
  }

  /** At most one probe at a time: while one has no answer, another would get none either. */
  async #ask(): Promise<void> {
    const askedAt = this.#options.time.now();
    this.#isAsking = true;
    try {
      await this.#options.ask();
      this.#reachedAt = askedAt;
      this.#note(false);
    } catch {
      // No answer: `#look` compares the time since the last one.
    } finally {
      this.#isAsking = false;
    }
  }

  #note(isCutOff: boolean): void {
    if (isCutOff === this.#isCutOff) return;
    this.#isCutOff = isCutOff;
    for (const listener of this.#listeners) listener();
  }
}
