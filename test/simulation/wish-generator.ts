/** Generates wishes for the best available seats and needs of wheelchair places, which a simulated hall has. */
import type { AccessibleNeed, BestWish } from '#domain/selection.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import type { EventPlan } from './database.ts';

/** The first seat of every second row. */
export function accessibleIn({ rows }: Pick<EventPlan, 'rows'>): readonly number[] {
  return rows.flatMap((_, row) => (row % 2 === 1 ? [101 + row * 100] : []));
}

/** The last seat of every other row. */
export function wheelchairsIn({ rows }: Pick<EventPlan, 'rows'>): readonly number[] {
  return rows.flatMap((count, row) => (row % 2 === 0 ? [100 + row * 100 + count] : []));
}

/** The third seat of every second row of five or more: an aisle follows it. */
export function aislesIn({ rows }: Pick<EventPlan, 'rows'>): readonly number[] {
  return rows.flatMap((count, row) => (row % 2 === 1 && count >= 5 ? [103 + row * 100] : []));
}

/** What a lock has the event choose. */
export function drawChoice(random: SeededRandom, plan: EventPlan): { best: BestWish } | { need: AccessibleNeed } {
  if (random.chance(0.75)) return { best: drawWish(random, plan) };
  // Several wheelchairs are compared with a search through all ways in a test of their own.
  return { need: { wheelchairs: 1, companions: random.below(4) } };
}

/** Now and then one with a price that the event may not have. */
export function drawWish(random: SeededRandom, { prices }: EventPlan): BestWish {
  const count = 1 + random.below(4);
  const priceIds = random.chance(0.3) ? [1 + random.below(prices.length + (random.chance(0.1) ? 1 : 0))] : null;
  const accessible = random.chance(0.15) ? 1 : 0;
  return { count, accessible, priceIds, sectionIds: null, together: true };
}
