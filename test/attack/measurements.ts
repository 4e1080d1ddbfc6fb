/**
 * Measures the cost of an attack for its target: resident memory, open connections, the longest silence of `/livez`.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';

const pollMs = 50;
const bytesPerMb = 1024 * 1024;

/** Resident memory of a process in MB. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null);
  const [, kilobytes] = status?.match(/^VmRSS:\s+(\d+) kB$/m) ?? [];
  if (kilobytes !== undefined) return (Number(kilobytes) * 1024) / bytesPerMb;
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return (Number(stdout) * 1024) / bytesPerMb;
}

/** Files and connections that a process has open; null where the system does not tell. */
export async function openFiles(pid: number): Promise<number | null> {
  const names = await readdir(`/proc/${pid}/fd`).catch(() => null);
  return names?.length ?? null;
}

/** Resolves with the seconds until `isSo` was true, or with null after `secondsMax`. */
export async function secondsUntil(isSo: () => Promise<boolean>, secondsMax: number): Promise<number | null> {
  const from = performance.now();
  for (;;) {
    if (await isSo()) return (performance.now() - from) / 1000;
    if (performance.now() - from > secondsMax * 1000) return null;
    await pause(pollMs);
  }
}

/** Keeps the highest resident memory of a process. */
export class MemoryWatch {
  peakMb = 0;
  #isOver = false;
  readonly #watching: Promise<void>;

  constructor(pid: number) {
    this.#watching = this.#watch(pid);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#watching;
  }

  async #watch(pid: number): Promise<void> {
    while (!this.#isOver) {
      // The process may have ended; the attack's report says so.
      this.peakMb = Math.max(this.peakMb, await residentMb(pid).catch(() => 0));
      await pause(pollMs);
    }
  }
}

/** Asks `/livez` from a thread of its own, so that a busy attacker does not look like a silent service. */
export class Prober {
  readonly #worker: Worker;

  constructor(baseUrl: string) {
    this.#worker = new Worker(new URL('./prober-thread.ts', import.meta.url), { workerData: baseUrl });
  }

  /** Resolves with the longest time without an answer. */
  async stop(): Promise<number> {
    const reported = once(this.#worker, 'message');
    this.#worker.postMessage('stop');
    const [longestMs] = (await reported) as [number];
    await this.#worker.terminate();
    return longestMs;
  }
}
