/** Applies one mutant to a copy of the project and runs the simulation, or a test, on the copy. */
import { spawnSync } from 'node:child_process';
import { breakCopy } from '../../bench/stand/broken-copy.ts';
import type { Mutant } from './mutant.ts';

export interface Verdict {
  readonly isKilled: boolean;
  readonly seconds: number;
  /** The first failure in the output. */
  readonly says: string;
}

/** Tries a mutant in the copy with up to `seeds` seeds, and restores the copy. */
export function tryMutant(copy: string, { mistakes, test }: Mutant, seeds: number, secondsMax: number): Verdict {
  const repair = breakCopy(copy, mistakes);
  const start = performance.now();
  const args = test === undefined ? simulation(seeds) : jest(test);
  const run = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', timeout: secondsMax * 1000 });
  const seconds = (performance.now() - start) / 1000;
  repair();
  const output = `${run.stdout}\n${run.stderr}`;
  const found = test === undefined ? /^seed .*|Error: .*/m : /● .*|FAIL .*/;
  const says = run.signal === null ? (output.match(found)?.[0] ?? '') : 'ran out of time';
  return { isKilled: run.status === 1 && says !== '', seconds, says: says.slice(0, 150) };
}

function simulation(seeds: number): readonly string[] {
  return ['test/simulation/simulate.ts', '--seeds', String(seeds), '--quiet', '--failures', '1'];
}

function jest(test: string): readonly string[] {
  return ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js', test];
}
