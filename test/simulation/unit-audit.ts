/**
 * The audit of units: a WHOLE unit is never divided among owners, unless that happened while its seats were booked one by one, or
 * a late payment has taken its part of it again; and what answers say of units is true.
 */
import type { EventState } from '#domain/event-state.ts';
import type { Fact } from '#domain/fact.ts';
import type { Refusal } from '#domain/refusal.ts';
import type { Selection } from '#domain/selection.ts';
import type { UnitsReply } from '#domain/units/decide-units.ts';
import type { NaiveEvent } from '../support/naive-event.ts';
import type { NaiveSession } from '../support/naive-session.ts';
import type { NaiveUnits } from '../support/naive-units.ts';

export class UnitAudit {
  readonly #units: NaiveUnits;
  /** Ids of the units that may be divided. */
  readonly #excused = new Set<number>();
  readonly #count: (what: string) => void;

  /** `units`: with the terms that the event gives them now. */
  constructor(units: NaiveUnits, count: (what: string) => void) {
    this.#units = units;
    this.#count = count;
  }

  /** After each record: the units that are divided and must not be, as text; null: none. */
  after(state: EventState, facts: readonly Fact[]): string | null {
    const isExcused = facts.some(({ type }) => type === 'reclaimed' || type === 'units-overridden');
    for (const { id, name, seats, booking } of this.#units.all) {
      const isDivided = new Set(seats.map((seat) => ownerOf(state, seat))).size > 1;
      if (!isDivided) this.#excused.delete(id);
      else if (booking === 'SEATS' || isExcused) this.#excused.add(id);
      else if (!this.#excused.has(id)) return `${name} is divided: ${seats.map((seat) => ownerOf(state, seat))}`;
      if (booking === 'WHOLE') this.#count(isDivided ? 'unit divided before' : 'unit whole');
    }
    return null;
  }
}

function ownerOf({ seats, seatMap }: EventState, id: number): string {
  const seat = seatMap.indexOf(id);
  return `${seats.stateOf(seat)} ${seats.ownerOf(seat)}`;
}

export function unitsFault(due: NaiveUnits, { units }: UnitsReply): string | null {
  const told = (list: readonly object[]): string =>
    JSON.stringify(list.map((unit) => Object.entries(unit).toSorted(([one], [other]) => (one < other ? -1 : 1))));
  return told(units) === told(due.all) ? null : `units were shown as ${told(units)} instead of ${told(due.all)}`;
}

/**
 * What is wrong with the seats that a call is said to lack, or null. `asker`: null for the organization. `isGivenBack`: the
 * call gives seats back. It has to name only seats that the session holds, and a divided unit can have others.
 */
export function restFault(
  { units: due }: NaiveEvent,
  { seats, units }: Selection,
  asker: NaiveSession | null,
  isGivenBack: boolean,
  { rest = [], units: named = [] }: Refusal,
): string | null {
  const has = [...(due.named([...seats], units) ?? []), ...rest];
  const isOwn = (seat: number): boolean => asker?.seats.has(seat) === true;
  const whole = due.all.filter(({ id, booking }) => booking === 'WHOLE' && named.includes(id));
  const isFounded = rest.every((seat) => !seats.includes(seat) && whole.some((unit) => unit.seats.includes(seat)));
  const isSpared = (seat: number): boolean => isOwn(seat) !== isGivenBack;
  const isEnough =
    asker === null || whole.every((unit) => unit.seats.every((seat) => has.includes(seat) || isSpared(seat)));
  const isRight = rest.length > 0 && whole.length === named.length && isFounded && isEnough;
  return isRight ? null : `${rest} are said to be missing of the units ${named}`;
}
