/**
 * Makes the module that a browser loads of a source file: without types, and with imports that name served files by
 * relative addresses, so that a proxy may serve the pages under a prefix of its own. Refuses imports of anything else.
 */
import { stripTypeScriptTypes } from 'node:module';
import { dirname, posix, resolve } from 'node:path';
import { init, parse } from 'es-module-lexer';

/** The served files' names, relative to /pages/. */
export interface ModuleNames {
  /** Of a source file, by its absolute path. */
  byPath(path: string): string | undefined;
  /** Of a library, by the name that modules import. */
  byPackage(specifier: string): string | undefined;
}

export interface BrowserModule {
  readonly text: string;
  /** The served names of the modules that it needs before it can run. */
  readonly imports: readonly string[];
}

/** `path`: of the source file, absolute. Throws when the module imports what is not served. */
export async function browserModule(path: string, source: string, names: ModuleNames): Promise<BrowserModule> {
  await init;
  const text = path.endsWith('.ts') ? stripTypeScriptTypes(source) : source;
  const own = names.byPath(path) ?? 'lib/library.js';
  const served = (specifier: string): string => {
    const isRelative = specifier.startsWith('.');
    const name = isRelative ? names.byPath(resolve(dirname(path), specifier)) : names.byPackage(specifier);
    if (name === undefined) throw new Error(`${path} imports '${specifier}', which is not served to browsers`);
    return name;
  };
  const addressOf = (name: string): string => {
    const address = posix.relative(posix.dirname(own), name);
    return address.startsWith('.') ? address : `./${address}`;
  };
  const needed: string[] = [];
  let rest = 0;
  let made = '';
  for (const { start, end, specifier, quotes } of importsIn(text, path)) {
    const name = served(specifier);
    const address = addressOf(name);
    if (!quotes) needed.push(name);
    made += text.slice(rest, start) + (quotes ? `'${address}'` : address);
    rest = end;
  }
  return { text: made + text.slice(rest), imports: needed };
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly specifier: string;
  /** Whether `start` and `end` include the quotes. */
  readonly quotes: boolean;
}

/** The module names in a text, in their order. */
function importsIn(text: string, path: string): Found[] {
  const [imports] = parse(text, path);
  return imports.flatMap((one): Found[] => {
    if (one.type === 'import-meta') return [];
    const { start, end, type } = one;
    if (type === 'dynamic' && (one.specifier === undefined || one.glob)) {
      throw new Error(`${path} imports a module whose name is computed, so it cannot be served to browsers`);
    }
    return [{ start, end, specifier: one.specifier ?? '', quotes: type === 'dynamic' }];
  });
}
