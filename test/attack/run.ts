/**
 * `npm run attack`: starts a service of its own and attacks it over 127.0.0.1, bounded in count and time. Prints for
 * each attack what was tried, what it cost and its bounds; fails when a bound was broken. `--only NAME,NAME`: these
 * attacks; `--short`: the smaller attacks that the tests run.
 */
import { parseArgs } from 'node:util';
import { type AttackReport, runAttacks } from './attack-runner.ts';
import { attacks } from './attacks.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
  },
});

const names =
  values.only?.split(',') ?? attacks.filter(({ isQuick }) => isQuick || !values.short).map(({ name }) => name);
const unknown = names.find((name) => !attacks.some((attack) => attack.name === name));
if (unknown !== undefined) {
  console.error(`'${unknown}' is not an attack; the attacks are ${attacks.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}

function print({ attack, tried, seconds, beforeMb, peakMb, silenceMs, recoverySeconds, faults }: AttackReport): void {
  const { memoryMb, silenceMs: silenceMax, recoverySeconds: recoveryMax } = attack.bounds;
  const recovery = recoverySeconds === null ? 'not back' : `back after ${recoverySeconds.toFixed(1)} s`;
  console.log(
    `${faults.length === 0 ? 'withstood' : 'BROKEN   '} ${attack.name} (${seconds.toFixed(1)} s): ${tried}\n` +
      `          memory ${Math.round(beforeMb)} to ${Math.round(peakMb)} MB (+${memoryMb} allowed), ${recovery} (${recoveryMax} s); ` +
      `/livez silent for at most ${Math.round(silenceMs)} ms (${silenceMax} ms)`,
  );
  for (const fault of faults) console.log(`          ${fault}`);
}

const reports = await runAttacks({
  attacks: attacks.filter(({ name }) => names.includes(name)),
  size: values.short ? 'short' : 'full',
  onReport: print,
});
const broken = reports.filter(({ faults }) => faults.length > 0);
console.log(`${reports.length} attacks, ${reports.length - broken.length} withstood`);
process.exitCode = broken.length > 0 ? 1 : 0;
