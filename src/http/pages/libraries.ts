/**
 * The installed libraries that browsers may load: each is one file of its package, served under /pages/lib/. A module's
 * name is what the pages import; no other file of any package is served.
 */
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

interface Library {
  /** Its name under /pages/lib/. */
  readonly name: string;
  readonly path: string;
  readonly type: string;
}

const script = 'text/javascript; charset=utf-8';
const styles = 'text/css; charset=utf-8';

export const libraries: readonly Library[] = [
  { name: 'openapi-fetch.js', path: installed('openapi-fetch', 'dist/index.mjs'), type: script },
  { name: 'preact.js', path: installed('preact', 'dist/preact.mjs'), type: script },
  { name: 'uplot.js', path: installed('uplot', 'dist/uPlot.esm.js'), type: script },
  { name: 'uplot.css', path: installed('uplot', 'dist/uPlot.min.css'), type: styles },
];

/** The absolute path of a package's file. */
function installed(packageName: string, file: string): string {
  const manifest = findPackageJSON(packageName, import.meta.url);
  if (manifest === undefined) throw new Error(`the package ${packageName} is not installed: run npm ci`);
  return join(dirname(manifest), file);
}
