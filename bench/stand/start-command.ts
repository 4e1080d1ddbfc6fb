/** The command of `npm start`: starts the service under test. The baselines get the same arguments of Node. */
import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const [, ...words]: string[] = scripts.start.split(' ');

/** Path from the project's root. */
export const program = words.at(-1) as string;
/** Arguments of Node itself. */
export const startArguments: readonly string[] = words.slice(0, -1);
