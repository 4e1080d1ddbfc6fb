/**
 * Finds a Redis to run: `redis-server` or `valkey-server` from the PATH, else Debian's own packages, unpacked into the
 * project's cache folder. Changes nothing on the system and needs no root. Without any Redis it throws one line that
 * says how to install one.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findOnPath, isExecutable, unpackPackages } from '../debian/packages.ts';
import { cacheFolder } from '../project.ts';

export interface RedisBinary {
  readonly command: string;
  /** Environment variables that it needs besides the PATH. */
  readonly environment: Readonly<Record<string, string>>;
}

const names = ['redis-server', 'valkey-server'];
const wanted = { name: 'redis', packages: ['redis-server', 'redis-tools'] };

/** The Redis of this machine; installs one when there is none. */
export async function findRedis(searchPath = process.env.PATH ?? '', cache = cacheFolder): Promise<RedisBinary> {
  const onPath = findOnPath(searchPath, names);
  if (onPath !== undefined) return { command: onPath, environment: {} };
  const unpacked = await findUnpacked(cache);
  if (unpacked !== null) return unpacked;
  try {
    await unpackPackages(wanted, cache, searchPath);
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

async function findUnpacked(cache: string): Promise<RedisBinary | null> {
  const place = join(cache, wanted.name);
  const command = join(place, 'usr', 'bin', 'redis-server');
  if (!isExecutable(command)) return null;
  const libraries = join(place, 'usr', 'lib');
  const folders = (await readdir(libraries))
    .filter((name) => name.includes('-linux-'))
    .map((name) => join(libraries, name));
  return { command, environment: { LD_LIBRARY_PATH: folders.join(':') } };
}
