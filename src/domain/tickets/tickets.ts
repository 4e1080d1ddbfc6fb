/**
 * The tickets of an event that have a ticket type: which seats and places have one, at which captured price, and how many
 * of each type are held and sold. Changes with the inventory, never by itself. An event without ticket types has an empty
 * one, and pays a comparison for each seat that becomes free.
 */
import { assert } from '#collections/assert.ts';
import { areSameCaptures, type PriceCapture } from '../pricing/price.ts';

/** Places of one area with one captured price. */
interface TypedPlaces {
  readonly capture: PriceCapture;
  places: number;
}

/** All of it as a value: captures once, seats as columns. */
export interface TicketsImage {
  readonly captures: readonly PriceCapture[];
  readonly seats: readonly number[];
  /** The position of each seat's capture. */
  readonly seatCaptures: readonly number[];
  readonly places: readonly (readonly [area: number, owner: number, capture: number, places: number])[];
}

export class Tickets {
  readonly #seats = new Map<number, PriceCapture>();
  /** By area, then by owner: a session's ordinal, a private lock's negated, 0 for private sales. In order of taking. */
  readonly #places = new Map<number, Map<number, TypedPlaces[]>>();
  /** By price, then by type: seats and places. */
  readonly #counts = new Map<number, Map<string, number>>();

  /** Whether a seat has a type. */
  get hasSeats(): boolean {
    return this.#seats.size > 0;
  }

  /** The seats that have a type, with what they cost: a copy that the caller owns. */
  seats(): readonly (readonly [seat: number, capture: PriceCapture])[] {
    return [...this.#seats];
  }

  /** Undefined: the seat has none. */
  ofSeat(seat: number): PriceCapture | undefined {
    return this.#seats.get(seat);
  }

  /** Seats and places that are held or sold with this type. */
  countOf(price: number, ticketType: string): number {
    return this.#counts.get(price)?.get(ticketType) ?? 0;
  }

  /** The seat has this captured price; without a type it has none here. */
  setSeat(seat: number, capture: PriceCapture): void {
    this.freeSeat(seat);
    if (capture.ticketType === undefined) return;
    this.#seats.set(seat, capture);
    this.#count(capture, 1);
  }

  freeSeat(seat: number): void {
    const capture = this.#seats.get(seat);
    if (capture === undefined) return;
    this.#seats.delete(seat);
    this.#count(capture, -1);
  }

  /** Gives the owner more or fewer places at this price; prices without a type are not kept here. */
  changePlaces(area: number, owner: number, capture: PriceCapture, change: number): void {
    if (capture.ticketType === undefined || change === 0) return;
    const lists = this.#places.get(area) ?? new Map<number, TypedPlaces[]>();
    const list = lists.get(owner) ?? [];
    const found = list.find((one) => areSameCaptures(one.capture, capture));
    const places = (found?.places ?? 0) + change;
    assert(places >= 0, () => `owner ${owner} has fewer places of area ${area} with type ${capture.ticketType?.id}`);
    if (found === undefined) list.push({ capture, places });
    else if (places > 0) found.places = places;
    else list.splice(list.indexOf(found), 1);
    if (list.length > 0) this.#places.set(area, lists.set(owner, list));
    else this.#drop(area, owner);
    this.#count(capture, change);
  }

  /** Places of the owner at this price. */
  placesOf(area: number, owner: number, capture: PriceCapture): number {
    return this.#listOf(area, owner).find((one) => areSameCaptures(one.capture, capture))?.places ?? 0;
  }

  /** What the owner has with a type, by what it captured: a copy that the caller owns. */
  capturesOf(area: number, owner: number): readonly (readonly [capture: PriceCapture, places: number])[] {
    return this.#listOf(area, owner).map(({ capture, places }) => [capture, places] as const);
  }

  /** Places of the owner with any type. */
  typedPlacesOf(area: number, owner: number): number {
    return this.#listOf(area, owner).reduce((sum, { places }) => sum + places, 0);
  }

  /**
   * Takes `amount` of the `owned` places of the owner: those without a type first, then those that were taken last. `to`:
   * who has them now; absent: they are free.
   */
  takePlaces(area: number, owner: number, amount: number, owned: number, to?: number): void {
    let missing = amount - (owned - this.typedPlacesOf(area, owner));
    for (const { capture, places } of this.#listOf(area, owner).toReversed()) {
      if (missing <= 0) return;
      const taken = Math.min(places, missing);
      this.changePlaces(area, owner, capture, -taken);
      if (to !== undefined) this.changePlaces(area, to, capture, taken);
      missing -= taken;
    }
  }

  /** The owner has no places of the area any more. */
  dropPlaces(area: number, owner: number): void {
    for (const { capture, places } of this.#listOf(area, owner).slice()) {
      this.changePlaces(area, owner, capture, -places);
    }
  }

  /** Nobody has places of the area any more. */
  dropArea(area: number): void {
    for (const owner of [...(this.#places.get(area)?.keys() ?? [])]) this.dropPlaces(area, owner);
  }

  /** Nothing is taken any more. */
  clear(): void {
    this.#seats.clear();
    this.#places.clear();
    this.#counts.clear();
  }

  /** Undefined: no ticket has a type. */
  image(): TicketsImage | undefined {
    if (this.#seats.size + this.#places.size === 0) return undefined;
    const captures: PriceCapture[] = [];
    const positions = new Map<PriceCapture, number>();
    const positionOf = (capture: PriceCapture): number => {
      // A line that was read back has an object of its own.
      const known = positions.get(capture) ?? captures.findIndex((one) => areSameCaptures(one, capture));
      const position = known === -1 ? captures.push(capture) - 1 : known;
      positions.set(capture, position);
      return position;
    };
    const places = [...this.#places].flatMap(([area, lists]) =>
      [...lists].flatMap(([owner, list]) =>
        list.map((one) => [area, owner, positionOf(one.capture), one.places] as const),
      ),
    );
    const seatCaptures = Array.from(this.#seats.values(), positionOf);
    return { captures, seats: [...this.#seats.keys()], seatCaptures, places };
  }

  restore({ captures, seats, seatCaptures, places }: TicketsImage): void {
    seats.forEach((seat, at) => {
      this.setSeat(seat, captures[seatCaptures[at] as number] as PriceCapture);
    });
    for (const [area, owner, capture, amount] of places) {
      this.changePlaces(area, owner, captures[capture] as PriceCapture, amount);
    }
  }

  #listOf(area: number, owner: number): readonly TypedPlaces[] {
    return this.#places.get(area)?.get(owner) ?? none;
  }

  #drop(area: number, owner: number): void {
    const lists = this.#places.get(area);
    lists?.delete(owner);
    if (lists?.size === 0) this.#places.delete(area);
  }

  #count({ id, ticketType }: PriceCapture, change: number): void {
    const type = ticketType?.id as string;
    const counts = this.#counts.get(id) ?? new Map<string, number>();
    const count = (counts.get(type) ?? 0) + change;
    if (count > 0) counts.set(type, count);
    else counts.delete(type);
    if (counts.size > 0) this.#counts.set(id, counts);
    else this.#counts.delete(id);
  }
}

const none: readonly never[] = [];
