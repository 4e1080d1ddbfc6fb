/** The command line of the benchmark. A word that it does not know stops it with one clear line. */
import { parseArgs } from 'node:util';

export const mainScenarios = ['bare-koa', 'holds', 'row-lock-holds', 'purchases', 'row-lock-purchases'] as const;
export const extraScenarios = ['sizes', 'restart', 'memory', 'clone'] as const;
export type MainScenario = (typeof mainScenarios)[number];
export type ExtraScenario = (typeof extraScenarios)[number];

export interface Options {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: readonly number[];
  /** File for everything that was measured, as JSON; null for none. */
  readonly json: string | null;
  readonly main: readonly MainScenario[];
  readonly extra: readonly ExtraScenario[];
}

export const usage =
  'npm run bench -- [--rounds 3] [--seconds 5] [--connections 64,256] [--json FILE]\n' +
  `                 [--scenario ${[...mainScenarios, ...extraScenarios].join(',')}]\n` +
  'Without --scenario all of the first five are run.';

/** Throws an Error with one line when the arguments make no sense. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '5' },
      connections: { type: 'string', default: '64,256' },
      json: { type: 'string' },
      scenario: { type: 'string', default: mainScenarios.join(',') },
    },
  });
  const named = values.scenario.split(',');
  const known: readonly string[] = [...mainScenarios, ...extraScenarios];
  const stranger = named.find((name) => !known.includes(name));
  if (stranger !== undefined) throw new Error(`'${stranger}' is no scenario; there are ${known.join(', ')}`);
  return {
    rounds: positive('rounds', values.rounds),
    seconds: positive('seconds', values.seconds),
    connections: values.connections.split(',').map((text) => positive('connections', text)),
    json: values.json ?? null,
    main: mainScenarios.filter((name) => named.includes(name)),
    extra: extraScenarios.filter((name) => named.includes(name)),
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name}: '${text}' is not a whole number above 0`);
  return value;
}
