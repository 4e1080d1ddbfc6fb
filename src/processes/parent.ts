/**
 * The parent of the worker processes of one service: starts them and keeps them running, gives them leases and news of
 * each other, shows operators one page of metrics and one state of health, and ends them in order. Serves no client and
 * holds no event: while it hangs, the workers go on without leases.
 */
import { getRandomValues, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '#actors/ports.ts';
import { LeaseAuthority } from '#cluster/lease-authority.ts';
import { monotonicClock } from '#cluster/monotonic-clock.ts';
import type { GracefulServer } from '#http/server/graceful-server.ts';
import { listen } from '#http/server/server.ts';
import type { Ports } from '#wiring/listeners.ts';
import type { Settings } from '#wiring/settings.ts';
import type { Begin, ParentMessage } from './messages.ts';
import { makeOverview, type Overview } from './overview.ts';
import { SpareProcess } from './spare-process.ts';
import { WorkerProcess } from './worker-process.ts';
import { WorkerSlot } from './worker-slot.ts';

/** Without any other open worker, the service ends when a worker has failed so often at its start. */
const failuresMax = 5;
/** Time for the workers to let the requests of clients finish. */
const drainMsMax = 15_000;
/** Time to bring everything to rest afterwards; shorter than the time limit of the whole shutdown. */
const closeMsMax = 13_000;
const pollMs = 10;
const drainLimits = { idleMs: 100, graceMs: 500 };

export interface ParentOptions {
  readonly settings: Settings;
  readonly workers: number;
  /** The public port; not 0. */
  readonly port: number;
  /** The file of the entry point of the service, which also starts workers. */
  readonly program: string;
  readonly connectionString: string;
  readonly isEmbedded: boolean;
  readonly secretKey: string;
  /** The workers are ready before their documents, pages and threads exist. */
  readonly isLazy: boolean;
  readonly log: Log;
  /**
   * Called when the service has to end: a worker fails repeatedly at its start and no other one is open, or one must no
   * longer work on the database.
   */
  readonly giveUp: (reason: string) => void;
}

export class Parent {
  readonly #options: ParentOptions;
  readonly #authority: LeaseAuthority;
  readonly #overview: Overview;
  readonly #operations: GracefulServer;
  readonly #clusterSecret = randomBytes(32).toString('hex');
  readonly #limitSeeds = getRandomValues(new Uint32Array(2));
  readonly #slots: WorkerSlot[] = [];
  readonly #spare: SpareProcess;
  readonly #firstOpen = Promise.withResolvers<void>();
  #isReady = false;
  #isClosing = false;

  constructor(options: ParentOptions) {
    this.#options = options;
    this.#authority = new LeaseAuthority(() => performance.now(), options.settings.LEASE_MS);
    this.#overview = makeOverview({
      processes: () => this.#processes,
      isReady: () => this.#isReady,
      log: options.log,
    });
    this.#operations = this.#overview.server;
    this.#spare = new SpareProcess({
      time: monotonicClock,
      log: options.log,
      start: (endedEarly) => new WorkerProcess(options.program, monotonicClock, endedEarly),
    });
  }

  /** Resolves when all workers are open. Rejects when one cannot start; `close` must be called then, too. */
  async start(): Promise<Ports> {
    const { settings, workers, port } = this.#options;
    for (let worker = 1; worker <= workers; worker++) this.#slots.push(this.#slotOf(worker));
    await this.#firstOpen.promise;
    const operationsPort = await listen(this.#operations, settings.OPERATIONS_PORT, settings.OPERATIONS_HOST);
    this.#isReady = true;
    this.#tellAll({ kind: 'ready' });
    this.#spare.prepare();
    return { port, operationsPort };
  }

  /**
   * Stops the workers in two steps. First all let the requests of clients finish, and forward to each other meanwhile.
   * Then all bring their events to rest and end. Workers that take too long are killed: recovery reads the journal.
   */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#isReady = false;
    for (const slot of this.#slots) slot.close();
    this.#spare.close();
    await this.#step({ kind: 'drain' }, drainMsMax, ({ hasDrained }) => hasDrained);
    await this.#step({ kind: 'close' }, closeMsMax, ({ hasEnded }) => hasEnded);
    for (const process of this.#processes) process.kill();
    if (this.#operations.listening) await this.#operations.drain(drainLimits);
  }

  get #processes(): readonly WorkerProcess[] {
    return this.#slots.map(({ process }) => process);
  }

  async #step(message: ParentMessage, patienceMs: number, isDone: (process: WorkerProcess) => boolean): Promise<void> {
    this.#tellAll(message);
    const until = performance.now() + patienceMs;
    while (!this.#processes.every(isDone) && performance.now() < until) await pause(pollMs);
  }

  #slotOf(worker: number): WorkerSlot {
    return new WorkerSlot({
      worker,
      time: monotonicClock,
      log: this.#options.log,
      start: (isFirst, ended) => this.#launch(worker, isFirst, ended),
      failed: (failures, reason) => this.#failed(worker, failures, reason),
    });
  }

  #launch(worker: number, isFirst: boolean, ended: () => void): WorkerProcess {
    const spare = isFirst ? null : this.#spare.take();
    const process = spare ?? new WorkerProcess(this.#options.program, monotonicClock);
    process.begin(this.#beginOf(worker, isFirst), {
      opened: () => this.#opened(process),
      asked: (id, requests) => {
        const replies = requests.map((request) => this.#authority.answer(request));
        process.tell({ kind: 'told', id, replies });
      },
      used: (usage) => this.#tellOthers(process, usage),
      unfit: (reason) => this.#giveUp(reason),
      ended: () => {
        this.#departed(process);
        ended();
      },
    });
    return process;
  }

  #beginOf(worker: number, isFirst: boolean): Begin {
    const { workers, port, connectionString, isEmbedded, secretKey, settings, isLazy } = this.#options;
    return {
      kind: 'begin',
      worker,
      workers,
      port,
      connectionString,
      isEmbedded,
      secretKey,
      clusterSecret: this.#clusterSecret,
      limitSeeds: this.#limitSeeds,
      makesDemo: settings.DEMO && isEmbedded && isFirst && worker === 1,
      isLazy: isLazy || !isFirst,
    };
  }

  #opened(process: WorkerProcess): void {
    this.#slots[process.worker - 1]?.opened();
    const areAllOpen = this.#processes.every(({ isOpen }) => isOpen);
    if (this.#isReady) {
      process.tell({ kind: 'ready' });
      // Not before: it would take processor time from a worker that clients wait for.
      if (areAllOpen) this.#spare.prepare();
    } else if (areAllOpen) this.#firstOpen.resolve();
  }

  /** A worker has ended: frees its leases and tells the others, which otherwise would find out only later. */
  #departed(process: WorkerProcess): void {
    this.#overview.ended(process);
    const { node } = process;
    if (node === null) return;
    this.#authority.nodeEnded(node);
    this.#tellOthers(process, { kind: 'notice', notice: { kind: 'leaving', node } });
  }

  #failed(worker: number, failures: number, reason: string): void {
    const error = new Error(
      this.#isReady ? `worker ${worker} fails at its start, ${failures} times: ${reason}` : reason,
    );
    if (!this.#isReady) this.#firstOpen.reject(error);
    else if (failures >= failuresMax && !this.#processes.some(({ isOpen }) => isOpen)) this.#giveUp(error.message);
  }

  #giveUp(reason: string): void {
    if (!this.#isClosing) this.#options.giveUp(reason);
  }

  #tellAll(message: ParentMessage): void {
    for (const process of this.#processes) process.tell(message);
  }

  #tellOthers(process: WorkerProcess, message: ParentMessage): void {
    for (const other of this.#processes) if (other !== process) other.tell(message);
  }
}
