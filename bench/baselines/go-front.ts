/** Builds and starts the Go front of the baseline with Redis. It never outlives the process that started it. */
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { buildGo } from '../stand/go/toolchain.ts';
import { spawnTethered } from '../stand/tether.ts';
import type { Baseline } from './baseline.ts';
import { holdScript, unholdScript } from './hold-scripts.ts';

const sources = fileURLToPath(new URL('./go-redis', import.meta.url));
const startMs = 10_000;

export interface GoFront extends Pick<Baseline, 'baseUrl' | 'pid' | 'stop'> {
  /** Version of the compiler. */
  readonly version: string;
}

/** `redisUrl`: of a durable Redis. Throws one line when Go cannot be had or the program does not start. */
export async function startGoFront(redisUrl: string): Promise<GoFront> {
  const { command, version } = await buildGo(sources, 'go-redis');
  const child = spawnTethered(command, [], {
    environment: {
      PATH: process.env.PATH,
      REDIS_ADDRESS: new URL(redisUrl).host,
      HOLD_SCRIPT: holdScript,
      UNHOLD_SCRIPT: unholdScript,
    },
  });
  child.stderr?.resume();
  const signal = AbortSignal.timeout(startMs);
  const [said] = await once(child.stdout!, 'data', { signal }).catch(() => {
    child.kill();
    throw new Error('the Go front does not start');
  });
  return { baseUrl: String(said).trim(), pid: child.pid!, version, stop: () => child.kill() };
}
