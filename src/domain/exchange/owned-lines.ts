/**
 * What a purchase still owns of its lines. A cart is a record of the purchase: places that the organization has reverted
 * are in it, and are no longer the session's to give.
 */
import type { EventState } from '../event-state.ts';
import type { AreaLine, SeatLine, Session } from '../session/session.ts';
import type { ExchangedPlaces } from './exchanged-lines.ts';

/** A line of a cart, and how many of its places are given back. */
export type GivenPart = readonly [line: AreaLine, places: number];

/** The places of a purchase that can still be given, for one call: each is given once. */
export class OwnedPlaces {
  readonly #state: EventState;
  readonly #session: Session;
  readonly #given = new Map<AreaLine, number>();
  /** By area: places at the price itself, whose lines share what is left. */
  readonly #untyped = new Map<number, number>();

  constructor(state: EventState, session: Session) {
    this.#state = state;
    this.#session = session;
  }

  /** Gives at most `wanted` places of the line; returns how many. */
  take(line: AreaLine, wanted: number): number {
    const given = this.#given.get(line) ?? 0;
    const left = line.price.ticketType === undefined ? this.#untypedIn(line.area) : this.#typedIn(line) - given;
    const places = Math.max(0, Math.min(wanted, line.capacity - given, left));
    this.#given.set(line, given + places);
    if (line.price.ticketType === undefined) this.#untyped.set(line.area, left - places);
    return places;
  }

  #untypedIn(area: number): number {
    const { ordinal } = this.#session;
    const owned = this.#state.areaAt(area).purchases.placesOf(ordinal);
    return this.#untyped.get(area) ?? owned - this.#state.tickets.typedPlacesOf(area, ordinal);
  }

  #typedIn({ area, price }: AreaLine): number {
    return this.#state.tickets.placesOf(area, this.#session.ordinal, price);
  }
}

/** The lines that give these places, the newest of an area and type first. */
export function givenParts(
  state: EventState,
  session: Session,
  given: readonly ExchangedPlaces[],
): readonly GivenPart[] {
  const owned = new OwnedPlaces(state, session);
  const parts: GivenPart[] = [];
  for (const [area, amount, type] of given) {
    let missing = amount;
    for (const line of session.areas.toReversed()) {
      if (line.area !== area || (line.price.ticketType?.id ?? null) !== type) continue;
      const places = owned.take(line, missing);
      if (places > 0) parts.push([line, places]);
      missing -= places;
    }
  }
  return parts;
}

export function withoutParts(lines: readonly AreaLine[], parts: readonly GivenPart[]): readonly AreaLine[] {
  const left = new Map(parts.map(([line, places]) => [line, line.capacity - places]));
  return lines.flatMap((line) => {
    const capacity = left.get(line) ?? line.capacity;
    return capacity === 0 ? [] : [capacity === line.capacity ? line : { ...line, capacity }];
  });
}

export function withoutSeats(lines: readonly SeatLine[], seats: readonly number[]): readonly SeatLine[] {
  return lines.filter(({ seat }) => !seats.includes(seat));
}
