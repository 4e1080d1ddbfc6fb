/**
 * Unpacks packages of Debian into a folder of the project's cache. Changes nothing on the system and needs no root. Only
 * for programs that a benchmark or a test runs.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Dependencies that every Debian has, and those that only an installed service or its web pages need. */
const unwanted = /^(libc6|adduser|lsb-base|init-system-helpers|procps|debconf|sysvinit-utils|libjs-.+|fonts-.+)$/;
const installMsMax = 300_000;

export interface Wanted {
  /** Name of the folder in the cache. */
  readonly name: string;
  /** Unpacked together with what they depend on directly. */
  readonly packages: readonly string[];
}

/** The first of the programs that is on the path; undefined: none is. */
export function findOnPath(searchPath: string, names: readonly string[]): string | undefined {
  return searchPath
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Downloads and unpacks into `cache/name`. Throws one line when that is impossible. */
export async function unpackPackages({ name, packages }: Wanted, cache: string, searchPath: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const staging = await mkdtemp(join(cache, `${name}-new-`));
  const inStaging = (command: string, args: readonly string[]) => runIn(staging, searchPath, command, args);
  try {
    try {
      download(inStaging, packages, []);
    } catch (error) {
      if (!existsSync('/etc/apt')) throw error;
      // The system's package lists are missing or outdated: download lists of our own, which needs no root.
      const state = join(staging, 'state');
      await mkdir(join(state, 'lists', 'partial'), { recursive: true });
      const own = ['-o', `Dir::State::lists=${state}/lists`, '-o', `Dir::Cache=${state}`, '-o', 'Debug::NoLocking=1'];
      inStaging('apt-get', [...own, 'update']);
      download(inStaging, packages, own);
    }
    for (const file of await readdir(staging)) {
      if (file.endsWith('.deb')) inStaging('dpkg', ['-x', file, 'root']);
    }
    // Another run may have put the same files there meanwhile; then those are used.
    await rename(join(staging, 'root'), join(cache, name)).catch(() => {});
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

function download(
  run: (command: string, args: readonly string[]) => string,
  packages: readonly string[],
  options: readonly string[],
): void {
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
