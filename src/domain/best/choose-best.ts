/**
 * Chooses the best available seats for a wish: together in one row without an aisle between, leaving no single seat alone,
 * then nearest to the focal point, then first in layout order. Reads the state; the choice goes into the facts, so that
 * replay never chooses.
 */
import { assert } from '#collections/assert.ts';
import type { Asking } from '../allotments/audience.ts';
import { type Refused, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { FieldError } from '../refusal.ts';
import type { BestWish } from '../selection.ts';
import type { EventUnit } from '../units/unit.ts';
import type { PlaceIndex } from './place-index.ts';
import type { PlaceQuery } from './place-query.ts';
import type { PlaceSearch } from './place-search.ts';
import { type Group, newFinding, searchRow } from './row-search.ts';
import { spreadSeats } from './spread.ts';
import { nearestUnit } from './unit-search.ts';

/** The prices, sections and the allotment of the wish that the event does not have; empty: the wish can be searched for. */
export function wishErrors(state: EventState, { priceIds, sectionIds, allotmentId }: BestWish): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [position, id] of (priceIds ?? []).entries()) {
    if (state.prices.byId(id) !== undefined) continue;
    errors.push(unknown(`bestAvailable.priceIds[${position}]`, id, 'must be a price of the event'));
  }
  if (allotmentId !== undefined && state.allotments?.byId(allotmentId) === undefined) {
    errors.push(unknown('bestAvailable.allotmentId', allotmentId, 'must be an allotment of the event'));
  }
  const known = indexOf(state).seating.sectionIds;
  for (const [position, id] of (sectionIds ?? []).entries()) {
    if (known.has(id)) continue;
    errors.push(unknown(`bestAvailable.sectionIds[${position}]`, id, 'must be a section with seats of the event'));
  }
  return errors;
}

/** What bounds a choice beside the wish. */
export interface ChoiceLimits {
  /** Only these seats; absent: those of the wish's allotment, if it names one. */
  readonly within?: Asking;
  /** Whether the buyer may take as many seats as the unit has. */
  readonly mayTakeUnit?: (seats: readonly number[]) => boolean;
}

/** `unit`: the seats are those of this WHOLE unit, in which the wanted number of guests will sit. */
export interface Chosen {
  readonly ok: true;
  readonly seats: readonly number[];
  readonly unit?: EventUnit;
}

/**
 * The seats for a wish without errors, of those that the audience may take, as indices in layout order; or the refusal NO_SUITABLE_SEATS. `isOrphanSafe`: the
 * organization prevents orphan seats, so that seats which would leave one alone are not suitable. A WHOLE unit for
 * as many guests competes with the groups of rows.
 */
export function chooseBest(
  state: EventState,
  audience: Asking,
  wish: BestWish,
  isOrphanSafe: boolean,
  { within = allotmentOf(state, wish), mayTakeUnit = () => true }: ChoiceLimits = {},
): Chosen | Refused {
  const search = indexOf(state).search({ ...queryOf(state, audience, wish), within });
  const unit = nearestUnit(state, search, mayTakeUnit);
  const places = choosePlaces(search, wish.together, isOrphanSafe, unit?.distance ?? Number.POSITIVE_INFINITY);
  if (unit !== null && places === null) return { ok: true, seats: unit.unit.seats, unit: unit.unit };
  if (places !== null) return { ok: true, seats: places.map((place) => search.seating.seatAt(place)) };
  return refuse({
    code: 'NO_SUITABLE_SEATS',
    detail: 'No seats that fit the wish are left; nothing was changed.',
    largestTogether: largestBelow(search, isOrphanSafe),
  });
}

/** `unitDistance`: of a unit that fits. It is chosen when no group of a row is as near; null then, and when nothing fits. */
function choosePlaces(
  search: PlaceSearch,
  isTogether: boolean,
  isOrphanSafe: boolean,
  unitDistance: number,
): readonly number[] | null {
  const { clean, any } = search.nearest();
  if (clean !== null && clean.distance <= unitDistance) return placesOf(clean);
  if (unitDistance < Number.POSITIVE_INFINITY) return null;
  const spread = isTogether ? null : spreadSeats(search, true);
  if (spread !== null || isOrphanSafe) return spread;
  if (any !== null) return placesOf(any);
  return isTogether ? null : spreadSeats(search, false);
}

function placesOf({ place, count }: Group): readonly number[] {
  return Array.from({ length: count }, (_, at) => place + at);
}

/** Searches of a row for `largestBelow`, some 2 ms in all; a hall that needs more is of thousands of unlike rows. */
const largestSearchesMax = 2_000;
const found = newFinding();

/**
 * The largest number below the wanted one that the same wish would get in one row, as far as the searches reach; 0: not
 * even one seat.
 */
function largestBelow(search: PlaceSearch, isOrphanSafe: boolean): number {
  const { takeable, query, seating } = search;
  const { count, accessible } = query;
  let largest = 0;
  let searchesLeft = largestSearchesMax;
  const exactly = { accessibleMin: accessible, accessibleMax: accessible, crossesAisles: false };
  for (let row = 0; row < seating.rowCount && searchesLeft > 0; row++) {
    if (search.accessibleIn(row) < accessible || !search.allows(row)) continue;
    // Smaller groups than the largest of other rows are of no interest.
    const sizeMin = Math.max(largest + 1, accessible);
    for (let size = Math.min(count - 1, search.longestRun(row)); size >= sizeMin && searchesLeft > 0; size--) {
      searchesLeft--;
      searchRow(takeable, row, { count: size, ...exactly }, found);
      if ((isOrphanSafe ? found.cleanAt : found.anyAt) === -1) continue;
      largest = size;
      break;
    }
  }
  return largest;
}

/** The seats of the wish's allotment. */
function allotmentOf({ allotments }: EventState, { allotmentId }: BestWish): Asking {
  const slot = allotmentId === undefined ? undefined : allotments?.byId(allotmentId)?.slot;
  return slot === undefined ? null : (allotments?.membersOf(slot) ?? null);
}

/** The price ids become slots, each once. */
function queryOf(
  state: EventState,
  audience: Asking,
  { count, accessible, priceIds, sectionIds }: BestWish,
): PlaceQuery {
  const slots = priceIds === null ? null : [...new Set(priceIds.flatMap((id) => state.prices.byId(id)?.slot ?? []))];
  return {
    count,
    accessible,
    audience,
    slots: slots?.toSorted((a, b) => a - b) ?? null,
    sections: sectionIds === null ? null : new Set(sectionIds),
  };
}

/** The index of the event; its layout's geometry has been read before such a command is decided. */
export function indexOf(state: EventState): PlaceIndex {
  const index = state.placeIndex();
  assert(index !== null, 'the geometry of the layout has not been read');
  return index;
}

function unknown(field: string, rejectedValue: number | string, message: string): FieldError {
  return { field, message, rejectedValue, code: 'UNKNOWN_VALUE' };
}
