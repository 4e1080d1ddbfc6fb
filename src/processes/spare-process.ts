/**
 * Keeps one process beside the workers that has loaded its code, to take the place of the next worker that ends: loading
 * is the longest part of a worker's start. Promises at most one such process, and none after `close`. It has no
 * connection, listens nowhere and serves nothing.
 */
import type { Clock, Log } from '#actors/ports.ts';
import { pause } from '#cluster/pause.ts';
import type { WorkerProcess } from './worker-process.ts';

/** A spare process that ends by itself may do so again. */
const restMs = 10_000;

export interface SpareOptions {
  readonly time: Clock;
  readonly log: Pick<Log, 'warn'>;
  /** Starts a process without a place. Calls `endedEarly` when it ends without one. */
  start(endedEarly: () => void): WorkerProcess;
}

export class SpareProcess {
  readonly #options: SpareOptions;
  #process: WorkerProcess | null = null;
  #isResting = false;
  #isClosed = false;

  constructor(options: SpareOptions) {
    this.#options = options;
  }

  /** The process id of the spare process; null: there is none. */
  get pid(): number | null {
    return this.#process?.pid ?? null;
  }

  /** Starts a spare process unless there is one. */
  prepare(): void {
    if (this.#process !== null || this.#isResting || this.#isClosed) return;
    const process = this.#options.start(() => void this.#endedEarly(process));
    this.#process = process;
  }

  /** Hands the spare process over, which may still be loading its code; null: there is none. */
  take(): WorkerProcess | null {
    const process = this.#process;
    this.#process = null;
    return process;
  }

  close(): void {
    this.#isClosed = true;
    this.take()?.kill();
  }

  async #endedEarly(process: WorkerProcess): Promise<void> {
    if (this.#process !== process) return;
    this.#process = null;
    const { time, log } = this.#options;
    log.warn({ reason: process.reason }, 'the spare process has ended');
    this.#isResting = true;
    await pause(time, restMs);
    this.#isResting = false;
    this.prepare();
  }
}
