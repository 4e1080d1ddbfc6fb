/**
 * `npm run mutants` breaks a copy of the project in every way of the list and says what caught it: `--seeds N` each,
 * `--only TEXT` for those whose name has it. Exit code 1 when one survives that must not, or one dies that should not.
 */
import { parseArgs } from 'node:util';
import { copyProject, removeCopy } from '../../bench/broken-copy.ts';
import type { Mutant } from './mutant.ts';
import { mutants } from './mutant-list.ts';
import { tryMutant } from './mutation.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '5000' },
    only: { type: 'string', default: '' },
    /** The longest that one mutant is tried. */
    minutes: { type: 'string', default: '10' },
  },
});
/** Whatever fails without a mutant says nothing about one. */
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
    // A layered one survives all seeds: a few of them show that.
    const seeds = mutant.isLayered === true ? Math.min(100, Number(values.seeds)) : Number(values.seeds);
    const { isKilled, seconds, says } = tryMutant(copy, mutant, seeds, Number(values.minutes) * 60);
    const isExpected = isKilled !== (mutant.isLayered === true);
    if (!isExpected) surprises++;
    const fate = isKilled ? 'killed' : mutant.isLayered === true ? 'survives' : 'SURVIVES';
    console.log(`| ${mutant.name} | ${fate} | ${seconds.toFixed(1)} s | ${says} |`);
  }
} finally {
  removeCopy(copy);
}
process.exitCode = surprises > 0 ? 1 : 0;
