/** Compiles a copy of the project and says in which declarations the compiler finds mistakes. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const errorLine = /^(\S+?)\((\d+),\d+\): error/gm;
const declaration = /^(?:export )?(?:async )?(?:function\*?|const|interface|type|class) (\w+)/;
const method = /^ {2}(?:static |async )*(#?\w+)(?:<.*>)?\(.*\{$/;

/** `file declaration` of each error, sorted, each once. */
export function placesWithErrors(copy: string): string[] {
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', '.', '--pretty', 'false'], {
    cwd: copy,
    encoding: 'utf8',
  });
  const errors = [...stdout.matchAll(errorLine)];
  return [
    ...new Set(errors.map(([, file = '', line]) => `${file} ${nameAt(join(copy, file), Number(line))}`)),
  ].toSorted();
}

/** The nearest function, method or declaration that begins at or above the line. */
function nameAt(path: string, line: number): string {
  const above = readFileSync(path, 'utf8').split('\n').slice(0, line).toReversed();
  for (const text of above) {
    const name = declaration.exec(text)?.[1] ?? method.exec(text)?.[1];
    if (name !== undefined) return name;
  }
  return '';
}
