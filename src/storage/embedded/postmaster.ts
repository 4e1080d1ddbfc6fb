/**
 * PostgreSQL's postmaster process: detects, starts and stops it. It listens on 127.0.0.1 only, without Unix sockets.
 * Promises that "alive" means the process of this data directory, neither a zombie nor a foreign process with its pid.
 * Callers decide when to start and stop it.
 */
import { existsSync } from 'node:fs';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster-files.ts';
import { run } from './command.ts';

export type Postmaster = { pid: number; port: number };

export type StartOptions = {
  durable: boolean;
  connectionsMax: number;
  /** The port to listen on; null for any free one. */
  port: number | null;
  /** The keeper's pipe, held until PostgreSQL is up or has failed. */
  keeperDescriptor: number;
};

const startSeconds = 300;
const retryForMs = 60_000;
const retryPauseMs = 100;
const stopForMs = 60_000;
const logBytesMax = 10_000_000;
/** Temporary failures: a port that was taken meanwhile, and the last processes of a killed postmaster. */
const passingFailure = /could not create any TCP|pre-existing shared memory|Address already in use/;

/** The live PostgreSQL process of this cluster, from `postmaster.pid`; null when there is none. */
export async function findPostmaster(cluster: Cluster): Promise<Postmaster | null> {
  const lines = await pidFileLines(cluster);
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!Number.isInteger(pid) || pid <= 0 || !port) return null;
  return (await isAlive(cluster, pid)) ? { pid, port } : null;
}

/** Starts PostgreSQL and waits until it accepts connections. Throws one line with PostgreSQL's own reason. */
export async function startPostmaster(cluster: Cluster, options: StartOptions): Promise<Postmaster> {
  await rotateLog(cluster);
  const until = performance.now() + retryForMs;
  for (;;) {
    await removeStrangersPidFile(cluster);
    const reason = await tryStart(cluster, options.port ?? (await freePort()), options);
    const started = reason === null ? await findPostmaster(cluster) : null;
    if (started !== null) return started;
    const explained = reason ?? 'it was up and ended at once';
    if (!passingFailure.test(explained) || performance.now() > until) {
      throw new Error(`PostgreSQL does not start: ${explained} (log: ${logPath(cluster)})`);
    }
    await pause(retryPauseMs);
  }
}

/** Stops PostgreSQL: in fast mode, after a minute in immediate mode. Resolves when its process is gone. */
export async function stopPostmaster(cluster: Cluster, pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!(await isAlive(cluster, pid))) return;
    process.kill(pid, signal);
    if (await awaitEnd(cluster, pid)) return;
  }
}

/** True once the process is gone; false when it still runs after a minute. */
export async function awaitEnd(cluster: Cluster, pid: number): Promise<boolean> {
  const until = performance.now() + stopForMs;
  while (performance.now() < until) {
    if (!(await isAlive(cluster, pid))) return true;
    await pause(20);
  }
  return false;
}

async function pidFileLines(cluster: Cluster): Promise<string[]> {
  const text = await readFile(join(cluster.pgData, 'postmaster.pid'), 'utf8').catch(() => '');
  return text.split('\n');
}

/** Compares the arguments: a zombie has none left, and a foreign process has others. */
async function isAlive(cluster: Cluster, pid: number): Promise<boolean> {
  if (!existsSync('/proc/self/cmdline')) return processExists(pid);
  const args = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return args.split('\0').includes(cluster.pgData);
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * PostgreSQL refuses to start while the pid of its pid file exists, even as a foreign process or a zombie. A pid file
 * without a process stays: PostgreSQL does more checks with it than this file could.
 */
async function removeStrangersPidFile(cluster: Cluster): Promise<void> {
  const pid = Number((await pidFileLines(cluster))[0]);
  if (pid > 0 && processExists(pid) && !(await isAlive(cluster, pid))) {
    await rm(join(cluster.pgData, 'postmaster.pid'), { force: true });
  }
}

/** Null when PostgreSQL is up, else its reason. */
async function tryStart(cluster: Cluster, port: number, options: StartOptions): Promise<string | null> {
  const logBytes = (await stat(logPath(cluster)).catch(() => null))?.size ?? 0;
  const settings = Object.entries(serverSettings(port, options)).map(([name, value]) => `-c ${name}=${value}`);
  const serverOptions = `-D ${quoted(cluster.pgData)} ${settings.join(' ')}`;
  const { exitCode, output } = await run(
    '/bin/sh',
    // The shell keeps descriptor 3, the keeper's pipe, while pg_ctl runs; PostgreSQL itself must not inherit it.
    [
      '-c',
      '"$@" 3>&-; exit $?',
      'sh',
      join(cluster.binaries, 'pg_ctl'),
      'start',
      '-s',
      '-w',
      '-t',
      `${startSeconds}`,
    ].concat(['-l', 'postgres.log', '-o', serverOptions]),
    {
      account: cluster.account,
      directory: cluster.directory,
      environment: { PGDATA: cluster.pgData },
      inheritedDescriptor: options.keeperDescriptor,
    },
  );
  return exitCode === 0 ? null : ((await reasonInLog(cluster, logBytes)) ?? output.split('\n')[0] ?? 'no reason given');
}

function serverSettings(port: number, { durable, connectionsMax }: StartOptions): Record<string, string> {
  const onDisk = durable ? 'on' : 'off';
  return {
    listen_addresses: '127.0.0.1',
    port: `${port}`,
    unix_socket_directories: "''",
    fsync: onDisk,
    synchronous_commit: onDisk,
    full_page_writes: onDisk,
    shared_buffers: '128MB',
    max_connections: `${connectionsMax}`,
    max_wal_size: '1GB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Of a restored backup no client is let in before it is complete.
    hot_standby: 'off',
    // Statements and details may hold secrets: session ids, keys, customers' properties.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
  };
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const logPath = (cluster: Cluster) => join(cluster.directory, 'postgres.log');

async function reasonInLog(cluster: Cluster, fromByte: number): Promise<string | null> {
  const text = (await readFile(logPath(cluster)).catch(() => Buffer.alloc(0))).subarray(fromByte).toString();
  const reasons = text.split('\n').filter((line) => /FATAL|PANIC|LOG: {2}could not/.test(line));
  const last = reasons.at(-1);
  return last === undefined ? null : last.replace(/^.*?(FATAL|PANIC|LOG): +/, '');
}

async function rotateLog(cluster: Cluster): Promise<void> {
  const found = await stat(logPath(cluster)).catch(() => null);
  if (found !== null && found.size > logBytesMax) await rename(logPath(cluster), `${logPath(cluster)}.1`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
