/**
 * The units of the naive event model: lists of seat ids that are looked through for every question, with the terms that the
 * event gives them. Knows nothing of carts but which seats are in one.
 */
import type { PlannedUnit, UnitOverride, UnitTerms } from '#domain/units/unit.ts';

export interface NaiveUnit extends UnitTerms {
  readonly id: number;
  readonly name: string;
  /** Ids, in the order in which guests fill them. */
  readonly seats: readonly number[];
  readonly isOverridden: boolean;
}

export type NaiveGuests = readonly (readonly [unit: number, guests: number])[];

interface SeatsOfCart {
  readonly empty: Set<number>;
  readonly seats: { has(seat: number): boolean };
}

type Test = (seat: number) => boolean;

export class NaiveUnits {
  readonly #ofLayout: readonly NaiveUnit[];
  #overrides: readonly UnitOverride[] = [];

  constructor(rows: readonly number[], planned: readonly PlannedUnit[]) {
    const ids = rows.flatMap((count, row) => Array.from({ length: count }, (_, at) => 101 + row * 100 + at));
    this.#ofLayout = planned.map((unit) => {
      const seats: number[] = [];
      for (let at = 0; at < unit.seats.length; at += 2) {
        const first = unit.seats[at] as number;
        seats.push(...ids.slice(first, first + (unit.seats[at + 1] as number)));
      }
      return { ...unit, seats, isOverridden: false };
    });
  }

  get all(): readonly NaiveUnit[] {
    return this.#ofLayout.map((unit) => {
      const own = this.#overrides.find(({ id }) => id === unit.id);
      return own === undefined ? unit : { ...unit, ...own, isOverridden: true };
    });
  }

  /** Null: shows how they are booked. */
  override(overrides: readonly UnitOverride[] | null): string {
    if (overrides === null) return 'units';
    for (const { id, min, max } of overrides) {
      const seats = this.#ofLayout.find((unit) => unit.id === id)?.seats;
      if (seats === undefined || (min ?? 0) > seats.length || (max ?? 0) > seats.length) return 'VALIDATION_FAILED';
    }
    this.#overrides = overrides;
    return 'units';
  }

  /** The seats with those of the named units; null: there is no such unit. */
  named(seats: readonly number[], units: readonly number[] = []): readonly number[] | null {
    const found = units.map((id) => this.all.find((unit) => unit.id === id)?.seats);
    return found.includes(undefined) ? null : [...new Set([...seats, ...found.flatMap((ids) => ids ?? [])])];
  }

  /** Whether the seat is in a unit, however this is booked. */
  has(seat: number): boolean {
    return this.#ofLayout.some(({ seats }) => seats.includes(seat));
  }

  isWhole(seat: number): boolean {
    return this.wholeWith([seat]).length > 0;
  }

  /** The WHOLE units with one of the seats. */
  wholeWith(seats: readonly number[]): readonly NaiveUnit[] {
    return this.all.filter((unit) => unit.booking === 'WHOLE' && unit.seats.some((seat) => seats.includes(seat)));
  }

  /** Whether a call that names these seats would have to name another one of a WHOLE unit. */
  areIncomplete(seats: readonly number[], mustName: Test): boolean {
    return this.wholeWith(seats).some((unit) => unit.seats.some((seat) => !seats.includes(seat) && mustName(seat)));
  }

  /** Whether each number is one for a WHOLE unit that is in the cart, or would be after the call. */
  fitGuests(guests: NaiveGuests, isInCart: Test): boolean {
    return guests.every(([id, number]) => {
      const unit = this.all.find((one) => one.id === id);
      if (unit?.booking !== 'WHOLE' || !unit.seats.every(isInCart)) return false;
      const [least, most] = guestRange(unit);
      return least <= number && number <= most;
    });
  }

  /** Seats that nobody sits on after the call: the last ones of each unit that it takes, or gives other guests. */
  seat({ empty, seats }: SeatsOfCart, taken: readonly number[], guests: NaiveGuests): readonly number[] {
    const emptied: number[] = [];
    for (const seat of taken) empty.delete(seat);
    for (const unit of this.all) {
      const wished = guests.find(([id]) => id === unit.id)?.[1];
      const isTaken = unit.booking === 'WHOLE' && unit.seats.some((seat) => taken.includes(seat));
      if (wished === undefined && !isTaken) continue;
      const number = wished ?? guestRange(unit)[1];
      for (const [at, seat] of unit.seats.entries()) {
        if (!seats.has(seat)) continue;
        if (at < number) empty.delete(seat);
        else empty.add(seat);
        if (at >= number) emptied.push(seat);
      }
    }
    return emptied;
  }
}

/** As few and as many guests as may sit there: without `min` and `max` as many as there are seats. */
export function guestRange({ min, max, seats }: NaiveUnit): readonly [least: number, most: number] {
  return min === null && max === null ? [seats.length, seats.length] : [min ?? 1, max ?? seats.length];
}
