/**
 * The seats and places that can be booked, as the buyer's browser knows them: the prices, with the changes since then.
 * A seat is named by its place in the plan. Knows nothing of the buyer's own cart.
 */
import type { Plan } from '../shared/plan.ts';
import type { Change, Prices, TicketType } from './answers.ts';

export interface OfferedPrice {
  readonly id: number;
  readonly name: string;
  /** The number at the beginning of the name; 0: there is none. */
  readonly amount: number;
  /** Of the price itself; absent, with the currency, when it has no amount of its own. */
  readonly minorUnits?: number | undefined;
  readonly currency?: string | undefined;
  readonly ticketTypes: readonly TicketType[];
}

export interface OfferedArea {
  readonly id: number;
  readonly sector: number;
  readonly priceId: number;
  places: number;
}

/** No price is known: the seat was not on offer when the prices were read. */
export const unknownPrice = -1;

export class Offer {
  /** The highest price first. */
  readonly prices: readonly OfferedPrice[];
  /** In the order of the plan. */
  readonly areas: readonly OfferedArea[];
  /** 1: can be booked now. */
  readonly bookable: Uint8Array;
  /** The place of each seat's price in `prices`, or `unknownPrice`. */
  readonly priceOf: Int16Array;
  /** How many seats of each price can be booked. */
  readonly left: number[];
  readonly #plan: Plan;

  constructor(plan: Plan, { seats, groupOfSeats, prices }: Prices) {
    this.#plan = plan;
    this.prices = prices
      .map(({ id, name, amount: minorUnits, currency, ticketTypes = [] }) => {
        return { id, name, amount: amountOf(name), minorUnits, currency, ticketTypes };
      })
      .sort((one, other) => other.amount - one.amount || one.id - other.id);
    const places = new Map(this.prices.map(({ id }, at) => [id, at]));
    this.bookable = new Uint8Array(plan.seatCount);
    this.priceOf = new Int16Array(plan.seatCount).fill(unknownPrice);
    this.left = this.prices.map(() => 0);
    for (const [id, priceId] of seats) {
      const seat = plan.seatById.get(id);
      const price = places.get(priceId);
      if (seat === undefined || price === undefined) continue;
      this.bookable[seat] = 1;
      this.priceOf[seat] = price;
      this.left[price] = (this.left[price] as number) + 1;
    }
    this.areas = groupOfSeats.flatMap(([id, priceId, count]) => {
      const sector = plan.sectorById.get(id);
      return sector === undefined ? [] : [{ id, sector, priceId, places: count }];
    });
  }

  /** Returns the seats that changed. */
  apply({ freed, taken, areas }: Change): number[] {
    const changed: number[] = [];
    for (const [ids, value] of [
      [freed, 1],
      [taken, 0],
    ] as const) {
      for (const id of ids) {
        const seat = this.#plan.seatById.get(id);
        if (seat !== undefined && this.#set(seat, value)) changed.push(seat);
      }
    }
    for (const [id, places] of areas) {
      const area = this.areas.find((one) => one.id === id);
      if (area !== undefined) area.places = places;
    }
    return changed;
  }

  /** Learns the prices of seats that were not on offer before. Returns the seats whose price was not known. */
  learnPrices(of: Offer): number[] {
    const learnt: number[] = [];
    if (of.prices.length !== this.prices.length) return learnt;
    for (let seat = 0; seat < this.priceOf.length; seat++) {
      const price = of.priceOf[seat] as number;
      if (price === unknownPrice || this.priceOf[seat] !== unknownPrice) continue;
      this.priceOf[seat] = price;
      if (this.bookable[seat] === 1) this.left[price] = (this.left[price] as number) + 1;
      learnt.push(seat);
    }
    return learnt;
  }

  price(seat: number): OfferedPrice | null {
    return this.prices[this.priceOf[seat] ?? unknownPrice] ?? null;
  }

  priceById(id: number): OfferedPrice | null {
    return this.prices.find((price) => price.id === id) ?? null;
  }

  /** Whether nothing at all can be booked. */
  get isSoldOut(): boolean {
    return !this.bookable.includes(1) && this.areas.every(({ places }) => places === 0);
  }

  get hasPrices(): boolean {
    return this.prices.length > 0;
  }

  #set(seat: number, value: 0 | 1): boolean {
    if (this.bookable[seat] === value) return false;
    this.bookable[seat] = value;
    const price = this.priceOf[seat] as number;
    if (price !== unknownPrice) this.left[price] = (this.left[price] as number) + (value === 1 ? 1 : -1);
    return true;
  }
}

/** The service takes the amount from the name in the same way. */
export function amountOf(name: string): number {
  return Number(/^\s*(\d+(?:\.\d+)?)/.exec(name)?.[1] ?? 0);
}
