/**
 * The catalogue of the operator's commands: which there are, the usage of all, and which one a command line names. It loads
 * nothing else: most of a short command's time is loading code.
 */
import { parseArgs } from 'node:util';
import { type AdminCommand, BadUsage, type OptionValues } from './command.ts';

const commands: readonly AdminCommand[] = [
  {
    words: 'tenant create',
    options: { name: { type: 'string' } },
    does: 'creates a tenant and prints its key, once',
    load: async () => (await import('./tenants.ts')).tenantCreate,
  },
  {
    words: 'demo',
    does: 'creates a demo organization with a priced event',
    load: async () => (await import('./demo.ts')).demo,
  },
  {
    words: 'events parked',
    does: 'lists events that are set aside because their journal cannot be replayed',
    load: async () => (await import('./parked-events.ts')).listParked,
  },
  {
    words: 'events unpark',
    takes: ['NUMBER'],
    does: 'lets the service try such an event again',
    load: async () => (await import('./parked-events.ts')).unpark,
  },
  {
    words: 'migrate',
    does: 'migrates the database to this version, as each start does',
    load: async () => (await import('./migration.ts')).migrate,
  },
  {
    words: 'event',
    takes: ['EVENT'],
    does: 'shows the state of an event, by its id or number',
    load: async () => (await import('./event.ts')).showEvent,
  },
  {
    words: 'archive',
    takes: ['EVENT', 'FILE'],
    options: { remove: { type: 'boolean' } },
    does: 'writes an event to a file; with --remove it leaves the database',
    load: async () => (await import('./archives.ts')).archive,
  },
  {
    words: 'archive restore',
    takes: ['FILE'],
    does: 'brings an archived event back into the database',
    load: async () => (await import('./archives.ts')).restoreArchive,
  },
  {
    words: 'archive verify',
    takes: ['FILE'],
    does: 'replays an archived event and compares it with its orders',
    load: async () => (await import('./archives.ts')).verifyArchiveFile,
  },
  {
    words: 'archive list',
    does: 'lists the events that are only in files',
    load: async () => (await import('./archives.ts')).listArchives,
  },
  {
    words: 'rotate-secret',
    does: 'replaces SECRET_KEY by NEW_SECRET_KEY; stop the service before',
    load: async () => (await import('./secret-rotation.ts')).rotateSecret,
  },
  {
    words: 'begin-era',
    does: 'after a restored copy of the files: ids and cursors of what was lost count no more',
    load: async () => (await import('./begin-era.ts')).beginNewEra,
  },
  {
    words: 'verify',
    takes: ['[EVENT]'],
    does: 'compares journals, snapshots, tables and feed; ends with 1 when they differ',
    load: async () => (await import('./verify.ts')).verifyDatabase,
  },
  {
    words: 'backup',
    takes: ['DIR'],
    does: 'copies the embedded database into a new directory, while it is used',
    load: async () => (await import('./backup.ts')).backup,
  },
  {
    words: 'restore',
    takes: ['DIR'],
    options: { replace: { type: 'boolean' } },
    does: 'puts a backup in the place of the embedded database; stop the service before',
    load: async () => (await import('./backup.ts')).restore,
  },
  {
    words: 'upgrade-check',
    does: 'tells whether this release can run beside the live nodes: exit code 0, or 3 when they must be stopped first',
    load: async () => (await import('./upgrade.ts')).upgradeCheck,
  },
  {
    words: 'finalize',
    does: 'ends a rolling upgrade: raises the cluster version to what all live nodes know; no way back',
    load: async () => (await import('./upgrade.ts')).finalizeUpgrade,
  },
  {
    words: 'mode',
    takes: ['[read-only | normal]', '[REASON]', '[UNTIL]'],
    does: 'shows the mode, or sets it: read-only holds nothing and begins no session until UNTIL, an instant, or until normal',
    load: async () => (await import('./mode.ts')).mode,
  },
  {
    words: 'local-login',
    takes: ['ORGANIZATION', 'on'],
    does: 'lets the people of an organization, by its id, log in with passwords again beside its sign-on',
    load: async () => (await import('./local-login.ts')).localLogin,
  },
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
  return async () => (await command.load())(args, values);
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
