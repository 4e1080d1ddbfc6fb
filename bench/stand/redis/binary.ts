/**
 * Finds a Redis to run: `redis-server` or `valkey-server` from the PATH, else Debian's own packages, unpacked into the
 * project's cache folder. Changes nothing on the system and needs no root. Without any Redis it throws one line that
 * says how to install one.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

export interface RedisBinary {
  readonly command: string;
  /** Environment variables that it needs besides the PATH. */
  readonly environment: Readonly<Record<string, string>>;
}

const cacheFolder = join(import.meta.dirname, '..', '..', '..', '.cache');
const names = ['redis-server', 'valkey-server'];
const packages = ['redis-server', 'redis-tools'];
/** Dependencies that every Debian has, and those that only an installed service needs. */
const unwanted = /^(libc6|adduser|lsb-base|init-system-helpers|procps|debconf|sysvinit-utils)$/;
const installMsMax = 300_000;

/** The Redis of this machine; installs one when there is none. */
export async function findRedis(searchPath = process.env.PATH ?? '', cache = cacheFolder): Promise<RedisBinary> {
  const onPath = searchPath
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isExecutable);
  if (onPath !== undefined) return { command: onPath, environment: {} };
  const unpacked = await findUnpacked(cache);
  if (unpacked !== null) return unpacked;
  try {
    await unpackPackages(cache, searchPath);
  } catch (error) {
    throw new Error(
      `No redis-server or valkey-server on the PATH, and Debian's cannot be unpacked (${(error as Error).message}): ` +
        'install one, for example with "apt-get install redis-server" or "brew install redis"',
    );
  }
  const found = await findUnpacked(cache);
  if (found === null) throw new Error(`The Redis that was unpacked into ${cache} is incomplete: remove it`);
  return found;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function findUnpacked(cache: string): Promise<RedisBinary | null> {
  const place = join(cache, 'redis');
  const command = join(place, 'usr', 'bin', 'redis-server');
  if (!isExecutable(command)) return null;
  const libraries = join(place, 'usr', 'lib');
  const folders = (await readdir(libraries))
    .filter((name) => name.includes('-linux-'))
    .map((name) => join(libraries, name));
  return { command, environment: { LD_LIBRARY_PATH: folders.join(':') } };
}

async function unpackPackages(cache: string, searchPath: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const staging = await mkdtemp(join(cache, 'redis-new-'));
  const inStaging = (command: string, args: readonly string[]) => runIn(staging, searchPath, command, args);
  try {
    try {
      download(inStaging, []);
    } catch (error) {
      if (!existsSync('/etc/apt')) throw error;
      // The system's package lists are missing or outdated: download lists of our own, which needs no root.
      const state = join(staging, 'state');
      await mkdir(join(state, 'lists', 'partial'), { recursive: true });
      const own = ['-o', `Dir::State::lists=${state}/lists`, '-o', `Dir::Cache=${state}`, '-o', 'Debug::NoLocking=1'];
      inStaging('apt-get', [...own, 'update']);
      download(inStaging, own);
    }
    for (const name of await readdir(staging)) {
      if (name.endsWith('.deb')) inStaging('dpkg', ['-x', name, 'root']);
    }
    // Another run may have put the same files there meanwhile; then those are used.
    await rename(join(staging, 'root'), join(cache, 'redis')).catch(() => {});
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

function download(run: (command: string, args: readonly string[]) => string, options: readonly string[]): void {
  const listed = run('apt-cache', [...options, 'depends', '--no-recommends', '--no-suggests', ...packages]);
  const libraries = [...listed.matchAll(/^ *\|?Depends: ([a-z0-9.+-]+)$/gm)].map((match) => match[1] as string);
  const wanted = new Set([...packages, ...libraries].filter((name) => !unwanted.test(name)));
  run('apt-get', [...options, 'download', ...wanted]);
}

function runIn(directory: string, searchPath: string, command: string, args: readonly string[]): string {
  const env = { PATH: searchPath, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' };
  const options = { cwd: directory, env, encoding: 'utf8', timeout: installMsMax } as const;
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  if (error !== undefined) throw new Error(error.message);
  if (status !== 0) throw new Error(`${command}: ${stderr.trim().split('\n').at(-1)}`);
  return stdout;
}
