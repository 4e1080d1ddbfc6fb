/** The command line of the benchmark. An unknown word is refused with one line. */
import { parseArgs } from 'node:util';

/** A scenario, as far as the options need it. */
interface Choice {
  readonly name: string;
  readonly about: string;
  readonly isEssential: boolean;
}

export interface Options {
  /** How often everything that is compared is measured in turn. */
  readonly rounds: number;
  /** How often a study goes through its own sizes. */
  readonly passes: number;
  readonly seconds: number;
  /** Ascending. */
  readonly connections: readonly number[];
  /** Names of what is measured, in the order of the registry. */
  readonly scenarios: readonly string[];
  /** Small sizes and short rounds of everything essential. */
  readonly isQuick: boolean;
  readonly isProfiled: boolean;
  /** Folder of the report and of the history. */
  readonly report: string;
  /** File for everything that was measured, as JSON; null for none. */
  readonly json: string | null;
  /** Two runs of the history to be compared instead of measuring; null: measure. */
  readonly compare: readonly [string, string] | null;
}

const fullReport = 'bench/report';
/** Kept out of the repository: a part of a run must not replace the report of a whole one. */
const partialReport = 'bench/results';

export function usageOf(choices: readonly Choice[]): string {
  const width = Math.max(...choices.map(({ name }) => name.length));
  return [
    'npm run bench -- [--quick] [--scenario NAME,NAME] [--rounds 6] [--passes 2] [--seconds 2]',
    '                 [--connections 64,256] [--profile] [--report FOLDER] [--json FILE]',
    'The report goes to bench/report, that of a quick run or of some scenarios to bench/results.',
    'npm run bench -- --compare A B [--report FOLDER]   A and B: numbers in the history from 1, "last", or a prefix of their time',
    'Scenarios (* in --quick as well; all when none is named):',
    ...choices.map(({ name, about, isEssential }) => `  ${name.padEnd(width)} ${isEssential ? '*' : ' '} ${about}`),
  ].join('\n');
}

/** Throws an Error with one line when the arguments are invalid. */
export function parseOptions(args: readonly string[], choices: readonly Choice[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      passes: { type: 'string' },
      seconds: { type: 'string' },
      connections: { type: 'string' },
      json: { type: 'string' },
      report: { type: 'string' },
      compare: { type: 'string' },
      scenario: { type: 'string' },
    },
  });
  const { quick: isQuick, profile: isProfiled, json = null } = values;
  const [other, ...more] = positionals;
  const isStray = values.compare === undefined ? other !== undefined : more.length > 0;
  if (isStray) throw new Error(`unexpected argument '${more[0] ?? other}'`);
  if (values.compare !== undefined && other === undefined) throw new Error('--compare takes two runs');
  return {
    rounds: positive('rounds', values.rounds ?? (isQuick ? '1' : '6')),
    passes: positive('passes', values.passes ?? (isQuick ? '1' : '2')),
    seconds: positive('seconds', values.seconds ?? (isQuick ? '1' : '2')),
    connections: (values.connections ?? (isQuick ? '256' : '64,256'))
      .split(',')
      .map((text) => positive('connections', text))
      .sort((a, b) => a - b),
    scenarios: scenariosOf(values.scenario, isQuick, choices),
    isQuick,
    isProfiled,
    report: values.report ?? (isQuick || values.scenario !== undefined ? partialReport : fullReport),
    json,
    compare: values.compare === undefined ? null : [values.compare, other!],
  };
}

function scenariosOf(text: string | undefined, isQuick: boolean, choices: readonly Choice[]): string[] {
  if (text === undefined) {
    return choices.filter(({ isEssential }) => isEssential || !isQuick).map(({ name }) => name);
  }
  const asked = text.split(',');
  const known = choices.map(({ name }) => name);
  const unknown = asked.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`'${unknown}' is no scenario; there are ${known.join(', ')}`);
  return known.filter((name) => asked.includes(name));
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name}: '${text}' is not a whole number above 0`);
  return value;
}
