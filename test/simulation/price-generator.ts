/** Generates the calls on an event's prices. */
import { noSeatLines } from '#domain/pricing/seat-lines.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import { type ClientRequest, once, retryable } from './client-request.ts';
import type { EventPlan } from './database.ts';

/** The most places of an area without capacity in the layout. */
const ownCapacityMax = 12;

export class PriceGenerator {
  readonly #random: SeededRandom;
  readonly #plan: EventPlan;
  #defined = 0;

  constructor(random: SeededRandom, plan: EventPlan) {
    this.#random = random;
    this.#plan = plan;
  }

  /** A command that defines or deletes an unused price, or sets the number of places that an area offers. */
  next(): ClientRequest {
    const random = this.#random;
    const areas = this.#plan.areas.length;
    if (areas > 0 && random.chance(0.5)) {
      const area = random.below(areas);
      const assignmentId = ((area + 2) % this.#plan.prices.length) + 1;
      const capacity = this.#plan.areas[area] || ownCapacityMax;
      const activeCount = random.chance(0.3) ? null : random.below(capacity + 1);
      const groupOfSeats = [{ objectId: 9001 + area, assignmentId, activeCount }];
      return retryable({ kind: 'assign-prices', seats: noSeatLines, groupOfSeats });
    }
    if (random.chance(0.2)) {
      return once({ kind: 'delete-price', priceId: 100 + random.below(this.#defined + 2) });
    }
    const id = 100 + ++this.#defined;
    const name = `extra ${random.below(2 * this.#defined + 2)}`;
    return once({ kind: 'define-prices', prices: [{ id, name, externalId: null }] });
  }
}
