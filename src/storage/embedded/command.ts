/**
 * Runs the programs that come with PostgreSQL, and a few of POSIX, as the account that owns the database.
 * Promises a separate session (Ctrl-C reaches only the service) and an environment without PG* variables.
 * Never goes through a shell unless the caller names one.
 */
import { spawn } from 'node:child_process';

/** The operating system's account that PostgreSQL runs as; null is the service's own. */
export type Account = { uid: number; gid: number } | null;

/** Output of both streams, trimmed; `exitCode` is -1 when the program could not be started or was killed. */
export type CommandResult = { exitCode: number; output: string };

export type CommandOptions = {
  account?: Account;
  directory?: string;
  environment?: Record<string, string>;
  /** A file descriptor that the program inherits as number 3. */
  inheritedDescriptor?: number;
};

/** The environment of every program started here. */
export function plainEnvironment(extra: Record<string, string> = {}): Record<string, string> {
  return { PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...extra };
}

/** `uid` and `gid` for spawn; nothing when the account is the service's own. */
export function asAccount(account: Account): { uid?: number; gid?: number } {
  return account === null ? {} : { uid: account.uid, gid: account.gid };
}

/** Makes the account the owner of everything in the directory. */
export async function giveTo(account: Account, directory: string): Promise<void> {
  if (account === null) return;
  const { exitCode, output } = await run('chown', ['-R', `${account.uid}:${account.gid}`, directory]);
  if (exitCode !== 0) throw new Error(`Cannot give ${directory} to account ${account.uid}: ${output}`);
}

/** Runs a program to its end. A program that cannot be started is a result, not a rejection. */
export function run(command: string, args: string[], options: CommandOptions = {}): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      ...asAccount(options.account ?? null),
      cwd: options.directory ?? '/',
      env: plainEnvironment(options.environment),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', options.inheritedDescriptor ?? 'ignore'],
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', (error) => resolve({ exitCode: -1, output: error.message }));
    child.on('close', (code) => resolve({ exitCode: code ?? -1, output: output.trim() }));
  });
}
