/**
 * The rule of WHOLE units: their seats are taken together and given back together. It is the same for buyers and for the
 * organization; a caller says which seats the call would have to name as well.
 */
import { type Refused, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { FieldError } from '../refusal.ts';
import type { EventUnit } from './unit.ts';

/** Units of which a call names some seats and not all that it has to. */
export interface IncompleteUnits {
  readonly units: readonly EventUnit[];
  /** The seats that are missing. */
  readonly rest: readonly number[];
}

/** `mustName`: whether the call has to name this seat beside another one of its unit. Null: nothing is missing. */
export function incompleteUnits(
  { units }: Pick<EventState, 'units'>,
  seats: readonly number[],
  mustName: (seat: number) => boolean,
): IncompleteUnits | null {
  if (units === null) return null;
  const touched = units.wholeOf(seats);
  if (touched.size === 0) return null;
  const named = new Set(seats);
  const rest: number[] = [];
  const incomplete = [...touched].filter((unit) => {
    const missing = unit.seats.filter((seat) => !named.has(seat) && mustName(seat));
    for (const seat of missing) rest.push(seat);
    return missing.length > 0;
  });
  return incomplete.length === 0 ? null : { units: incomplete, rest };
}

export function refuseIncomplete({ seatMap }: EventState, incomplete: IncompleteUnits | null): Refused | null {
  if (incomplete === null) return null;
  const { units, rest } = incomplete;
  const [first] = units as [EventUnit];
  const which = units.length === 1 ? `"${first.name}" is` : `${units.length} units are`;
  return refuse({
    code: 'UNIT_INCOMPLETE',
    detail: `${which} taken and given back as a whole; nothing was changed.`,
    units: units.map(({ id }) => id),
    rest: rest.map((seat) => seatMap.idAt(seat)),
  });
}

/** The ids of the named seats and of the seats of the named units, and an error for each unit that does not exist. */
export function withSeatsOfUnits<Seats extends Iterable<number>>(
  { units, seatMap }: Pick<EventState, 'units' | 'seatMap'>,
  seats: Seats,
  named: readonly number[] | undefined,
  field = 'units',
): { readonly seats: Seats | readonly number[]; readonly errors: readonly FieldError[] } {
  if (named === undefined || named.length === 0) return { seats, errors: [] };
  const all = [...seats];
  const errors: FieldError[] = [];
  const known = new Set<number>();
  for (const [position, id] of named.entries()) {
    if (known.has(id)) continue;
    known.add(id);
    const unit = units?.byId(id);
    for (const seat of unit?.seats ?? []) all.push(seatMap.idAt(seat));
    if (unit !== undefined) continue;
    const message = 'must be a unit of the event';
    errors.push({ field: `${field}[${position}]`, message, rejectedValue: id, code: 'UNKNOWN_VALUE' });
  }
  return { seats: all, errors };
}
