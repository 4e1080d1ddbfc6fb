/**
 * Makes one file for browsers of a module or a style sheet and everything that it imports, without types and minified.
 * Promises that nothing else than the sources of the pages and of the client, and the libraries on its list, is in it.
 */
import { dirname, join, relative, sep } from 'node:path';
import { build, type Metafile } from 'esbuild';

/** The installed packages that the pages may load. */
const libraries = ['openapi-fetch', 'preact', 'uplot'] as const;

/** Where the service's packages are. */
const installed = join(import.meta.dirname, '..', '..', '..', 'node_modules');

/** Older browsers have no private methods of classes, which the client uses. */
const browsers = 'es2022';

/** `entry`: absolute. `folders`: those that the entry may import from. Rejects when it imports anything else. */
export async function bundle(entry: string, folders: readonly string[]): Promise<string> {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    absWorkingDir: dirname(entry),
    nodePaths: [installed],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: browsers,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'silent',
  });
  refuseOthers(metafile, entry, folders);
  const [file] = outputFiles;
  if (file === undefined) throw new Error(`${entry} has no bundle`);
  return file.text;
}

function refuseOthers({ inputs }: Metafile, entry: string, folders: readonly string[]): void {
  for (const input of Object.keys(inputs)) {
    // esbuild names its inputs relative to its working directory.
    const path = join(dirname(entry), input);
    if (folders.some((folder) => isInside(path, folder)) || libraries.some((name) => isOf(path, name))) continue;
    throw new Error(`${entry} imports ${input}, which is not served to browsers`);
  }
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`);
}

function isOf(path: string, library: string): boolean {
  return path.includes(`${sep}node_modules${sep}${library}${sep}`);
}
