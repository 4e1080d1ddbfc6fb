/**
 * The keeper: a shell that blocks on reading a named pipe and stops PostgreSQL when the last writer has closed it.
 * Every live service keeps the pipe open for writing; the kernel closes it for a killed one, so PostgreSQL never
 * outlives its last service. The process that starts PostgreSQL holds it too, so that a kill in between leaves no
 * process behind.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster-files.ts';
import { asAccount, plainEnvironment, run } from './command.ts';

const pipePollMs = 20;

// Closing the pipe first tells a new service that this keeper no longer listens.
// A fast stop, then an immediate one (as safe, but with recovery at the next start) if that hangs for a minute.
// The process is recognised by its arguments, because its pid may have been reused.
const keeperScript = `
read -r _
exec </dev/null
read -r pid <"$1/postmaster.pid" || exit 0
alive() {
  if [ -r /proc/self/cmdline ]; then tr '\\0' '\\n' <"/proc/$pid/cmdline" 2>/dev/null | grep -qxF "$1"
  else kill -0 "$pid" 2>/dev/null
  fi
}
alive "$1" || exit 0
kill -INT "$pid"
tenths=0
while alive "$1" && [ "$tenths" -lt 700 ]; do
  sleep 0.1
  tenths=$((tenths + 1))
  if [ "$tenths" -eq 600 ]; then kill -QUIT "$pid"; fi
done
`;

const pipePath = (dataDir: string) => join(dataDir, 'postgres.keeper');

/** Opens the keeper's pipe; null when no keeper listens. The caller closes the descriptor, or its process does. */
export function joinKeeper(dataDir: string): number | null {
  try {
    return openSync(pipePath(dataDir), constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENXIO' || code === 'ENOENT') return null;
    throw error;
  }
}

/** True while a keeper listens for the services under `dataDir`. */
export function hasKeeper(dataDir: string): boolean {
  const descriptor = joinKeeper(dataDir);
  if (descriptor === null) return false;
  closeSync(descriptor);
  return true;
}

/**
 * Opens the pipe to the keeper of `dataDir`, and starts a keeper if none listens. Must be called under the start lock.
 * Returns the descriptor to keep open: PostgreSQL is stopped when the last one is closed, also by a crash.
 */
export async function holdKeeper(dataDir: string, cluster: Cluster): Promise<number> {
  if (!existsSync(pipePath(dataDir))) {
    const { exitCode, output } = await run('mkfifo', ['-m', '600', pipePath(dataDir)]);
    if (exitCode !== 0) throw new Error(`Cannot make a named pipe in ${dataDir}: ${output}`);
  }
  const held = joinKeeper(dataDir);
  if (held !== null) return held;
  // Open a non-blocking reader first so that a writer can be opened; then the keeper's blocking reader can be opened.
  const opener = openSync(pipePath(dataDir), constants.O_RDONLY | constants.O_NONBLOCK);
  const descriptor = openSync(pipePath(dataDir), constants.O_WRONLY | constants.O_NONBLOCK);
  const reader = openSync(pipePath(dataDir), constants.O_RDONLY);
  closeSync(opener);
  try {
    await spawnKeeper(reader, cluster);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  } finally {
    closeSync(reader);
  }
  return descriptor;
}

async function spawnKeeper(reader: number, cluster: Cluster): Promise<void> {
  // The script is passed in the environment, so that the process list stays readable.
  const keeper = spawn('/bin/sh', ['-c', 'eval "$KEEPER"', 'usher-postgres-keeper', cluster.pgData], {
    ...asAccount(cluster.account),
    cwd: '/',
    env: plainEnvironment({ KEEPER: keeperScript }),
    detached: true,
    stdio: [reader, 'ignore', 'ignore'],
  });
  await once(keeper, 'spawn');
  keeper.unref();
}

/**
 * Closes the descriptor. True when the keeper has woken up and is stopping PostgreSQL; false when it still listens
 * after `patienceMs`, because another live service uses the same data directory.
 */
export async function releaseKeeper(dataDir: string, descriptor: number, patienceMs: number): Promise<boolean> {
  closeSync(descriptor);
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    await pause(pipePollMs);
    if (!hasKeeper(dataDir)) return true;
  }
  return false;
}
