/**
 * Starts programs that cannot outlive this process, however it ends: a watcher shell beside each program waits on a
 * pipe that only this process holds, and kills the program when the kernel closes the pipe. Ctrl-C does not reach the
 * programs.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

// `exec` keeps the first shell's process id, so `$$` is the program's process id. A line on the pipe, instead of the
// pipe's end, lets the watcher exit without a kill.
const script = `{ read -r _ <&3 || kill -9 $$; } >/dev/null 2>&1 & exec 3<&-; exec "$@"`;

export interface TetherOptions {
  readonly directory?: string;
  /** The program's whole environment. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/**
 * Starts a program with its output on pipes. Does not keep the calling process alive. A program that cannot be started
 * ends with exit code 127.
 */
export function spawnTethered(command: string, args: readonly string[], options: TetherOptions = {}): ChildProcess {
  const child = spawn('/bin/sh', ['-c', script, 'tether', command, ...args], {
    cwd: options.directory,
    env: options.environment ?? process.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const tether = child.stdio[3] as Writable;
  tether.on('error', () => {});
  child.on('exit', () => tether.end('\n'));
  child.unref();
  for (const pipe of child.stdio) (pipe as { unref?: () => void } | null)?.unref?.();
  return child;
}
