/** Generates the passes of creates, as verified ones: new, spent before, expiring at any moment of the run, and refused. */
import type { Pass } from '#domain/command.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import { startOfTime } from './run-context.ts';

/** As long as most runs. */
const runMs = 60_000;
const farAheadMs = 366 * 86_400_000;

export class PassGenerator {
  readonly #random: SeededRandom;
  #made = 0;

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  /** The member `pass` of a command; empty now and then. `ids`: of allotments that it may open. */
  next(ids: readonly string[]): { readonly pass?: Pass } {
    const random = this.#random;
    if (random.chance(0.03)) return {};
    if (random.chance(0.02)) return { pass: { kind: random.pick(['invalid', 'expired'] as const) } };
    // The same passes again and again, so that several buyers race with one.
    const number = this.#made > 0 && random.chance(0.2) ? random.below(this.#made) : this.#made++;
    const until = startOfTime + (random.chance(0.9) ? farAheadMs : random.below(runMs));
    const maxSeats = random.chance(0.3) ? { maxSeats: 1 + random.below(4) } : {};
    const allotments = ids.length > 0 && random.chance(0.5) ? { allotments: ids.slice(0, 1 + random.below(3)) } : {};
    // Few buyers with many sessions each; nodes of the release before name none.
    const buyer = random.chance(0.1) ? {} : { buyer: random.below(3).toString(16).padStart(24, 'b') };
    const hash = number.toString(16).padStart(24, '0');
    return { pass: { kind: 'signed', hash, until, ...maxSeats, ...allotments, ...buyer } };
  }
}
