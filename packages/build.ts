/**
 * Makes what a package of this folder ships, in its `dist`: modules for Node and browsers with source maps, and types.
 * npm runs it before it packs a package. The sources are those of the service: `src/client` and `src/component`. Promises
 * that nothing of the service is in a package.
 */
import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

interface Package {
  /** The folder with its sources, from the root of the project. */
  readonly source: string;
  readonly entries: readonly string[];
  /** Node as well as browsers. */
  readonly target: readonly string[];
}

const packages: Readonly<Record<string, Package>> = {
  client: { source: 'src/client', entries: ['index.ts'], target: ['es2022', 'node20'] },
  map: { source: 'src/component', entries: ['index.ts', 'react.ts'], target: ['es2022'] },
};

const root = join(import.meta.dirname, '..');
const folder = process.cwd();
const chosen = packages[basename(folder)];
if (chosen === undefined) throw new Error(`run this in one of ${Object.keys(packages).join(', ')}`);
await make(chosen);

async function make({ source, entries, target }: Package): Promise<void> {
  const dist = join(folder, 'dist');
  await rm(dist, { recursive: true, force: true });
  const from = join(root, source);
  const { metafile } = await build({
    entryPoints: entries.map((entry) => join(from, entry)),
    absWorkingDir: root,
    outdir: dist,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    packages: 'external',
    target: [...target],
    sourcemap: true,
    metafile: true,
    logLevel: 'warning',
  });
  const stranger = Object.keys(metafile.inputs).find((path) => !path.startsWith(`${source}/`));
  if (stranger !== undefined) throw new Error(`${stranger} is not of ${source}`);
  await makeTypes(from, dist);
}

async function makeTypes(from: string, dist: string): Promise<void> {
  const compiler = join(root, 'node_modules', '.bin', 'tsc');
  await promisify(execFile)(compiler, ['-p', join(folder, 'tsconfig.json')]);
  for (const name of await readdir(from)) {
    if (name.endsWith('.d.ts')) await writeFile(join(dist, name), await readFile(join(from, name)));
  }
  for (const name of await readdir(dist)) {
    if (!name.endsWith('.d.ts')) continue;
    const path = join(dist, name);
    await writeFile(path, named(await readFile(path, 'utf8'), relative(folder, path)));
  }
}

/** Imports of the package's own modules by the names that they have in it. */
function named(types: string, path: string): string {
  const text = types.replaceAll(/(from |import\()(['"])(\.\/[^'"]+?)(?:\.d)?\.ts\2/g, '$1$2$3.js$2');
  if (/from ['"]\.\.\//.test(text)) throw new Error(`${path} imports what is not in the package`);
  return text;
}
