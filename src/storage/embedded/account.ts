/**
 * Which account PostgreSQL runs as, and what that account can reach. PostgreSQL refuses to run as root, so root
 * hands it to the owner of an existing database, else to `postgres`, else to `nobody`.
 * Never guesses from permission bits: it lets the account try.
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

/** The account for an existing database that `owner` owns. Throws one line when the service cannot act for it. */
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

/** Where to put what must lie outside the data directory: the temporary directory that outlives a reboot, if any. */
export function lastingTemporaryDirectory(): string {
  return existsSync('/var/tmp') ? '/var/tmp' : tmpdir();
}
