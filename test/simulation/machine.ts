/**
 * One machine of a simulated cluster and the process on it, which consists of the real components over simulated
 * connections. The process may crash at any moment, pause, hand over and restart; its memory does not outlive it.
 */

import type { LeaseService } from './leases.ts';
import type { NodeNetwork } from './node-network.ts';
import { NodeProcess } from './node-process.ts';
import { ProcessLifetime } from './process-lifetime.ts';
import type { RunContext } from './run-context.ts';
import type { RunRecord } from './run-record.ts';
import { noticeEnd } from './worker-parent.ts';

export interface MachineSettings {
  readonly sweepMs: number;
  readonly roundMs: number;
  readonly idleMs: number;
}

/** The services to which a machine is connected. */
export interface MachineServices {
  readonly context: RunContext;
  readonly runRecord: RunRecord;
  readonly network: NodeNetwork;
  readonly leases: LeaseService;
  readonly settings: MachineSettings;
}

export class Machine {
  readonly name: string;
  readonly #services: MachineServices;
  readonly #context: RunContext;
  #process: NodeProcess | null = null;
  #starts = 0;
  #isClosing = false;

  constructor(services: MachineServices, name: string) {
    this.#services = services;
    this.#context = services.context;
    this.name = name;
  }

  /** The running process, or null. */
  get process(): NodeProcess | null {
    return this.#process;
  }

  start(): void {
    if (this.#process !== null) return;
    const { network } = this.#services;
    const card = { id: `${this.name}.${++this.#starts}`, host: this.name, port: 1 };
    this.#context.trace.note(`${card.id} starts`);
    const lifetime = new ProcessLifetime(this.#context.timeline);
    this.#process = new NodeProcess(this.#services, card, lifetime, (where) => this.#crashSoon(lifetime, where));
    network.hosts.set(this.name, this.#process);
    this.#process.start().catch(() => {
      if (!lifetime.isOver) this.crash(this.#context.random.between(20, 300), 'as it cannot start');
    });
  }

  /** Ends the process at once; another one starts after `downMs`. */
  crash(downMs: number, where = 'at random'): void {
    if (this.#process === null) return;
    const { trace, timeline } = this.#context;
    trace.count('crash');
    trace.note(`${this.name} crashes ${where}`);
    this.#endProcess();
    timeline.after(downMs, () => this.start());
  }

  pause(ms: number): void {
    this.#context.trace.note(`${this.name} is paused for ${Math.round(ms)} ms`);
    this.#process?.lifetime.pause(ms);
  }

  /** Disconnects the process from the database for `ms`. */
  cutFromDatabase(ms: number): void {
    this.#cut(ms, (process, isCut) => {
      process.connection.isCut = isCut;
    });
  }

  cutFromLeases(ms: number): void {
    this.#cut(ms, (process, isCut) => {
      process.leaseCalls.isCut = isCut;
    });
  }

  /** Restores all connections and ends a pause. */
  repair(): void {
    if (this.#process === null) return;
    this.#process.connection.isCut = false;
    this.#process.leaseCalls.isCut = false;
    this.#process.lifetime.resume();
  }

  /** Stops the process gracefully, as an operator does, and starts another one if `restarts`. */
  async handOver(restarts = true): Promise<void> {
    const process = this.#process;
    if (process === null || this.#isClosing) return;
    const { trace, timeline, random } = this.#context;
    this.#isClosing = true;
    trace.note(`${this.name} hands over`);
    await process.close();
    if (this.#process !== process) return;
    trace.note(`${this.name} has handed over`);
    trace.count('handed over');
    this.#endProcess();
    if (restarts) timeline.after(random.between(10, 500), () => this.start());
  }

  #endProcess(): void {
    const process = this.#process;
    if (process === null) return;
    process.lifetime.end();
    this.#process = null;
    this.#isClosing = false;
    this.#services.network.hosts.delete(this.name);
    const { authority } = this.#services.leases;
    if (authority !== null) noticeEnd(this.#context, authority, this.#services.network, process.card);
    for (const reset of process.resets) reset();
    for (const other of this.#services.network.hosts.values()) (other as NodeProcess).peers.noticeLoss(process.card);
  }

  #cut(ms: number, set: (process: NodeProcess, isCut: boolean) => void): void {
    const process = this.#process;
    if (process === null) return;
    set(process, true);
    this.#context.timeline.after(ms, () => set(process, false));
  }

  #crashSoon(lifetime: ProcessLifetime, where: string): void {
    const { random, timeline, trace } = this.#context;
    trace.count('crash at a call');
    timeline.after(random.between(0, 2), () => {
      if (!lifetime.isOver) this.crash(random.between(20, 1_500), `during ${where}`);
    });
  }
}
