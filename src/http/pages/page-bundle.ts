/**
 * Makes one file for browsers of a module or a style sheet and everything that it imports, without types and minified.
 * Modules that are loaded later, by `import()`, are in files of their own, which share common code. Promises that
 * nothing else than the sources of the pages and of the client, and the libraries on its list, is in them.
 */
import { basename, dirname, join, relative, sep } from 'node:path';
import { build, type Metafile } from 'esbuild';

/** The installed packages that the pages may load. */
const libraries = ['openapi-fetch', 'preact', 'uplot'] as const;

/** Where the service's packages are. */
const installed = join(import.meta.dirname, '..', '..', '..', 'node_modules');

/** Older browsers have no private methods of classes, which the client uses. */
const browsers = 'es2022';

export interface Bundle {
  readonly text: string;
  /** The other files, by the names by which the files of the bundle import them from beside them. */
  readonly parts: ReadonlyMap<string, string>;
}

/** Files are not written: the folder gives them their names. */
const outFolder = join(sep, 'bundle');

/** `entry`: absolute. `folders`: those that the entry may import from. Rejects when it imports anything else. */
export async function bundle(entry: string, folders: readonly string[]): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    absWorkingDir: dirname(entry),
    nodePaths: [installed],
    bundle: true,
    splitting: true,
    outdir: outFolder,
    entryNames: '[name]',
    chunkNames: 'part-[hash]',
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
  const parts = new Map(outputFiles.map((file) => [basename(file.path), file.text]));
  const own = outputFiles.find(({ path }) => !basename(path).startsWith('part-'));
  if (own === undefined) throw new Error(`${entry} has no bundle`);
  parts.delete(basename(own.path));
  return { text: own.text, parts };
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
