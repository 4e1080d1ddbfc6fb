/** Mutants of the rules of passes: each makes a pass open two sessions, or allows its session more than it may. */
import type { Mistake } from '../../bench/stand/broken-copy.ts';
import { type Mutant, one } from './mutant.ts';

const admitPass = 'src/domain/passes/admit-pass.ts';

const admitsSpent: Mistake = {
  file: admitPass,
  text: 'if (state.passes.has(pass.hash)) {',
  replacement: 'if (state.passes.size < 0) {',
};
const recordsAgain: Mistake = {
  file: 'src/domain/passes/spent-passes.ts',
  text: "assert(this.#passes.find(words) === -1, 'a pass is spent once');",
  replacement: '',
};

export const passMutants: readonly Mutant[] = [
  one(
    'a pass is not recorded as spent',
    'src/domain/session/apply-session.ts',
    'if (fact.pass !== undefined) state.passes.add(fact.pass);',
    '',
  ),
  { name: 'a spent pass is admitted', mistakes: [admitsSpent], isLayered: true },
  { name: 'a spent pass is admitted, and recorded again', mistakes: [admitsSpent, recordsAgain] },
  one('an expired pass is admitted', admitPass, 'if (now >= pass.until) return expired();', ''),
  one(
    'a snapshot forgets the spent passes',
    'src/domain/image.ts',
    '  yield* state.passes.restoring(image.passes);\n',
    '',
  ),
  one(
    'the cap of a pass is forgotten',
    'src/domain/session/session.ts',
    'return maxSeats === undefined ? policy.maxSeats : Math.min(maxSeats, policy.maxSeats);',
    'return maxSeats === undefined ? policy.maxSeats : policy.maxSeats;',
  ),
];
