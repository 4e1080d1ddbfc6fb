/** What a deliberate break of the product is made of. */
import type { Mistake } from '../../bench/broken-copy.ts';

export interface Mutant {
  readonly name: string;
  readonly mistakes: readonly Mistake[];
  /** The test file that has to fail; absent: the simulation. */
  readonly test?: string;
  /** Another layer stands in for this one, so that nothing is lost without it. */
  readonly isLayered?: true;
}
