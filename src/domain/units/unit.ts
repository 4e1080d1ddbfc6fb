/**
 * Units of a layout: tables, boxes, booths. Seats that belong together, and how they are booked. Plain data. The layout
 * has them, and an event can book some of them differently.
 */
import type { SeatRuns } from '../seats/seat-runs.ts';

/** WHOLE: all seats of the unit are taken and given back together. SEATS: each by itself. */
export const unitBookings = ['WHOLE', 'SEATS'] as const;
export type UnitBooking = (typeof unitBookings)[number];

export const unitsPerSchemaMax = 5_000;
export const unitSeatsMax = 1_000;
/** Seats in all units of a layout: what bounds an answer that lists them. */
export const seatsInUnitsMax = 50_000;

export interface UnitTerms {
  readonly booking: UnitBooking;
  /** How few and how many guests a WHOLE unit takes; both null: exactly as many as it has seats. */
  readonly min: number | null;
  readonly max: number | null;
}

/** `seats`: by index; their order is the one in which guests fill them. */
export interface PlannedUnit extends UnitTerms {
  /** Unique in its layout; a clone of the layout has the same. */
  readonly id: number;
  readonly name: string;
  readonly seats: SeatRuns;
}

/** A unit of a layout that is not stored: it has no id yet. */
export type NewUnit = Omit<PlannedUnit, 'id'>;

/** What an event says of a unit in place of the layout. */
export interface UnitOverride extends UnitTerms {
  readonly id: number;
}

/** A unit with the seats that the layout has. */
export interface LayoutUnit extends Omit<PlannedUnit, 'seats'> {
  readonly seats: readonly number[];
}

/** A unit as an event books it. */
export interface EventUnit extends LayoutUnit {
  /** The terms are the event's own. */
  readonly isOverridden: boolean;
}

/** How few and how many guests sit at the unit. A layout that has lost seats of it lowers both. */
export function guestsOf({ min, max, seats }: Pick<EventUnit, 'min' | 'max' | 'seats'>): {
  readonly least: number;
  readonly most: number;
} {
  if (min === null && max === null) return { least: seats.length, most: seats.length };
  const most = Math.min(max ?? seats.length, seats.length);
  return { least: Math.min(min ?? 1, most), most };
}
