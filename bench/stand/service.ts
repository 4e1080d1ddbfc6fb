/**
 * The service under test, started as an operator starts it (`npm start`), in a process of its own with a temporary data
 * directory and its own durable PostgreSQL. Uses only its ports, its `demo.json` and its process id.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DemoKeys } from '../../src/demo.ts';
import { Client } from './client.ts';
import { freePort } from './free-port.ts';
import { projectRoot, scriptOf } from './project.ts';
import { spawnTethered } from './tether.ts';
import { withoutLimits } from './without-limits.ts';

/** The content of `demo.json`, which the service writes about its demo tenant. */
export interface Demo extends DemoKeys {
  readonly baseUrl: string;
}

const readyMs = 240_000;
const pollMs = 10;
const lastLines = 15;
const stopMs = 120_000;
/** The service inherits only these variables: other exports of the shell must not change what is measured. */
const inherited = ['PATH', 'HOME', 'TMPDIR', 'LANG'];

export interface ServiceOptions {
  /** Arguments of Node itself, beside those of `npm start`. */
  readonly nodeArguments?: readonly string[];
  /** The tree that is run; this one when absent. */
  readonly tree?: string;
  /** It makes documents, pages and threads when they are needed: a start takes half the processor time, nothing is measured. */
  readonly isLazy?: boolean;
}

export class Service {
  readonly dataDir: string;
  readonly port: number;
  readonly operationsPort: number;
  private readonly settings: Readonly<Record<string, string>>;
  private readonly moreArguments: readonly string[];
  private readonly isLazy: boolean;
  private tree: string;
  private child: ChildProcess | null = null;

  private constructor(
    dataDir: string,
    [port, operationsPort]: readonly [number, number],
    settings: Readonly<Record<string, string>>,
    { nodeArguments = [], tree = projectRoot, isLazy = false }: ServiceOptions,
  ) {
    this.dataDir = dataDir;
    this.port = port;
    this.operationsPort = operationsPort;
    this.settings = settings;
    this.moreArguments = nodeArguments;
    this.isLazy = isLazy;
    this.tree = tree;
  }

  /** Starts on an empty data directory and waits until booking works. `settings` are environment variables. */
  static async start(settings: Readonly<Record<string, string>> = {}, options: ServiceOptions = {}): Promise<Service> {
    const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'usher-bench-')));
    // PostgreSQL runs under an account of its own, which must be able to enter the folder.
    await chmod(dataDir, 0o755);
    const service = new Service(dataDir, [await freePort(), await freePort()], settings, options);
    try {
      await service.launch();
      return service;
    } catch (error) {
      await service.dispose();
      throw error;
    }
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The listener for operators, with the metrics. */
  get operationsUrl(): string {
    return `http://127.0.0.1:${this.operationsPort}`;
  }

  get pid(): number {
    return this.child!.pid!;
  }

  get isRunning(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  async demo(): Promise<Demo> {
    return JSON.parse(await readFile(join(this.dataDir, 'demo.json'), 'utf8'));
  }

  /**
   * Starts the process and waits for `/readyz`. Resolves with how long that took, in milliseconds. `tree`: from now on
   * this one is run.
   */
  async launch(tree = this.tree): Promise<number> {
    this.tree = tree;
    const startedAt = performance.now();
    const environment = Object.fromEntries(inherited.map((name) => [name, process.env[name]]));
    const { program, nodeArguments } = scriptOf('start', tree);
    // The service dies with this process; its PostgreSQL then stops by itself.
    const options = this.isLazy ? ['--lazy'] : [];
    const child = spawnTethered(process.execPath, [...nodeArguments, ...this.moreArguments, program, ...options], {
      directory: tree,
      environment: {
        ...environment,
        LOG_LEVEL: 'warn',
        // The same on every machine: figures are those of one process unless a scenario asks for more.
        WORKERS: '1',
        ...withoutLimits,
        ...this.settings,
        PORT: `${this.port}`,
        OPERATIONS_PORT: `${this.operationsPort}`,
        DATA_DIR: this.dataDir,
      },
    });
    this.child = child;
    const log = createWriteStream(this.logPath, { flags: 'a' });
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    child.on('close', () => log.end());
    await this.ready();
    return performance.now() - startedAt;
  }

  /** Resolves once `/readyz` answers 200. Rejects with the last lines of the log when the process ends before that. */
  async ready(): Promise<void> {
    const client = new Client(this.baseUrl);
    const until = performance.now() + readyMs;
    try {
      for (;;) {
        const reply = await client.attempt({ method: 'GET', path: '/readyz' });
        if (reply?.status === 200) return;
        if (!this.isRunning) throw new Error(`the service ended while it started:\n${await this.logTail()}`);
        if (performance.now() > until)
          throw new Error(`the service is not ready after four minutes:\n${await this.logTail()}`);
        await pause(pollMs);
      }
    } finally {
      client.close();
    }
  }

  /** kill -9, and waits until the process is gone. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** SIGTERM; resolves with the exit code, or null when it had to be killed, once the process is gone. */
  async stop(): Promise<number | null> {
    await this.end('SIGTERM');
    return this.child?.exitCode ?? null;
  }

  /** SIGSTOP: the process keeps its connections and answers nothing. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  /** Stops in order and removes everything. */
  async dispose(): Promise<void> {
    await this.stop();
    const database = await realpath(join(this.dataDir, 'postgres')).catch(() => null);
    await this.databaseGone(database);
    for (const path of [database, this.dataDir]) {
      if (path !== null) await rm(path, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (this.child === null || !this.isRunning) return;
    const { child } = this;
    const gone = once(child, 'exit');
    child.ref();
    child.kill(signal);
    const killTimer = setTimeout(() => child.kill('SIGKILL'), stopMs);
    await gone;
    clearTimeout(killTimer);
  }

  /** PostgreSQL stops by itself after its last service has ended, and then removes its pid file. */
  private async databaseGone(database: string | null): Promise<void> {
    if (database === null) return;
    const until = performance.now() + readyMs;
    while (performance.now() < until) {
      const text = await readFile(join(database, 'data', 'postmaster.pid'), 'utf8').catch(() => null);
      if (text === null) return;
      await pause(pollMs);
    }
  }

  /** File with the output of the process. */
  get logPath(): string {
    return join(this.dataDir, 'service.log');
  }

  private async logTail(): Promise<string> {
    const text = await readFile(this.logPath, 'utf8').catch(() => '');
    return text.trimEnd().split('\n').slice(-lastLines).join('\n');
  }
}
