/**
 * Which places one search may take, and whether taking a group of them leaves a single seat alone. Reads the inventory;
 * changes nothing.
 */
import type { Asking } from '../allotments/audience.ts';
import type { SeatInventory } from '../seats/inventory.ts';
import type { EventUnits } from '../units/event-units.ts';
import type { PlaceQuery } from './place-query.ts';
import { isAccessibleKind, type Seating, seatKinds } from './seating.ts';

export class Takeable {
  readonly seating: Seating;
  readonly #seats: SeatInventory;
  /** By price slot: 1 for a wanted price; null: every price is. */
  readonly #wanted: Uint8Array | null;
  readonly #takesAccessible: boolean;
  readonly #audience: Asking;
  readonly #within: Asking;
  /** Places that this search has already taken. */
  readonly taken = new Set<number>();
  /** Null: the layout has none. */
  units: EventUnits | null = null;

  constructor(
    seats: SeatInventory,
    seating: Seating,
    { audience, within = null }: Pick<PlaceQuery, 'audience' | 'within'>,
    wanted: Uint8Array | null,
    takesAccessible: boolean,
  ) {
    this.#seats = seats;
    this.seating = seating;
    this.#wanted = wanted;
    this.#takesAccessible = takesAccessible;
    this.#audience = audience;
    this.#within = within;
  }

  /** Takeable by itself: not only with the unit that it is in. */
  has(place: number): boolean {
    if (this.units?.isWhole(this.seating.order[place] as number)) return false;
    return this.fits(place) && this.isTakeable(place);
  }

  /** Takeable together with the rest of its unit. */
  hasInUnit(place: number): boolean {
    return this.fits(place) && this.isTakeable(place);
  }

  /** On sale at a wanted price, shown on the map, and not accessible unless the search takes such seats. */
  fits(place: number): boolean {
    const kind = this.seating.kinds[place];
    if (kind === seatKinds.hidden || (isAccessibleKind(kind) && !this.#takesAccessible)) return false;
    const slot = this.slotAt(place);
    if (slot === 0 || (this.#wanted !== null && this.#wanted[slot] !== 1)) return false;
    return this.#within === null || this.#within.permitted.has(this.seating.order[place] as number);
  }

  isAccessible(place: number): boolean {
    return isAccessibleKind(this.seating.kinds[place]);
  }

  /** 0: no price. */
  slotAt(place: number): number {
    return this.#seats.priceSlots[this.seating.order[place] as number] ?? 0;
  }

  /** Whether the seat is a free neighbour: the orphan rule does not look at units. */
  isFree(place: number): boolean {
    return !this.#isInUnit(place) && this.isTakeable(place);
  }

  /** Whether the seat is ACTIVE and the audience may take it, whatever the search wants. */
  isTakeable(place: number): boolean {
    const seat = this.seating.order[place] as number;
    if (this.#audience !== null && !this.#audience.permitted.has(seat)) return false;
    return this.#seats.available.has(seat) && (this.taken.size === 0 || !this.taken.has(place));
  }

  /** Whether taking the places from `from` to before `to` of one row leaves no single seat alone beside them. */
  leavesNoneAlone(row: number, from: number, to: number): boolean {
    const first = this.seating.firstOf(row);
    const end = this.seating.endOf(row);
    const isAloneBefore = from > first && this.isFree(from - 1) && !(from - 1 > first && this.isFree(from - 2));
    if (isAloneBefore && !this.#isInUnit(from)) return false;
    return this.#isInUnit(to - 1) || !(to < end && this.isFree(to) && !(to + 1 < end && this.isFree(to + 1)));
  }

  #isInUnit(place: number): boolean {
    return this.units?.has(this.seating.order[place] as number) === true;
  }
}
