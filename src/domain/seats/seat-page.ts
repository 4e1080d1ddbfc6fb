/**
 * A page of the whole-event read: some seats with their values from a copy of the event, so that a worker thread can
 * make the text without the rest. Plain data that structured cloning can copy.
 */

import type { Inventory } from '../inventory-copy.ts';
import type { PriceCapture } from '../pricing/price.ts';
import type { Money } from '../pricing/ticket-type.ts';
import type { Properties } from '../properties.ts';
import type { Session } from '../session/session.ts';

/** The session that holds a seat or bought it. */
export interface SeatOwner {
  readonly ordinal: number;
  readonly id: string;
  readonly reference: string | null;
  readonly properties: Properties | null;
}

export interface SeatPage {
  readonly eventNumber: number;
  readonly schemaId: number;
  readonly layoutVersion: number;
  /** Seat indices; the other columns are by position in this list. */
  readonly seats: Uint32Array;
  readonly states: Uint8Array;
  readonly owners: Int32Array;
  readonly priceSlots: Uint16Array;
  /** Every price that the page needs, with its own amount if it has one. */
  readonly prices: readonly (readonly [slot: number, id: number, name: string, money?: Money])[];
  /** What the seats with a ticket type cost, by position in the page. */
  readonly ticketed: readonly (readonly [at: number, price: PriceCapture])[];
  /** The owners that are in memory. */
  readonly known: readonly SeatOwner[];
  /** Ordinals of the sessions among the owners that have left memory: they are projected. */
  readonly ended: readonly number[];
  readonly holdTypes: readonly (readonly [lock: number, holdType: string])[];
  /** The seats' own properties, by position in the page. */
  readonly properties: readonly (readonly [at: number, properties: Properties])[];
  /** Whether bookings show their session's properties. */
  readonly showsProperties: boolean;
}

/** Cuts pages from one copy of an event. */
export class SeatPages {
  readonly #inventory: Inventory;
  readonly #event: Pick<SeatPage, 'eventNumber' | 'showsProperties'>;
  readonly #owners: ReadonlyMap<number, Session>;
  readonly #holdTypes: ReadonlyMap<number, string>;
  readonly #properties: ReadonlyMap<number, Properties>;
  readonly #ticketed: ReadonlyMap<number, PriceCapture>;

  constructor(inventory: Inventory, event: Pick<SeatPage, 'eventNumber' | 'showsProperties'>) {
    this.#inventory = inventory;
    this.#event = event;
    this.#owners = new Map(inventory.sessions.map((session) => [session.ordinal, session]));
    this.#holdTypes = new Map(inventory.holdTypes);
    this.#properties = new Map(inventory.properties);
    this.#ticketed = new Map(inventory.ticketed);
  }

  /** Indices of the seats whose session has this reference; `projected` are sessions that may have left memory. */
  seatsOf(reference: string, projected: readonly SeatOwner[]): number[] {
    const ordinals = new Set<number>();
    for (const owner of projected) if (!this.#owners.has(owner.ordinal)) ordinals.add(owner.ordinal);
    for (const owner of this.#owners.values()) if (owner.reference === reference) ordinals.add(owner.ordinal);
    const seats: number[] = [];
    const { owners } = this.#inventory;
    for (let place = 0; place < this.count; place++) {
      const seat = this.seatAt(place);
      const owner = owners[seat] ?? 0;
      if (owner > 0 && ordinals.has(owner)) seats.push(seat);
    }
    return seats;
  }

  /** How many seats the event has. */
  get count(): number {
    return (this.#inventory.order ?? this.#inventory.states).length;
  }

  /** The seat at a place in layout order. */
  seatAt(place: number): number {
    return this.#inventory.order?.[place] ?? place;
  }

  /** The page of these seats. */
  page(seats: Uint32Array): SeatPage {
    const { states, owners, priceSlots, prices } = this.#inventory;
    const page = {
      ...this.#event,
      schemaId: this.#inventory.schemaId,
      layoutVersion: this.#inventory.layoutVersion,
      seats,
      states: new Uint8Array(seats.length),
      owners: new Int32Array(seats.length),
      priceSlots: new Uint16Array(seats.length),
      properties: [] as [number, Properties][],
      ticketed: [] as [number, PriceCapture][],
    };
    const slots = new Set<number>();
    const ordinals = new Set<number>();
    seats.forEach((seat, at) => {
      const slot = priceSlots[seat] ?? 0;
      const owner = owners[seat] ?? 0;
      page.states[at] = states[seat] ?? 0;
      page.owners[at] = owner;
      page.priceSlots[at] = slot;
      slots.add(slot);
      if (owner !== 0) ordinals.add(owner);
      const own = this.#properties.get(seat);
      if (own !== undefined) page.properties.push([at, own]);
      const ticket = this.#ticketed.get(seat);
      if (ticket !== undefined) page.ticketed.push([at, ticket]);
    });
    const known: SeatOwner[] = [];
    const ended: number[] = [];
    const holdTypes: [number, string][] = [];
    for (const ordinal of ordinals) {
      const holdType = this.#holdTypes.get(-ordinal);
      if (holdType !== undefined) holdTypes.push([-ordinal, holdType]);
      const owner = this.#owners.get(ordinal);
      if (owner !== undefined) known.push(ownerOf(owner));
      else if (ordinal > 0) ended.push(ordinal);
    }
    const used = [...slots].flatMap((slot): SeatPage['prices'] => {
      const price = prices[slot] ?? null;
      if (price === null) return [];
      const { id, name, terms } = price;
      if (terms === undefined) return [[slot, id, name]];
      return [[slot, id, name, { amount: terms.amount, currency: terms.currency }]];
    });
    return { ...page, prices: used, known, ended, holdTypes };
  }
}

function ownerOf({ ordinal, id, reference, properties }: Session): SeatOwner {
  return { ordinal, id, reference, properties };
}
