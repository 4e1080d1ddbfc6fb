/**
 * The embedded database's files, and their creation: `<data dir>/postgres` with the cluster in `data`, the password
 * (mode 0600) and PostgreSQL's log beside it. A database is created atomically: under another name, then renamed. When
 * its account cannot enter the data directory, it is created below the temporary directory, and `postgres` is a link to
 * it. Never deletes a finished database.
 */
import { createHash, randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { StorageLog } from '../database/log.ts';
import { accountForNewDatabase, accountForOwner, canEnter, lastingTemporaryDirectory } from './account.ts';
import { findBinaries } from './binaries.ts';
import { type Account, run } from './command.ts';

export const superuser = 'usher';

export type Cluster = {
  directory: string;
  /** PostgreSQL's data directory as a path without links; its process is recognised by it. */
  pgData: string;
  account: Account;
  /** The directory with the programs that `account` can run. */
  binaries: string;
};

type NewCluster = { dataDir: string; durable: boolean; log: StorageLog };

/** Creates the data directory if needed and resolves links. Throws one line if that is impossible. */
export async function openDataDirectory(dataDir: string): Promise<string> {
  try {
    const made = await mkdir(dataDir, { recursive: true });
    // Regardless of the umask: PostgreSQL's account must be able to enter. Private files have their own modes.
    if (made !== undefined) await chmod(dataDir, 0o755);
    return await realpath(dataDir);
  } catch (error) {
    throw new Error(`Cannot make the data directory ${dataDir}: ${(error as Error).message}`);
  }
}

/** Finds the database under `dataDir`, or creates an empty one. Must be called under the start lock. */
export async function openCluster(options: NewCluster): Promise<Cluster> {
  const entry = join(options.dataDir, 'postgres');
  const found = await lstat(entry).catch(() => null);
  return found === null ? createCluster(entry, options) : existingCluster(entry, options.log);
}

/** The password of the superuser. */
export async function readPassword(cluster: Cluster): Promise<string> {
  return (await readFile(join(cluster.directory, 'password'), 'utf8')).trim();
}

async function existingCluster(entry: string, log: StorageLog): Promise<Cluster> {
  const directory = await realpath(entry).catch((): never => {
    throw new Error(`The database that ${entry} links to is gone; remove the link to start with an empty one`);
  });
  const account = accountForOwner(directory, await lstat(directory));
  if (!(await canEnter(directory, account))) {
    throw new Error(`Account ${account?.uid} owns the database in ${directory} but cannot enter that directory`);
  }
  return { directory, pgData: join(directory, 'data'), account, binaries: await findBinaries(account, log) };
}

/** The name of a database that a restore has replaced: `postgres` with this and a random text. */
export const replacedSuffix = '.replaced-';

async function createCluster(entry: string, options: NewCluster): Promise<Cluster> {
  const replaced = (await readdir(options.dataDir)).find((name) => name.startsWith(basename(entry) + replacedSuffix));
  if (replaced !== undefined) {
    throw new Error(`A restore has not finished: repeat it, or rename ${join(options.dataDir, replaced)} to ${entry}`);
  }
  options.log.info({ directory: entry }, 'creating an empty PostgreSQL database');
  return placeCluster(entry, {
    ...options,
    fill: (directory, account, binaries) => initialise(directory, { account, binaries, durable: options.durable }),
  });
}

export type PlacedCluster = NewCluster & {
  /** Makes the database's directory, which does not exist. */
  fill: (directory: string, account: Account, binaries: string) => Promise<void>;
  /** Called when the new directory is complete, and the name `entry` must be free afterwards. */
  makeWay?: () => Promise<void>;
};

/** Makes a database under another name, then gives it its place. Must be called under the start lock. */
export async function placeCluster(entry: string, options: PlacedCluster): Promise<Cluster> {
  const account = await accountForNewDatabase();
  const binaries = await findBinaries(account, options.log);
  const near = await canEnter(options.dataDir, account);
  const stem = near ? entry : join(lastingTemporaryDirectory(), `usher-data-${pathDigest(options.dataDir)}`);
  const place = near ? entry : `${stem}-${randomBytes(6).toString('hex')}`;
  if (!near) {
    options.log.warn(
      { directory: place, uid: account?.uid },
      'the account that runs PostgreSQL cannot enter the data directory, so the database lies elsewhere',
    );
  }
  await removeUnfinished(`${stem}.new-`, account);
  const staging = `${stem}.new-${randomBytes(6).toString('hex')}`;
  await options.fill(staging, account, binaries).catch(async (error: unknown): Promise<never> => {
    await rm(staging, { recursive: true, force: true });
    throw error;
  });
  await options.makeWay?.();
  await rename(staging, place);
  if (!near) await symlink(place, entry);
  if (options.durable) await syncPaths([dirname(place), options.dataDir]);
  return { directory: place, pgData: join(place, 'data'), account, binaries };
}

function pathDigest(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}

/** Removes the remains of a killed first start, if they belong to this service or its PostgreSQL account. */
async function removeUnfinished(prefix: string, account: Account): Promise<void> {
  for (const name of await readdir(dirname(prefix))) {
    if (!name.startsWith(basename(prefix))) continue;
    const path = join(dirname(prefix), name);
    const owner = (await lstat(path).catch(() => null))?.uid;
    if (owner !== account?.uid && owner !== process.getuid?.()) continue;
    // An initdb that outlived its killed service may still be writing; the next start removes the rest.
    await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
}

async function initialise(
  directory: string,
  how: { account: Account; binaries: string; durable: boolean },
): Promise<void> {
  const passwordFile = join(directory, 'password');
  await mkdir(directory, { mode: 0o700 });
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
  if (how.account !== null) {
    await chown(passwordFile, how.account.uid, how.account.gid);
    await chown(directory, how.account.uid, how.account.gid);
  }
  const { exitCode, output } = await run(
    join(how.binaries, 'initdb'),
    [
      `--pgdata=${join(directory, 'data')}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      ...(how.durable ? [] : ['--no-sync']),
    ],
    { account: how.account, directory },
  );
  if (exitCode !== 0) {
    throw new Error(`Cannot make a PostgreSQL database in ${dirname(directory)}: ${output.split('\n').at(-1)}`);
  }
  if (how.durable) await syncPaths([passwordFile, directory]);
}

/** Makes these files, or the names in these directories, durable. */
export async function syncPaths(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const handle = await open(path, 'r');
    await handle.sync().finally(() => handle.close());
  }
}
