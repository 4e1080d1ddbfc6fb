/** What the facts of a cart say of the guests at its units, for the reference model. */
import type { NaiveSession } from '../support/naive-session.ts';
import type { NaiveGuests, NaiveUnits } from '../support/naive-units.ts';

/** Ids of seats. */
interface SeatsOfFact {
  readonly taken: readonly number[];
  readonly unoccupied: readonly number[];
  readonly occupied: readonly number[];
}

/** The numbers of guests that a command must have named for these changes. */
export function guestsOfFact(
  units: NaiveUnits,
  session: NaiveSession | undefined,
  { taken, unoccupied, occupied }: SeatsOfFact,
): NaiveGuests {
  const changed = [...taken, ...unoccupied, ...occupied];
  return units.wholeWith(changed).map((unit) => {
    const isEmpty = (seat: number): boolean =>
      unoccupied.includes(seat) ||
      (!taken.includes(seat) && !occupied.includes(seat) && session?.empty.has(seat) === true);
    return [unit.id, unit.seats.filter((seat) => !isEmpty(seat)).length];
  });
}
