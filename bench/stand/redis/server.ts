/**
 * A private Redis on a free port of 127.0.0.1, without persistence, so a restart loses everything. Can be killed,
 * frozen and flushed. Never outlives the process that started it.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { spawnTethered } from '../tether.ts';
import { findRedis, type RedisBinary } from './binary.ts';

const readyMs = 90_000;
const pollMs = 5;
const answerMs = 30_000;
const tries = 5;

/**
 * Starts a Redis on a free port; resolves when it answers. Throws one line when this machine has no Redis and gets
 * none.
 */
export async function startRedis(): Promise<RedisServer> {
  const binary = await findRedis();
  for (let tried = 1; ; tried++) {
    const server = new RedisServer(binary, await freePort());
    try {
      await server.start();
      return server;
    } catch (error) {
      await server.stop();
      if (tried === tries || !/already in use/i.test((error as Error).message)) throw error;
    }
  }
}

export class RedisServer {
  readonly port: number;
  private readonly binary: RedisBinary;
  private child: ChildProcess | null = null;

  constructor(binary: RedisBinary, port: number) {
    this.binary = binary;
    this.port = port;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.child!.pid!;
  }

  get isRunning(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Starts an empty Redis on the same port, if none runs; resolves when it answers. */
  async start(): Promise<void> {
    if (this.isRunning) return;
    const settings = { port: `${this.port}`, bind: '127.0.0.1', save: '', appendonly: 'no', dir: tmpdir() };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
    const { command, environment } = this.binary;
    const child = spawnTethered(command, args, { environment: { PATH: process.env.PATH, ...environment } });
    this.child = child;
    let said = '';
    for (const output of [child.stdout, child.stderr]) output?.on('data', (chunk) => (said += chunk));
    const until = performance.now() + readyMs;
    while ((await this.say('PING').catch(() => '')) !== '+PONG') {
      if (!this.isRunning) throw new Error(`Redis does not start: ${said.trim().split('\n').slice(-3).join(' ')}`);
      if (performance.now() > until) throw new Error(`Redis on port ${this.port} does not answer`);
      await pause(pollMs);
    }
  }

  /** Stops it with SIGTERM, frozen or not; resolves when it is gone. */
  async stop(): Promise<void> {
    if (this.isRunning) this.thaw();
    await this.end('SIGTERM');
  }

  /** kill -9; resolves when it is gone. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** SIGSTOP: its connections stay open, the kernel accepts new ones, and nothing is answered. */
  freeze(): void {
    process.kill(this.pid, 'SIGSTOP');
  }

  thaw(): void {
    process.kill(this.pid, 'SIGCONT');
  }

  /** Deletes all keys while it runs. */
  async flush(): Promise<void> {
    const answer = await this.say('FLUSHALL');
    if (answer !== '+OK') throw new Error(`FLUSHALL answered ${answer}`);
  }

  /** kill -9, then starts an empty Redis on the same port. */
  async restart(): Promise<void> {
    await this.kill();
    await this.start();
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (child === null || !this.isRunning) return;
    const gone = once(child, 'exit');
    child.ref();
    child.kill(signal);
    await gone;
  }

  /** One command without arguments; resolves with the first line of the answer. */
  private say(command: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.port, '127.0.0.1', () => socket.write(`${command}\r\n`));
      socket.setTimeout(answerMs, () => socket.destroy(new Error(`Redis on port ${this.port} does not answer`)));
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        socket.end();
        resolve(chunk.toString().split('\r\n')[0] as string);
      });
      socket.on('close', () => reject(new Error(`Redis on port ${this.port} hung up`)));
    });
  }
}
