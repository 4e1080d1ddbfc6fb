/**
 * `npm run mutants` tries every mutant of the list in a copy of the project and reports what caught it: `--seeds N` for
 * each, `--only TEXT` for those whose name contains TEXT. Exit code 1 if a mutant survives or is killed unexpectedly, or
 * if its run is inconclusive.
 */
import { parseArgs } from 'node:util';
import { copyProject, removeCopy } from '../../bench/stand/broken-copy.ts';
import type { Mutant } from './mutant.ts';
import { mutants } from './mutant-list.ts';
import { tryMutant } from './mutation.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '5000' },
    only: { type: 'string', default: '' },
    /** The time limit for one mutant. */
    minutes: { type: 'string', default: '10' },
  },
});
/** Runs without any mutant: a test that fails even then proves nothing about a mutant. */
const controls: readonly Mutant[] = [undefined, ...new Set(mutants.flatMap(({ test }) => test ?? []))].map((test) => ({
  name: `nothing is broken (${test ?? 'simulation'})`,
  mistakes: [],
  isLayered: true,
  ...(test === undefined ? {} : { test }),
}));

const copy = copyProject();
let surprises = 0;
try {
  for (const mutant of [...controls, ...mutants].filter(({ name }) => name.includes(values.only))) {
    // A layered mutant survives all seeds, so a few seeds suffice.
    const seeds = mutant.isLayered === true ? Math.min(100, Number(values.seeds)) : Number(values.seeds);
    const { fate, seconds, says } = tryMutant(copy, mutant, seeds, Number(values.minutes) * 60);
    const isExpected = fate === (mutant.isLayered === true ? 'survives' : 'killed');
    if (!isExpected) surprises++;
    const shown = isExpected ? fate : fate.toUpperCase();
    console.log(`| ${mutant.name} | ${shown} | ${seconds.toFixed(1)} s | ${says} |`);
  }
} finally {
  removeCopy(copy);
}
process.exitCode = surprises > 0 ? 1 : 0;
