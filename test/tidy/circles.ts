/** The rule against import cycles: no file may import itself through other files. Type imports count. */
import { posix } from 'node:path';
import { importsOf, type Source } from '../support/source-tree.ts';
import { homes } from './ranks.ts';

function targetOf(path: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  const home = homes.find(({ name }) => name !== undefined && specifier.startsWith(name));
  return home?.name === undefined ? specifier : `${home.folder}/${specifier.slice(home.name.length)}`;
}

/** Each cycle once, as its paths in the order of the imports; the first path is repeated at the end. */
export function importCircles(sources: readonly Source[]): string[][] {
  const imports = new Map(
    sources.map((source) => [source.path, importsOf(source).map(({ specifier }) => targetOf(source.path, specifier))]),
  );
  const circles: string[][] = [];
  const finished = new Set<string>();
  const trail: string[] = [];
  const visit = (path: string): void => {
    if (finished.has(path)) return;
    const start = trail.indexOf(path);
    if (start !== -1) {
      circles.push([...trail.slice(start), path]);
      return;
    }
    trail.push(path);
    for (const target of imports.get(path) ?? []) visit(target);
    trail.pop();
    finished.add(path);
  };
  for (const path of imports.keys()) visit(path);
  return circles;
}
