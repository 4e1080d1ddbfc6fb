/**
 * The releases that this project promises something about, from `releases.json`, oldest first, and their trees. A tree is
 * the release's commit, unpacked into the project's cache with packages of its own, whose files are this project's where both
 * lock files name the same package. Never changes the repository.
 */
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, link, lstat, mkdir, mkdtemp, readdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { endOf, runToEnd } from '../../bench/stand/cluster/command.ts';
import { cacheFolder, projectRoot } from '../../bench/stand/project.ts';

export interface Release {
  readonly version: string;
  /** In full. */
  readonly commit: string;
  /** How this tree replaces it: node by node beside it, or after all its nodes have stopped. */
  readonly upgrade: 'rolling' | 'stop';
}

export const releases: readonly Release[] = JSON.parse(readFileSync(new URL('releases.json', import.meta.url), 'utf8'));

/** Null when the commit is here; else whether the repository is a shallow copy, so that it cannot be. */
export async function whyMissing({ commit }: Pick<Release, 'commit'>): Promise<'shallow' | 'unknown' | null> {
  if ((await git('cat-file', '-e', `${commit}^{commit}`)).code === 0) return null;
  return (await git('rev-parse', '--is-shallow-repository')).said.trim() === 'true' ? 'shallow' : 'unknown';
}

/** The folder of a release's tree; made when it is not in the cache. */
export async function treeOf({ version, commit }: Release): Promise<string> {
  const missing = await whyMissing({ commit });
  if (missing !== null) throw new Error(`the commit ${commit} of release ${version} is not in this repository`);
  // Not below `node_modules`, where Node runs no TypeScript.
  const tree = join(cacheFolder, 'releases', commit);
  if (!existsSync(tree)) await unpack(commit, tree);
  await givePackages(tree);
  return tree;
}

async function unpack(commit: string, tree: string): Promise<void> {
  await mkdir(dirname(tree), { recursive: true });
  const staging = await mkdtemp(`${tree}-new-`);
  const archive = `${staging}.tar`;
  try {
    await runToEnd('git', ['archive', '--output', archive, commit], { directory: projectRoot });
    await runToEnd('tar', ['-xf', archive, '-C', staging]);
    // Another run may have put the same tree there meanwhile; then that one is used.
    await rename(staging, tree).catch(() => {});
  } finally {
    for (const path of [archive, staging]) await rm(path, { recursive: true, force: true });
  }
}

/** They are this project's as long as the lock files name the same ones: an installation of all takes half a minute. */
async function givePackages(tree: string): Promise<void> {
  const folder = join(tree, 'node_modules');
  const own = join(projectRoot, 'node_modules');
  const isShared = packagesOf(tree) === packagesOf(projectRoot);
  const found = await lstat(folder).catch(() => null);
  // npm writes this file last.
  const isInstalled = found?.isDirectory() === true && existsSync(join(folder, '.package-lock.json'));
  if (isInstalled || (found?.isSymbolicLink() && isShared)) return;
  await rm(folder, { recursive: true, force: true });
  if (isShared) return symlink(own, folder);
  await linkCommonPackages(tree);
  // Unlike `npm ci` it keeps what is there.
  await runToEnd('npm', ['install', '--omit=dev', '--no-audit', '--no-fund'], { directory: tree });
}

/** Packages with the same content in both lock files; npm fetches the others only. */
async function linkCommonPackages(tree: string): Promise<void> {
  const [own, theirs] = [lockOf(projectRoot).packages, lockOf(tree).packages];
  for (const [path, { integrity, dev }] of Object.entries(theirs)) {
    if (integrity === undefined || dev === true || own[path]?.integrity !== integrity) continue;
    const from = join(projectRoot, path);
    // One for another platform is not installed.
    if (existsSync(from)) await linkFolder(from, join(tree, path));
  }
}

/** Packages within a package have lines of their own in the lock files. */
async function linkFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (!entry.isDirectory()) await link(source, target).catch(() => copyFile(source, target));
    else if (entry.name !== 'node_modules') await linkFolder(source, target);
  }
}

interface LockFile {
  /** By their folders; '' is the project itself. */
  readonly packages: Readonly<Record<string, { readonly integrity?: string; readonly dev?: boolean }>>;
}

function lockOf(tree: string): LockFile {
  return JSON.parse(readFileSync(join(tree, 'package-lock.json'), 'utf8'));
}

/** What a tree's lock file names, beside the project's own version. */
function packagesOf(tree: string): string {
  const { version: _, packages, ...lock } = lockOf(tree) as LockFile & { readonly version: string };
  const { '': root, ...others } = packages;
  return JSON.stringify({ ...lock, root: { ...root, version: '' }, others });
}

function git(...args: readonly string[]) {
  return endOf('git', args, { directory: projectRoot });
}
