/** Nodes as separate processes, which a test can kill or freeze. */
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Ports } from '#wiring/listeners.ts';
import { spawnTethered } from '../../bench/stand/tether.ts';
import { withoutLimits } from '../../bench/stand/without-limits.ts';
import type { Catalog } from './catalog.ts';
import { clusterSettings } from './cluster.ts';
import { portsInLog } from './ports-in-log.ts';
import { addressesAt, callsTo, type ServiceCalls } from './service.ts';

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export interface NodeProcess extends ServiceCalls {
  readonly pid: number;
  /** Its output so far. */
  said(): string;
  /** kill -9; resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  end(): Promise<number | null>;
  freeze(): void;
  thaw(): void;
}

/** Resolves when the node logs that it is ready; rejects with the end of its output if it exits before. */
export async function startNodeProcess(
  catalog: Catalog,
  redisUrls: readonly string[],
  settings: Record<string, string> = {},
): Promise<NodeProcess> {
  const environment = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    WORKERS: '1',
    ...withoutLimits,
    ...clusterSettings(redisUrls, {
      DATABASE_URL: catalog.connectionString,
      PORT: '0',
      OPERATIONS_PORT: '0',
      ...settings,
    }),
  };
  const child = spawnTethered(process.execPath, [program, '--lazy'], { environment });
  const pid = child.pid as number;
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  let said = '';
  const ports = await new Promise<Ports>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      said += chunk;
      const ports = portsInLog(said);
      if (ports !== null) resolve(ports);
    });
    child.stderr?.on('data', (chunk) => (said += chunk));
    void ended.then(() => reject(new Error(`The node has ended: ${said.slice(-500)}`)));
  });
  return {
    ...callsTo(addressesAt(ports), catalog),
    pid,
    said: () => said,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    end: async () => {
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      return ended;
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  };
}
