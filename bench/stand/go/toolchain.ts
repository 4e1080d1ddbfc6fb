/**
 * Builds a Go program of a baseline with Debian's packages: `go` from the PATH if fasthttp is installed beside it, else
 * both unpacked into the project's cache. Changes nothing on the system and needs no root.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findOnPath, isExecutable, unpackPackages } from '../debian/packages.ts';
import { cacheFolder } from '../project.ts';

interface Toolchain {
  readonly command: string;
  readonly environment: Readonly<Record<string, string>>;
}

const wanted = { name: 'go', packages: ['golang-go', 'golang-src', 'golang-github-valyala-fasthttp-dev'] };
const library = join('src', 'github.com', 'valyala', 'fasthttp');
const sharedSources = join('usr', 'share', 'gocode');
const buildMsMax = 300_000;

export interface GoProgram {
  readonly command: string;
  /** Version of the compiler. */
  readonly version: string;
}

/** Builds the package in `folder`. Throws one line when there is no Go and none can be had, or the build fails. */
export async function buildGo(folder: string, name: string, cache = cacheFolder): Promise<GoProgram> {
  const { command, environment } = await findGo(process.env.PATH ?? '', cache);
  const built = join(cache, 'go-programs', name);
  await mkdir(join(cache, 'go-programs'), { recursive: true });
  const env = {
    PATH: process.env.PATH,
    GO111MODULE: 'off',
    GOFLAGS: '',
    CGO_ENABLED: '0',
    GOCACHE: join(cache, 'go-build'),
    ...environment,
  };
  const options = { cwd: folder, env, encoding: 'utf8', timeout: buildMsMax, stdio: 'pipe' } as const;
  try {
    execFileSync(command, ['build', '-o', built, '.'], options);
    const version = execFileSync(command, ['env', 'GOVERSION'], options).trim();
    return { command: built, version };
  } catch (error) {
    throw new Error(`the Go program ${name} cannot be built: ${(error as Error).message.split('\n').at(-1)}`);
  }
}

async function findGo(searchPath: string, cache: string): Promise<Toolchain> {
  const onPath = findOnPath(searchPath, ['go']);
  const shared = join('/', sharedSources);
  if (onPath !== undefined && existsSync(join(shared, library))) {
    return { command: onPath, environment: { GOPATH: shared } };
  }
  const unpacked = await findUnpacked(cache);
  if (unpacked !== null) return unpacked;
  await unpackPackages(wanted, cache, searchPath);
  const found = await findUnpacked(cache);
  if (found === null) throw new Error(`the Go that was unpacked into ${cache} is incomplete: remove it`);
  return found;
}

async function findUnpacked(cache: string): Promise<Toolchain | null> {
  const place = join(cache, wanted.name);
  const libraries = join(place, 'usr', 'lib');
  const sources = join(place, sharedSources);
  const folders = await readdir(libraries).catch(() => []);
  const root = folders.filter((name) => name.startsWith('go-')).map((name) => join(libraries, name))[0];
  if (root === undefined || !existsSync(join(sources, library))) return null;
  const command = join(root, 'bin', 'go');
  return isExecutable(command) ? { command, environment: { GOROOT: root, GOPATH: sources } } : null;
}
