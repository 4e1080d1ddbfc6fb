/** A mutant: one or more deliberate mistakes in the product. */
import type { Mistake } from '../../bench/stand/broken-copy.ts';

export interface Mutant {
  readonly name: string;
  readonly mistakes: readonly Mistake[];
  /** The test file that must fail; absent: the simulation. */
  readonly test?: string;
  /** Another layer protects against the same mistake, so the mutant must survive. */
  readonly isLayered?: true;
}

/** A mutant of one mistake. */
export function one(name: string, file: string, text: string, replacement: string, test?: string): Mutant {
  return { name, mistakes: [{ file, text, replacement }], ...(test === undefined ? {} : { test }) };
}
