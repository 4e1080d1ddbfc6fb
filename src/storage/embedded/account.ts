/**
 * The account that PostgreSQL runs as, and the directories that it can enter. PostgreSQL refuses to run as root, so a
 * service of root runs it as the owner of an existing database, else as `postgres`, else as `nobody`. Access is tested
 * by trying as that account, never guessed from permission bits.
 */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { type Account, run } from './command.ts';

const runsAsRoot = () => process.getuid?.() === 0;

/** The account for a new database: null (the service's own) unless the service runs as root. */
export async function accountForNewDatabase(): Promise<Account> {
  if (!runsAsRoot()) return null;
  return (await accountNamed('postgres')) ?? (await accountNamed('nobody')) ?? refuseRoot();
}

function refuseRoot(): never {
  throw new Error('PostgreSQL does not run as root, and there is no account postgres or nobody to run it as');
}

async function accountNamed(name: string): Promise<Account> {
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
  if (uid.exitCode !== 0 || gid.exitCode !== 0) return null;
  return { uid: Number(uid.output), gid: Number(gid.output) };
}

/** The account for an existing database of `owner`. Throws one line when the service cannot run as that account. */
export function accountForOwner(directory: string, owner: { uid: number; gid: number }): Account {
  if (!runsAsRoot()) {
    if (owner.uid === process.getuid?.()) return null;
    throw new Error(`${directory} belongs to another account (uid ${owner.uid}): start as that account or as root`);
  }
  if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  throw new Error(`${directory} belongs to root, and PostgreSQL does not run as root: give it to another account`);
}

/** True when the account can enter a directory, every directory above it included. */
export async function canEnter(directory: string, account: Account): Promise<boolean> {
  if (account === null) return true;
  const { exitCode } = await run('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { account });
  return exitCode === 0;
}

/**
 * The directory for files outside the data directory: a temporary directory that survives a reboot, if there is one.
 */
export function lastingTemporaryDirectory(): string {
  return existsSync('/var/tmp') ? '/var/tmp' : tmpdir();
}
