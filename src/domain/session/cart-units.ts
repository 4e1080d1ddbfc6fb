/** What a change of the cart means for units: which it leaves incomplete, and how many guests sit at them. */
import type { EventState } from '../event-state.ts';
import type { FieldError } from '../refusal.ts';
import type { Selection } from '../selection.ts';
import { type OccupancyChange, planOccupancy } from '../units/occupancy.ts';
import { type IncompleteUnits, incompleteUnits } from '../units/whole-units.ts';
import type { Session } from './session.ts';

export interface UnitChanges {
  /** Units and guests that the event does not have. */
  readonly wrongUnits: readonly FieldError[];
  /** WHOLE units of which the cart would have only a part; null: none. */
  readonly incomplete: IncompleteUnits | null;
  /** Null: nobody's seat becomes free of charge, or paid for. */
  readonly occupancy: OccupancyChange | null;
}

const noUnits: UnitChanges = { wrongUnits: [], incomplete: null, occupancy: null };

/** `taken`: by index. `missing`: ids of the others. `errors`: of the units that the selection names. */
export function unitChanges(
  state: EventState,
  session: Session,
  { guests, ticketTypes }: Selection,
  taken: readonly number[],
  missing: readonly number[],
  errors: readonly FieldError[],
): UnitChanges {
  if (state.units === null && guests === undefined && errors.length === 0) return noUnits;
  const isHeld = (seat: number): boolean => state.seats.ownerOf(seat) === session.ordinal;
  const occupancy = planOccupancy(state, {
    taken,
    missing: guests === undefined ? [] : missing.map((id) => state.seatMap.indexOf(id)),
    isHeld,
    isUnoccupied: (seat) => session.seats.find((line) => line.seat === seat)?.price.unoccupied === true,
    guests,
    typedIds: ticketTypes?.map(([id]) => id) ?? [],
    path: '',
  });
  return {
    wrongUnits: occupancy === null ? errors : [...errors, ...occupancy.errors],
    incomplete: incompleteUnits(state, taken, (seat) => !isHeld(seat)),
    occupancy,
  };
}
