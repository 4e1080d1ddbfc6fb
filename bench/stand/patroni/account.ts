/** Starts programs under an account that is not root, where they refuse root. */
import type { ChildProcess } from 'node:child_process';
import type { Account } from '#storage/embedded/command.ts';
import { spawnTethered, type TetherOptions } from '../tether.ts';

/** As `spawnTethered`. Null: under this process' own account. */
export function spawnAs(
  account: Account,
  command: string,
  args: readonly string[],
  options: TetherOptions,
): ChildProcess {
  if (account === null) return spawnTethered(command, args, options);
  const identity = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  return spawnTethered('setpriv', [...identity, command, ...args], options);
}
