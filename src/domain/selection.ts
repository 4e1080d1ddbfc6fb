/**
 * Selections: seats by id, places of areas, and wishes for seats that the event chooses. A call takes them or gives them
 * back. Plain data, part of commands.
 */
import type { SeatTypes } from './pricing/ticket-type.ts';
import type { UnitGuests } from './units/occupancy.ts';

export interface AreaAmount {
  readonly id: number;
  readonly capacity: number;
  /** Of the area's price. Null, or absent where something is taken: the price itself. */
  readonly ticketType?: string | null | undefined;
}

/** What a caller wants when the event chooses the seats. */
export interface BestWish {
  readonly count: number;
  /** How many of `count` are accessible seats; the others are not. */
  readonly accessible: number;
  /** Null: of every price. */
  readonly priceIds: readonly number[] | null;
  /** Null: in every section. */
  readonly sectionIds: readonly number[] | null;
  /** False: groups in neighbouring rows of a section will do. */
  readonly together: boolean;
  /** Only seats that are in this allotment now; absent: any. */
  readonly allotmentId?: string;
}

/** Companions of one wheelchair. */
export const companionsMax = 3;
/** Wheelchair places in one call. */
export const wheelchairsMax = 20;

/** Wheelchair places that the event chooses, with seats beside them. */
export interface AccessibleNeed {
  readonly wheelchairs: number;
  /** At most `companionsMax` for each wheelchair. */
  readonly companions: number;
}

/** Seat and area ids of the public interface. */
export interface Selection {
  readonly seats: readonly number[];
  readonly groupOfSeats: readonly AreaAmount[];
  /** Only in a lock and a checkout: of some of `seats`, by id. A seat that the session holds gets the type named here. */
  readonly ticketTypes?: SeatTypes;
  /** Ids of units, all seats of which are meant as well. */
  readonly units?: readonly number[];
  /** Only where something is taken. */
  readonly guests?: UnitGuests;
  /** Only in a lock, with no `seats`: the event chooses them. */
  readonly best?: BestWish;
  /** Only in a lock, with no `seats` and no `best`: the buyer declares this need, and the event chooses the places. */
  readonly need?: AccessibleNeed;
  /** Only in a lock: a refusal names other seats that could be had. */
  readonly suggest?: true;
}

/** A column when there are many. */
export type SeatIds = readonly number[] | Float64Array;

export interface BookingSelection {
  readonly seats: SeatIds;
  readonly groupOfSeats: readonly AreaAmount[];
  readonly holdType: string | null;
  /** The caller's own session label; recorded, never shown, grants no access. */
  readonly label: string | null;
  /** Only in a lock or a direct sale: of some of `seats`, by id. */
  readonly ticketTypes?: SeatTypes;
  /** Ids of units, all seats of which are meant as well. */
  readonly units?: readonly number[];
  /** Only in a lock or a direct sale, with no `seats`: the event chooses them. */
  readonly best?: BestWish;
}
