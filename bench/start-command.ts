/** What `npm start` runs: the service under test is started like that, and its rivals with the same arguments of Node. */
import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const [, ...words]: string[] = scripts.start.split(' ');

/** From the top of the project. */
export const program = words.at(-1) as string;
/** Those of Node itself. */
export const startArguments: readonly string[] = words.slice(0, -1);
