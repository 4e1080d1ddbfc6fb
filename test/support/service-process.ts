/** Starts, watches and kills processes of `embedded-service.ts`, and finds processes that they leave behind. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { run } from '#storage/embedded/command.ts';

export type ServiceProcess = {
  pid: number;
  /** The connection string, once PostgreSQL is up; rejects with the log of the process if it exits before. */
  ready: Promise<string>;
  /** The exit code, or the signal's name. */
  ended: Promise<number | string>;
  /** Its log so far. */
  said(): string;
  /** Signals the process, or with `group` everything that a terminal's Ctrl-C would reach. */
  signal(signal: NodeJS.Signals, options?: { group: boolean }): void;
  /** kill -9; has no effect after the process has ended. */
  kill(): boolean;
};

const program = fileURLToPath(new URL('./embedded-service.ts', import.meta.url));

/** Starts a service on `dataDir`, as the leader of a process group of its own. */
export function startServiceProcess(dataDir: string): ServiceProcess {
  const child = spawn(process.execPath, [program, dataDir], { detached: true, stdio: 'pipe' });
  const pid = child.pid ?? 0;
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = new Promise<number | string>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk).trim()));
    void ended.then(() => reject(new Error(said.trim())));
  });
  ready.catch(() => {});
  const signal: ServiceProcess['signal'] = (name, options) => {
    process.kill(options?.group ? -pid : pid, name);
  };
  return { pid, ready, ended, said: () => said, signal, kill: () => child.kill('SIGKILL') };
}

/**
 * The processes that use a directory: their arguments name it, or it contains their working directory. One without a command
 * line has given its memory back and is ending, however long a busy kernel takes for the rest.
 */
export async function processesIn(directory: string): Promise<string[]> {
  if (!existsSync('/proc/self')) {
    const { output } = await run('ps', ['-axo', 'pid=,command=']);
    return output.split('\n').filter((line) => line.includes(directory));
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid, command: read(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) }))
    .filter(({ command }) => command !== '')
    .map(({ pid, command }) => `${pid} ${command} in ${workingDirectory(pid)}`)
    .filter((line) => line.includes(directory))
    .map((line) => line.replaceAll(/\s+/g, ' ').slice(0, 300));
}

const workingDirectory = (pid: string) => read(() => readlinkSync(`/proc/${pid}/cwd`));

/** Empty if the process has ended meanwhile. */
function read(source: () => string): string {
  try {
    return source().replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
