/**
 * How many guests sit at the WHOLE units of a cart. All seats of a unit are held; the buyer pays for the first ones of
 * them, as many as there are guests. Reads the state; decides nothing.
 */
import type { EventState } from '../event-state.ts';
import { fieldErrorsMax } from '../limits.ts';
import type { FieldError } from '../refusal.ts';
import { type EventUnit, guestsOf } from './unit.ts';

/** Ids of units with the number of their guests. */
export type UnitGuests = readonly (readonly [unit: number, guests: number])[];

/** Seats by index. */
export interface OccupancyChange {
  /** Seats on which nobody sits, and that were new or paid for before. */
  readonly unoccupied: readonly number[];
  /** Seats on which somebody sits again. */
  readonly occupied: readonly number[];
  readonly errors: readonly FieldError[];
}

/** The cart that the call changes. */
export interface SeatsOfCall {
  readonly taken: readonly number[];
  /** Seats that the call names and cannot have: it is refused for them. */
  readonly missing: readonly number[];
  /** Whether the session holds the seat, and goes on holding it. */
  readonly isHeld: (seat: number) => boolean;
  /** Whether the buyer does not pay for a seat that the session holds. */
  readonly isUnoccupied: (seat: number) => boolean;
  readonly guests: UnitGuests | undefined;
  /** Ids of the seats with a ticket type. */
  readonly typedIds: readonly number[];
  /** The path of the selection in the body, such as `take.`. */
  readonly path: string;
}

/** Null: nothing that the call takes is in a WHOLE unit, and it names no guests and no ticket types. */
export function planOccupancy(state: EventState, call: SeatsOfCall): OccupancyChange | null {
  const { units } = state;
  if (units === null && call.guests === undefined) return null;
  const namesSeats = call.guests !== undefined || call.typedIds.length > 0;
  const touched = units?.wholeOf(call.taken) ?? new Set<EventUnit>();
  if (touched.size === 0 && !namesSeats) return null;
  return new OccupancyPlan(state, call, touched).run();
}

class OccupancyPlan {
  readonly #state: EventState;
  readonly #call: SeatsOfCall;
  /** The WHOLE units of which the call takes seats. */
  readonly #touched: ReadonlySet<EventUnit>;
  readonly #unoccupied: number[] = [];
  readonly #occupied: number[] = [];
  readonly #errors: FieldError[] = [];

  constructor(state: EventState, call: SeatsOfCall, touched: ReadonlySet<EventUnit>) {
    this.#state = state;
    this.#call = call;
    this.#touched = touched;
  }

  run(): OccupancyChange {
    const wished = new Set<EventUnit>();
    const taken = new Set(this.#call.taken);
    const missing = new Set(this.#call.missing);
    const isInCart = (seat: number): boolean => taken.has(seat) || missing.has(seat) || this.#call.isHeld(seat);
    for (const [id, guests] of this.#call.guests ?? []) {
      const unit = this.#state.units?.byId(id);
      if (unit?.booking !== 'WHOLE' || !unit.seats.every(isInCart)) {
        this.#note(`guests.${id}`, id, 'UNKNOWN_VALUE', 'must be a WHOLE unit of the selection or of the cart');
        continue;
      }
      wished.add(unit);
      this.#seat(unit, guests, taken);
    }
    for (const unit of this.#touched) if (!wished.has(unit)) this.#seat(unit, guestsOf(unit).most, taken);
    this.#checkTypes();
    return { unoccupied: this.#unoccupied, occupied: this.#occupied, errors: this.#errors };
  }

  #seat(unit: EventUnit, guests: number, taken: ReadonlySet<number>): void {
    const { least, most } = guestsOf(unit);
    const field = `guests.${unit.id}`;
    if (guests < least) this.#note(field, guests, 'MIN', `must be at least ${least}`);
    if (guests > most) this.#note(field, guests, 'MAX', `must be at most ${most}`);
    for (const [at, seat] of unit.seats.entries()) {
      const wasUnoccupied = !taken.has(seat) && this.#call.isUnoccupied(seat);
      if (at >= guests && !wasUnoccupied) this.#unoccupied.push(seat);
      if (at < guests && wasUnoccupied) this.#occupied.push(seat);
    }
  }

  /** Nobody pays for a seat on which nobody sits, so that it has no ticket type. */
  #checkTypes(): void {
    const { typedIds, isUnoccupied } = this.#call;
    const unoccupied = new Set(this.#unoccupied);
    const occupied = new Set(this.#occupied);
    for (const id of typedIds) {
      const seat = this.#state.seatOf(id);
      const isLeft = unoccupied.has(seat) || (isUnoccupied(seat) && !occupied.has(seat));
      if (isLeft) this.#note(`ticketTypes.${id}`, id, 'INVALID', 'must be of a seat on which a guest sits');
    }
  }

  #note(member: string, rejectedValue: number, code: FieldError['code'], message: string): void {
    if (this.#errors.length >= fieldErrorsMax) return;
    this.#errors.push({ field: `${this.#call.path}${member}`, message, rejectedValue, code });
  }
}
