/** The victims of a soak: the service, its PostgreSQL, or both in either order. Always with SIGKILL. */
import { randomInt } from 'node:crypto';
import { postmasterPid } from '../../bench/stand/database.ts';
import type { Service } from '../../bench/stand/service.ts';

export type Victim = 'service' | 'database' | 'both';

const cycle: readonly Victim[] = ['service', 'database', 'both', 'service', 'service'];

/** Three of five kills take the service, one PostgreSQL, one both. */
export function victimOf(kill: number): Victim {
  return cycle[kill % cycle.length]!;
}

/** Kills with SIGKILL; resolves when the processes are gone. */
export async function inject(service: Service, victim: Victim): Promise<void> {
  const isDatabaseFirst = randomInt(2) === 0;
  if (victim === 'database' || (victim === 'both' && isDatabaseFirst)) await killDatabase(service.dataDir);
  if (victim !== 'database') await service.kill();
  if (victim === 'both' && !isDatabaseFirst) await killDatabase(service.dataDir);
}

/** Starts the service again if it was killed; resolves when it is ready. */
export async function restart(service: Service): Promise<void> {
  if (service.isRunning) await service.ready();
  else await service.launch();
}

/** Sends the postmaster under a data directory a signal; nothing when it has ended. */
export async function killDatabase(dataDir: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  // PostgreSQL stops by itself after the service, so it may have ended already.
  const pid = await postmasterPid(dataDir).catch(() => null);
  if (pid !== null) tryKill(pid, signal);
}

function tryKill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
