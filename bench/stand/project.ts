/**
 * Where the project's files are, and its commands: `npm start` starts the service under test. The baselines get the same
 * arguments of Node.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A command of `package.json` that runs Node. */
interface Script {
  /** Path from the root of the tree. */
  readonly program: string;
  /** Arguments of Node itself. */
  readonly nodeArguments: readonly string[];
}

/** The root of this project. */
export const projectRoot = join(import.meta.dirname, '..', '..');
/** The project's cache, which is not in its repository. */
export const cacheFolder = join(projectRoot, '.cache');

/** A command as a tree has it: another version of the project may have another one. */
export function scriptOf(name: 'start' | 'admin', tree = projectRoot): Script {
  const { scripts } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8'));
  const [, ...words]: string[] = scripts[name].split(' ');
  return { program: words.at(-1) as string, nodeArguments: words.slice(0, -1) };
}
