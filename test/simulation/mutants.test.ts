/** The simulation must fail if the product is broken deliberately; otherwise it proves nothing. */
import { copyProject, occurrences, removeCopy } from '../../bench/stand/broken-copy.ts';
import type { Mutant } from './mutant.ts';
import { mutants } from './mutant-list.ts';
import { tryMutant } from './mutation.ts';

const quickOnes = [
  'answers before the record is durable',
  'reads are not checked',
  'an error of an append is a success',
];
const seedsMax = 200;
/** Ends only a run that hangs. */
const secondsMax = 200;

test('the text that a mutant replaces occurs exactly once in its file', () => {
  const mistakes = mutants.flatMap((mutant) => mutant.mistakes);
  expect(mistakes.filter((mistake) => occurrences(mistake) !== 1)).toEqual([]);
});

test('every mutant has its own name', () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});

describe('the simulation catches the mutant', () => {
  let copy: string;

  beforeAll(() => {
    copy = copyProject();
  });

  afterAll(() => removeCopy(copy));

  test.each(quickOnes)('%s', (name) => {
    const mutant = mutants.find((one) => one.name === name) as Mutant;
    const { fate, says } = tryMutant(copy, mutant, seedsMax, secondsMax);
    expect([fate, says]).toEqual(['killed', expect.stringMatching(/^seed \d+, hash /)]);
  });

  test('only if the mutated program loads', () => {
    const mistakes = [{ file: 'actors/fault.ts', text: 'export class Fault', replacement: 'export klass Fault' }];
    const { fate, says } = tryMutant(copy, { name: 'it cannot be parsed', mistakes }, 1, secondsMax);
    expect([fate, says]).toEqual(['inconclusive', expect.stringMatching(/^SyntaxError/)]);
  });
});
