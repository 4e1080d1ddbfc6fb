/** The simulation is worth something as long as it notices when the product is broken on purpose. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { copyProject, occurrences, removeCopy } from '../../bench/broken-copy.ts';
import type { Mutant } from './mutant.ts';
import { mutants } from './mutant-list.ts';
import { tryMutant } from './mutation.ts';

const quickOnes = [
  'answers before the record is durable',
  'reads are not checked',
  'an error of an append is a success',
];
const seedsMax = 200;
const secondsMax = 60;

test('every mutant still finds its text once', () => {
  const mistakes = mutants.flatMap((mutant) => mutant.mistakes);
  expect(mistakes.filter((mistake) => occurrences(mistake) !== 1)).toEqual([]);
});

test('the mutants have different names', () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});

describe('the simulation catches that', () => {
  let copy: string;

  beforeAll(() => {
    copy = copyProject();
  });

  afterAll(() => removeCopy(copy));

  test.each(quickOnes)(
    '%s',
    (name) => {
      const mutant = mutants.find((one) => one.name === name) as Mutant;
      const { isKilled, says } = tryMutant(copy, mutant, seedsMax, secondsMax);
      expect([isKilled, says]).toEqual([true, expect.stringMatching(/^seed \d+, hash /)]);
    },
    90_000,
  );
});
