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

const applySession = 'src/domain/session/apply-session.ts';

const buyerMutants: readonly Mutant[] = [
  one('the maximum of a buyer is off by one', 'src/domain/buyers/buyer-cap.ts', 'size <= max)', 'size <= max + 1)'),
  one('seats of a buyer are not counted', applySession, '  state.buyers.take(session, seats.length);\n', ''),
  one(
    'places of a buyer are not counted',
    'src/domain/session/apply-area-lines.ts',
    '  if (change > 0) state.buyers.take(session, change);\n  else',
    '  if (change <= 0)',
  ),
  one(
    'seats that a buyer gives back still count',
    'src/domain/seats/inventory.ts',
    '    if (this.buyers.hasAny) this.#countGiven(seat, owner);\n',
    '',
  ),
  one(
    'a snapshot forgets what buyers have',
    'src/domain/image.ts',
    '  if (head.buyers !== undefined) state.buyers.restore(head.buyers);\n',
    '',
  ),
  one(
    'a cart that is reclaimed counts for nobody',
    'src/domain/session/reclaim.ts',
    '  state.buyers.take(session, lastCart.seats.length);\n',
    '',
  ),
];

export const passMutants: readonly Mutant[] = [
  ...buyerMutants,
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
