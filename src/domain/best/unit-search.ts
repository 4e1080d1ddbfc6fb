/**
 * The nearest WHOLE unit for a number of guests: all its seats can be taken, and as many may sit there. Costs a few steps
 * for each unit, and for each seat of those that are free.
 */
import type { EventState } from '../event-state.ts';
import { type EventUnit, guestsOf } from '../units/unit.ts';
import type { PlaceSearch } from './place-search.ts';

export interface FoundUnit {
  readonly unit: EventUnit;
  /** Of as many seats as there are guests, on average: what a group of a row has. */
  readonly distance: number;
}

/** `mayTake`: whether the buyer may have that many seats. Null: no unit fits; of equally near ones the first of the layout. */
export function nearestUnit(
  { units }: Pick<EventState, 'units'>,
  search: PlaceSearch,
  mayTake: (seats: readonly number[]) => boolean,
): FoundUnit | null {
  let best: FoundUnit | null = null;
  for (const unit of units?.list ?? []) {
    if (unit.booking !== 'WHOLE' || !isFor(unit, search.query.count)) continue;
    const distance = distanceOf(unit, search);
    if (distance === null || distance >= (best?.distance ?? Number.POSITIVE_INFINITY)) continue;
    if (mayTake(unit.seats)) best = { unit, distance };
  }
  return best;
}

function isFor(unit: EventUnit, guests: number): boolean {
  const { least, most } = guestsOf(unit);
  return least <= guests && guests <= most;
}

/** Null: not all of its seats can be taken, or it has another number of accessible ones than are wanted. */
function distanceOf({ seats }: EventUnit, search: PlaceSearch): number | null {
  const { seating, takeable, query } = search;
  let [sum, accessible] = [0, 0];
  for (const seat of seats) {
    const row = seating.rowOf[seat] ?? -1;
    if (row === -1 || !search.allows(row)) return null;
    const place = seating.placeOf(seat);
    if (!takeable.hasInUnit(place)) return null;
    if (takeable.isAccessible(place)) accessible++;
    sum += seating.distances[place] as number;
  }
  return accessible === query.accessible ? (sum / seats.length) * query.count : null;
}
