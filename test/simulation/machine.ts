/**
 * One machine of a simulated cluster and the process on it, which consists of the real components over simulated
 * connections. The process may crash at any moment, pause, hand over and restart; its memory does not outlive it.
 */
import type { Chronicle } from './chronicle.ts';
import type { LeaseService } from './leases.ts';
import { Life } from './life.ts';
import { NodeProcess } from './node-process.ts';
import type { Network } from './peers.ts';
import type { Universe } from './universe.ts';

export interface MachineSettings {
  readonly sweepMs: number;
  readonly roundMs: number;
  readonly idleMs: number;
}

/** The services to which a machine is connected. */
export interface Surroundings {
  readonly universe: Universe;
  readonly chronicle: Chronicle;
  readonly network: Network;
  readonly leases: LeaseService;
  readonly settings: MachineSettings;
}

export class Machine {
  readonly name: string;
  readonly #surroundings: Surroundings;
  readonly #universe: Universe;
  #process: NodeProcess | null = null;
  #starts = 0;
  #isClosing = false;

  constructor(surroundings: Surroundings, name: string) {
    this.#surroundings = surroundings;
    this.#universe = surroundings.universe;
    this.name = name;
  }

  /** The running process, or null. */
  get process(): NodeProcess | null {
    return this.#process;
  }

  start(): void {
    if (this.#process !== null) return;
    const { network } = this.#surroundings;
    const card = { id: `${this.name}.${++this.#starts}`, host: this.name, port: 1 };
    this.#universe.trace.note(`${card.id} starts`);
    const life = new Life(this.#universe.timeline);
    this.#process = new NodeProcess(this.#surroundings, card, life, (where) => this.#crashSoon(life, where));
    network.hosts.set(this.name, this.#process);
    this.#process.start().catch(() => {
      if (!life.isOver) this.crash(this.#universe.random.between(20, 300), 'as it cannot start');
    });
  }

  /** Ends the process at once; another one starts after `downMs`. */
  crash(downMs: number, where = 'at random'): void {
    if (this.#process === null) return;
    const { trace, timeline } = this.#universe;
    trace.count('crash');
    trace.note(`${this.name} crashes ${where}`);
    this.#vanish();
    timeline.after(downMs, () => this.start());
  }

  pause(ms: number): void {
    this.#universe.trace.note(`${this.name} stands still for ${Math.round(ms)} ms`);
    this.#process?.life.pause(ms);
  }

  /** Disconnects the process from the database for `ms`. */
  cutFromDatabase(ms: number): void {
    this.#cut(ms, (process, isCut) => {
      process.wire.isCut = isCut;
    });
  }

  cutFromLeases(ms: number): void {
    this.#cut(ms, (process, isCut) => {
      process.leases.isCut = isCut;
    });
  }

  /** Restores all connections and ends a pause. */
  mend(): void {
    if (this.#process === null) return;
    this.#process.wire.isCut = false;
    this.#process.leases.isCut = false;
    this.#process.life.rouse();
  }

  /** Stops the process gracefully, as an operator does, and starts another one if `restarts`. */
  async handOver(restarts = true): Promise<void> {
    const process = this.#process;
    if (process === null || this.#isClosing) return;
    const { trace, timeline, random } = this.#universe;
    this.#isClosing = true;
    trace.note(`${this.name} hands over`);
    await process.close();
    if (this.#process !== process) return;
    trace.note(`${this.name} has handed over`);
    trace.count('handed over');
    this.#vanish();
    if (restarts) timeline.after(random.between(10, 500), () => this.start());
  }

  #vanish(): void {
    const process = this.#process;
    if (process === null) return;
    process.life.end();
    this.#process = null;
    this.#isClosing = false;
    this.#surroundings.network.hosts.delete(this.name);
    for (const reset of process.resets) reset();
    for (const other of this.#surroundings.network.hosts.values()) (other as NodeProcess).noticeLoss(process.card);
  }

  #cut(ms: number, set: (process: NodeProcess, isCut: boolean) => void): void {
    const process = this.#process;
    if (process === null) return;
    set(process, true);
    this.#universe.timeline.after(ms, () => set(process, false));
  }

  #crashSoon(life: Life, where: string): void {
    const { random, timeline, trace } = this.#universe;
    trace.count('crash at a call');
    timeline.after(random.between(0, 2), () => {
      if (!life.isOver) this.crash(random.between(20, 1_500), `during ${where}`);
    });
  }
}
