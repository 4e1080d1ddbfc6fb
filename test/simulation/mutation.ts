/** Applies one mutant to a copy of the project and runs the simulation, or a test, on the copy. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { breakCopy } from '../../bench/stand/broken-copy.ts';
import type { Mutant } from './mutant.ts';

/**
 * `killed`: a rule was broken, or a test has failed. `survives`: nothing was wrong. `inconclusive`: the mutated program did
 * not load, or ran out of time, which proves nothing.
 */
type Fate = 'killed' | 'survives' | 'inconclusive';

export interface Verdict {
  readonly fate: Fate;
  readonly seconds: number;
  /** The first failure in the output. */
  readonly says: string;
}

/**
 * A mutated file that cannot be parsed, or that imports a name which does not exist. A worker that ends in the middle of its tests,
 * by a rejection that nothing expects, is a failure of the test.
 */
const unloadable = /^SyntaxError\b.*|Test suite failed to run(?!\s+Worker exited unexpectedly)/m;

/** Time limit of one test, in minutes. A mutant can leave a caller without an answer: its test fails then, long before the mutant's own limit. */
const testMinutes = '0.5';

/** Tries a mutant in the copy with up to `seeds` seeds, and restores the copy. */
export function tryMutant(copy: string, { mistakes, test }: Mutant, seeds: number, secondsMax: number): Verdict {
  const repair = breakCopy(copy, mistakes);
  const start = performance.now();
  const args = test === undefined ? simulation(seeds) : jest(test);
  const run = spawnSync(process.execPath, args, {
    ...{ cwd: copy, encoding: 'utf8', timeout: secondsMax * 1000 },
    env: { ...process.env, TEST_MINUTES: testMinutes },
  });
  const seconds = (performance.now() - start) / 1000;
  repair();
  const output = `${run.stdout}\n${run.stderr}`;
  const failure = test === undefined ? /^seed .*|Error: .*/m : /● .*|FAIL .*/;
  const found = output.match(unloadable) ?? output.match(failure);
  const says = run.signal === null ? (found?.[0] ?? '') : 'ran out of time';
  return { fate: fateOf(run, output, says), seconds, says: says.slice(0, 150) };
}

function fateOf({ status }: SpawnSyncReturns<string>, output: string, says: string): Fate {
  if (status === 0) return 'survives';
  return status === 1 && says !== '' && !unloadable.test(output) ? 'killed' : 'inconclusive';
}

function simulation(seeds: number): readonly string[] {
  return ['test/simulation/simulate.ts', '--seeds', String(seeds), '--quiet', '--failures', '1'];
}

function jest(test: string): readonly string[] {
  const started = ['--import', './test/support/late-worker.ts', 'node_modules/jest/bin/jest.js'];
  return ['--disable-warning=ExperimentalWarning', ...started, test];
}
