/**
 * Prices of the naive event model, seat by seat and area by area. An area without capacity in the layout has as many
 * places as its last assignment said, but never fewer than are taken.
 */
import type { NaiveBookings, NaiveBuyer } from './naive-bookings.ts';
import { type NaiveHall, type Places, sum } from './naive-hall.ts';

/** The members of a session that say what it holds. */
interface Holder extends NaiveBuyer {
  readonly deadline: number | null;
  readonly seats: ReadonlyMap<number, string>;
  readonly areas: ReadonlyMap<number, { readonly amount: number }>;
  readonly lost: Set<number>;
}

export class NaivePricing {
  readonly #hall: NaiveHall;
  readonly #sessions: ReadonlyMap<string, Holder>;
  readonly #bookings: NaiveBookings;

  constructor(hall: NaiveHall, sessions: ReadonlyMap<string, Holder>, bookings: NaiveBookings) {
    this.#hall = hall;
    this.#sessions = sessions;
    this.#bookings = bookings;
  }

  assign(seats: readonly number[], places: Places, price: string): string {
    const isFine = new Map<number, boolean>();
    for (const id of seats) {
      const seat = this.#hall.seats.get(id);
      const isTaken = seat?.state === 'LOCKED' || seat?.state === 'SOLD';
      isFine.set(id, seat !== undefined && (!isTaken || seat.price === price));
    }
    const fits = places.map(([id, amount]) => {
      const area = this.#hall.areas.get(id);
      if (area === undefined || (area.capacity > 0 && amount > area.available + area.withheld)) return false;
      return area.price === price || !this.#isTaken(id);
    });
    for (const [id, isPriced] of isFine) if (isPriced) this.#hall.seat(id).price = price;
    for (const [at, [id, amount]] of places.entries()) if (fits[at]) this.#putOnSale(id, amount, price);
    return failed(
      seats.filter((id) => !isFine.get(id)),
      places.filter((_, at) => !fits[at]),
    );
  }

  clear(seats: readonly number[], areas: readonly number[]): string {
    const wrongSeats = seats.filter((id) => ['LOCKED', 'SOLD', undefined].includes(this.#hall.seats.get(id)?.state));
    const wrongAreas = areas.filter((id) => !this.#hall.areas.has(id) || this.#isTaken(id));
    for (const id of seats) if (!wrongSeats.includes(id)) this.#hall.seat(id).price = null;
    for (const id of areas) if (!wrongAreas.includes(id)) this.#hall.area(id).price = null;
    return failed([...wrongSeats, ...wrongAreas], []);
  }

  offer(id: number, count: number | null, price: string): string {
    const area = this.#hall.area(id);
    const most = area.available + area.withheld;
    if (area.capacity > 0 && (count ?? 0) > most) return 'VALIDATION_FAILED';
    if (area.price !== price && this.#isTaken(id)) return 'DATA_INTEGRITY_VIOLATION';
    if (count === null) Object.assign(area, { price, available: most, withheld: 0 });
    else this.#putOnSale(id, count, price);
    return 'done';
  }

  /** Frees all seats and places and removes all prices. */
  clean(): string {
    for (const { owned, seats, areas, lost, deadline } of this.#sessions.values()) {
      owned.clear();
      for (const line of deadline === null ? [] : [...seats.keys(), ...areas.keys()]) lost.add(line);
    }
    for (const [id, seat] of this.#hall.seats) {
      this.#hall.free(id);
      seat.price = null;
    }
    for (const area of this.#hall.areas.values()) {
      const free = { available: area.capacity, withheld: 0, soldPrivately: 0, locks: [], price: null };
      Object.assign(area, free);
    }
    return 'done';
  }

  /** `left`: places that can be sold now or when they are given back. */
  countPlaces(id: number): { readonly left: number; readonly sold: number } {
    const { available, locks } = this.#hall.area(id);
    const locked = sum(locks.filter(({ isBlocking }) => !isBlocking).map(({ amount }) => amount));
    return { left: available + this.#heldIn(id) + locked, sold: this.#bookings.soldIn(id) };
  }

  takenIn(id: number): number {
    return this.#heldIn(id) + this.#bookings.soldIn(id) + sum(this.#hall.area(id).locks.map(({ amount }) => amount));
  }

  #putOnSale(id: number, count: number, price: string): void {
    const area = this.#hall.area(id);
    if (area.capacity > 0) {
      Object.assign(area, { price, withheld: area.withheld + area.available - count, available: count });
    } else Object.assign(area, { price, available: Math.max(0, count - this.takenIn(id)) });
  }

  /** Whether any place of the area is held, locked or sold. */
  #isTaken(id: number): boolean {
    const isLocked = this.#hall.area(id).locks.some(({ isBlocking, amount }) => !isBlocking && amount > 0);
    return isLocked || this.#heldIn(id) > 0 || this.#bookings.soldIn(id) > 0;
  }

  #heldIn(id: number): number {
    const holders = [...this.#sessions.values()].filter(({ deadline, lost }) => deadline !== null && !lost.has(id));
    return sum(holders.map(({ areas }) => areas.get(id)?.amount ?? 0));
  }
}

function failed(seats: readonly number[], places: Places): string {
  return `failed ${JSON.stringify([...seats, ...places])}`;
}
