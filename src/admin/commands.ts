/** The catalogue of the operator's commands: which there are, the usage of all, and which one a command line names. */
import { parseArgs } from 'node:util';
import { archive, listArchives, restoreArchive, verifyArchiveFile } from './archives.ts';
import { backup, restore } from './backup.ts';
import { beginEraCommand } from './begin-era.ts';
import { type AdminCommand, BadUsage, type OptionValues } from './command.ts';
import { demo } from './demo.ts';
import { showEvent } from './event.ts';
import { localLoginCommand } from './local-login.ts';
import { migrate } from './migration.ts';
import { modeCommand } from './mode.ts';
import { listParked, unpark } from './parked-events.ts';
import { rotateSecret } from './secret-rotation.ts';
import { createTenantCommand } from './tenants.ts';
import { finalizeCommand, upgradeCheck } from './upgrade.ts';
import { verifyCommand } from './verify.ts';

const commands: readonly AdminCommand[] = [
  createTenantCommand,
  demo,
  listParked,
  unpark,
  migrate,
  showEvent,
  archive,
  restoreArchive,
  verifyArchiveFile,
  listArchives,
  rotateSecret,
  beginEraCommand,
  verifyCommand,
  backup,
  restore,
  upgradeCheck,
  finalizeCommand,
  modeCommand,
  localLoginCommand,
];

const usageWidth = 46;

/** One line for each command. */
export function usage(): string {
  const lines = commands.map(({ words, takes = [], options = {}, does }) => {
    const named = Object.entries(options).map(
      ([name, { type }]) => `--${name}${type === 'string' ? ` ${name.toUpperCase()}` : ''}`,
    );
    const call = ['npm run admin --', words, ...takes, ...named].join(' ');
    return `  ${call.padEnd(usageWidth)}  ${does}`;
  });
  return `Usage:\n${lines.join('\n')}\nThe settings are the same as the service's (DATABASE_URL, SECRET_KEY, DATA_DIR, …).`;
}

/** The command that `line` names, ready to run. Throws `BadUsage` when there is none or its arguments are wrong. */
export function commandOf(line: readonly string[]): () => Promise<number> {
  const { positionals, values } = parsed(line);
  const text = positionals.join(' ');
  const named = commands
    .filter(({ words }) => text === words || text.startsWith(`${words} `))
    .sort((one, other) => other.words.length - one.words.length);
  const command = named[0];
  if (command === undefined) throw new BadUsage(text === '' ? '' : `there is no command '${text}'`);
  const args = positionals.slice(command.words.split(' ').length);
  const { takes = [] } = command;
  const needed = takes.filter((name) => !name.startsWith('[')).length;
  if (args.length < needed) throw new BadUsage(`${takes[args.length]} is missing`);
  if (args.length > takes.length) throw new BadUsage(`'${args[takes.length]}' is one argument too many`);
  const foreign = Object.keys(values).find((name) => command.options?.[name] === undefined);
  if (foreign !== undefined) throw new BadUsage(`'${command.words}' has no option --${foreign}`);
  return () => command.run(args, values);
}

function parsed(line: readonly string[]): { positionals: string[]; values: OptionValues } {
  const options: NonNullable<AdminCommand['options']> = Object.assign({}, ...commands.map((it) => it.options));
  try {
    const { positionals, values } = parseArgs({ args: [...line], allowPositionals: true, options });
    return { positionals, values: values as OptionValues };
  } catch (error) {
    throw new BadUsage((error as Error).message);
  }
}
