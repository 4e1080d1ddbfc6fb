/**
 * One worker process as its parent sees it: starts it, gives it its place among the workers, sends it messages, asks it
 * questions with a time limit, and reports its end. A process without a place only loads its code. Decides nothing about
 * restarts.
 */
import { type ChildProcess, fork } from 'node:child_process';
import type { Clock } from '#actors/ports.ts';
import type { AuthorityRequest } from '#cluster/lease-authority.ts';
import type { NodeCard } from '#cluster/ports.ts';
import type { Begin, ParentMessage, ParentQuestion, Usage, WorkerMessage } from './messages.ts';

/** The argument by which `src/main.ts` learns that it is a worker. */
const workerArgument = 'worker';

export interface WorkerListener {
  opened(): void;
  asked(id: number, requests: readonly AuthorityRequest[]): void;
  used(usage: Usage): void;
  /** It must no longer work on the database. */
  unfit(reason: string): void;
  /** Called once, after the last message. */
  ended(): void;
}

export class WorkerProcess {
  readonly #time: Clock;
  readonly #child: ChildProcess;
  readonly #endedEarly: () => void;
  /** Null until it has its place. */
  #begin: Begin | null = null;
  #listener: WorkerListener | null = null;
  #startedAt: number;
  #isLoaded = false;
  readonly #questions = new Map<number, (text: string | null) => void>();
  #count = 0;
  #node: NodeCard | null = null;
  #isOpen = false;
  #hasDrained = false;
  #hasEnded = false;
  #failure: string | null = null;
  #end = '';

  /**
   * `program`: the file of the service's entry point. It is started with the arguments of this process's Node.
   * `endedEarly`: called when it ends before it has a place.
   */
  constructor(program: string, time: Clock, endedEarly: () => void = () => {}) {
    this.#time = time;
    this.#startedAt = time.now();
    this.#endedEarly = endedEarly;
    // Workers ignore the signals that stop the parent: Ctrl-C in a terminal reaches all processes.
    this.#child = fork(program, [workerArgument], { serialization: 'advanced', stdio: ['ignore', 1, 2, 'ipc'] });
    this.#child.on('message', (message) => this.#hear(message as WorkerMessage));
    this.#child.on('error', (error) => {
      this.#failure ??= error.message;
      // A process that was never started does not exit.
      if (this.#child.pid === undefined) this.#finish('it could not be started');
    });
    this.#child.on('exit', (code, signal) => {
      const end = signal ?? `exit code ${code}`;
      // Its last messages may still be in the channel.
      if (this.#child.connected) this.#child.once('disconnect', () => this.#finish(end));
      else this.#finish(end);
    });
  }

  /** Gives the process its place. Call it once. */
  begin(begin: Begin, listener: WorkerListener): void {
    this.#begin = begin;
    this.#listener = listener;
    this.#startedAt = this.#time.now();
    if (this.#isLoaded) this.tell(begin);
  }

  /** Its place; 0 while it has none. */
  get worker(): number {
    return this.#begin?.worker ?? 0;
  }

  /** The time at which it got its place, by the clock that it was given. */
  get startedAt(): number {
    return this.#startedAt;
  }

  /** Whether it could begin at once. */
  get isLoaded(): boolean {
    return this.#isLoaded && !this.#hasEnded;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The node as others see it, as soon as it has joined them. */
  get node(): NodeCard | null {
    return this.#node;
  }

  /** Whether it listens on the public port. */
  get isOpen(): boolean {
    return this.#isOpen && !this.#hasEnded;
  }

  get hasDrained(): boolean {
    return this.#hasDrained || this.#hasEnded;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Why it has ended: its own words, or its exit code or signal. */
  get reason(): string {
    return this.#failure ?? this.#end;
  }

  tell(message: ParentMessage): void {
    // A message to a process that has just died is lost with it.
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  /** Resolves with null when there is no answer in time, or the process ends. */
  ask(question: ParentQuestion, patienceMs: number): Promise<string | null> {
    if (this.#hasEnded) return Promise.resolve(null);
    const id = ++this.#count;
    return new Promise((resolve) => {
      const finish = (text: string | null): void => {
        stopWaiting();
        this.#questions.delete(id);
        resolve(text);
      };
      const stopWaiting = this.#time.wakeAt(this.#time.now() + patienceMs, () => finish(null));
      this.#questions.set(id, finish);
      this.tell({ kind: 'question', id, question });
    });
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #hear(message: WorkerMessage): void {
    if (this.#hasEnded) return;
    switch (message.kind) {
      case 'loaded':
        this.#isLoaded = true;
        if (this.#begin !== null) this.tell(this.#begin);
        break;
      case 'open':
        this.#node = message.node;
        this.#isOpen = true;
        this.#listener?.opened();
        break;
      case 'failed':
        this.#failure = message.reason;
        break;
      case 'ask':
        for (const request of message.requests) if (request.kind === 'heartbeat') this.#node = request.node;
        this.#listener?.asked(message.id, message.requests);
        break;
      case 'answer':
        this.#questions.get(message.id)?.(message.text);
        break;
      case 'usage':
        this.#listener?.used(message);
        break;
      case 'unfit':
        this.#listener?.unfit(message.reason);
        break;
      case 'drained':
        this.#hasDrained = true;
    }
  }

  #finish(end: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#end = end;
    for (const resolve of [...this.#questions.values()]) resolve(null);
    if (this.#listener === null) this.#endedEarly();
    else this.#listener.ended();
  }
}
