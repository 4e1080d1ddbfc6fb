/** Mutants of the choice of seats: mistakes that hold seats which another choice, another buyer or nobody should have. */
import { type Mutant, one } from './mutant.ts';

const alternatives = 'src/domain/best/alternatives.ts';
const takeable = 'src/domain/best/takeable.ts';
const index = 'src/domain/best/place-index.ts';
const search = 'src/domain/best/place-search.ts';

export const choiceMutants: readonly Mutant[] = [
  {
    // Either of the two layers keeps them back.
    name: 'accessible seats are given to everybody',
    mistakes: [
      {
        file: takeable,
        text: '(isAccessibleKind(kind) && !this.#takesAccessible)',
        replacement: '(isAccessibleKind(kind) && kind === seatKinds.ordinary)',
      },
      {
        file: 'src/domain/best/row-search.ts',
        text: 'accessible < accessibleMin || accessible > accessibleMax) continue;',
        replacement: 'accessible < accessibleMin) continue;',
      },
    ],
  },
  one(
    'seats on both sides of an aisle are chosen as neighbours',
    'src/domain/best/row-search.ts',
    'if (!isTakeable || (partStarts[place] === 1 && !crossesAisles)) {',
    'if (!isTakeable) {',
  ),
  {
    name: 'an alternative begins beside the seats that were found',
    mistakes: [
      {
        file: alternatives,
        text: '(_, at) => best.place + at);',
        replacement: '(_, at) => best.place + at + 1);',
      },
      { file: alternatives, text: 'if (isPossible(seats)) sets.push(seats);', replacement: 'sets.push(seats);' },
    ],
  },
  one(
    'chosen seats may leave a single seat alone',
    takeable,
    'if (isAloneBefore && !this.#isInUnit(from)) return false;',
    '',
  ),
  one(
    'seats of other prices are chosen',
    takeable,
    'if (slot === 0 || (this.#wanted !== null && this.#wanted[slot] !== 1)) return false;',
    'if (slot === 0) return false;',
  ),
  one(
    'the index does not notice that a seat was taken',
    index,
    'if (row !== -1) (this.#stamps[row] as number)++;',
    'if (row < -1) (this.#stamps[row] as number)++;',
  ),
  one(
    'a search ends at the first row that has seats',
    search,
    'if (clean !== null && clean.distance < count * (seating.rowDistances[row] as number)) break;',
    'if (clean !== null) break;',
  ),
  {
    // The simulation cannot tell the holds of a repeated call from those of two calls.
    name: 'a lock of the best seats is repeated when its outcome is unknown',
    mistakes: [
      {
        file: 'src/domain/commands/sessions.ts',
        text: "\n      'invalid' in selection || (selection.best === undefined && selection.need === undefined),",
        replacement: ' true,',
      },
    ],
    test: 'test/domain/retryable.test.ts',
  },
];
