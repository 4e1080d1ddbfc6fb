/**
 * Starts programs that cannot outlive the process that started them, by whatever end: a shell beside each program sleeps
 * on a pipe that only we hold, and kills the program when the kernel closes it. A terminal's Ctrl-C does not reach them.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

// The program takes over the first shell's number, so the number that the watcher kills is the program's. A line instead
// of the pipe's end lets the watcher go.
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
