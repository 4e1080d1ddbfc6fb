/**
 * Keeps one worker running: starts it, restarts it when it has ended, and kills it when it hangs. The pause before a
 * restart doubles while the worker ends soon after its start. Promises one process at a time, and none after `close`.
 */
import type { Clock, Log } from '#actors/ports.ts';
import { pause } from '#cluster/pause.ts';
import type { WorkerProcess } from './worker-process.ts';

/** A worker that has run for this long has not failed at its start. */
const soundMs = 10_000;
const restartMsMin = 100;
const restartMsMax = 10_000;
const pulseEveryMs = 2_000;
/**
 * A worker that misses more pulses in a row hangs. Each takes a pause and the time limit of the answer, so it is killed
 * after 32 s; no normal stall has been that long.
 */
const missedPulsesMax = 7;

export interface SlotOptions {
  readonly worker: number;
  readonly time: Clock;
  readonly log: Log;
  /** Starts the process; `isFirst`: it has not run before. Calls `ended` after its end. */
  start(isFirst: boolean, ended: () => void): WorkerProcess;
  /** The process has failed at its start `failures` times in a row. */
  failed(failures: number, reason: string): void;
}

export class WorkerSlot {
  readonly worker: number;
  readonly #options: SlotOptions;
  #process: WorkerProcess;
  #failures = 0;
  #isRestart = false;
  #isClosing = false;

  constructor(options: SlotOptions) {
    this.worker = options.worker;
    this.#options = options;
    this.#process = this.#start(true);
    void this.#watch();
  }

  /** The newest process; it may have ended. */
  get process(): WorkerProcess {
    return this.#process;
  }

  /** The process listens on the public port. */
  opened(): void {
    const { worker, startedAt } = this.#process;
    if (!this.#isRestart) return;
    const { time, log } = this.#options;
    log.info({ worker, ms: Math.round(time.now() - startedAt) }, 'a worker runs again');
  }

  /** The process is not started again. */
  close(): void {
    this.#isClosing = true;
  }

  #start(isFirst: boolean): WorkerProcess {
    return this.#options.start(isFirst, () => void this.#ended());
  }

  async #ended(): Promise<void> {
    if (this.#isClosing) return;
    const { time, log, failed } = this.#options;
    const { worker, reason, startedAt } = this.#process;
    const ranMs = time.now() - startedAt;
    this.#failures = ranMs < soundMs ? this.#failures + 1 : 0;
    log.error({ worker, reason, ranMs: Math.round(ranMs), failures: this.#failures }, 'a worker has ended');
    if (this.#failures > 0) failed(this.#failures, reason);
    const restMs = this.#failures === 0 ? 0 : Math.min(restartMsMin * 2 ** (this.#failures - 1), restartMsMax);
    await pause(time, restMs);
    if (this.#isClosing) return;
    this.#isRestart = true;
    this.#process = this.#start(false);
  }

  /** Counts pulses, not time: while the parent itself stalls, no pulse counts as missed. */
  async #watch(): Promise<void> {
    for (let missed = 0; !this.#isClosing; ) {
      await pause(this.#options.time, pulseEveryMs);
      const watched = this.#process;
      const isAlive = !watched.isOpen || (await watched.ask('pulse', pulseEveryMs)) !== null;
      missed = isAlive || watched !== this.#process ? 0 : missed + 1;
      if (missed <= missedPulsesMax) continue;
      this.#options.log.error({ worker: this.worker }, 'a worker does not react; ending it');
      watched.kill();
      missed = 0;
    }
  }
}
