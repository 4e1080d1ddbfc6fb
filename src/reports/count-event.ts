/**
 * Counts every seat and place of one event once, from the rows of the projection: those that sessions have from their
 * carts, the organization's own from their rows, and free ones from the offer. Promises memory for the seats as columns
 * and for one page of rows, and gives way to other work between pages.
 */
import { assert } from '#collections/assert.ts';
import type { ReleaseCause } from '#domain/allotments/allotment.ts';
import type { PriceCapture } from '#domain/pricing/price.ts';
import type { OfferImage } from '#domain/reports/offer-image.ts';
import { forEachInRuns } from '#domain/seats/seat-runs.ts';
import type { SectionPlan } from '#storage/reports/layout-places.ts';
import type { ReportedArea, ReportedCart, TakenSeat } from '#storage/reports/reported-events.ts';
import type { Channel, Named, Place, Release, Status } from './groups.ts';
import { ownedParts } from './owned-lines.ts';
import type { Tally } from './tally.ts';

/** Where a place is, and what is known of it there. */
interface Whereabouts {
  /** Its position in the plan. */
  readonly section: number | undefined;
  readonly allotment: Named | null;
  readonly release: Release | null;
}

const stateNames = ['AVAILABLE', 'LOCKED', 'SOLD', 'BLOCKED'] as const;
const seatsPerTurn = 20_000;

/** The rows of an event, read in one snapshot. */
export interface EventRows {
  seats(): AsyncIterable<readonly TakenSeat[]>;
  /** Of sessions that hold something, or have bought it. */
  carts(): AsyncIterable<readonly ReportedCart[]>;
  areas(): Promise<readonly ReportedArea[]>;
}

export interface CountedEvent {
  readonly offer: OfferImage;
  readonly plan: SectionPlan;
  /** Prices and allotments are told apart by their names alone: each event of a series has ids of its own. */
  readonly isOneOfMany: boolean;
}

export async function countEvent(event: CountedEvent, rows: EventRows, tally: Tally): Promise<void> {
  const count = new EventCount(event, tally);
  for await (const page of rows.seats()) for (const seat of page) count.addTaken(seat);
  for await (const page of rows.carts()) for (const cart of page) count.addCart(cart);
  for (const area of await rows.areas()) count.addArea(area);
  await count.addFree();
}

class EventCount {
  readonly #offer: OfferImage;
  readonly #plan: SectionPlan;
  readonly #isOneOfMany: boolean;
  readonly #tally: Tally;
  /** By seat: a session's ordinal, or 0. */
  readonly #owners: Int32Array;
  /** By seat: a position in `stateNames`. */
  readonly #states: Uint8Array;
  /** By seat: the position of its section plus one. */
  readonly #sections: Int32Array;
  /** By seat: the slot of its price, and of the allotment that it is in now. */
  readonly #priceSlots: Uint16Array;
  readonly #allotmentSlots: Uint8Array;
  /** By seat: the position of its release plus one. */
  readonly #seatReleases: Uint16Array;
  readonly #releases: readonly Release[];
  /** The first seat of each unit. */
  readonly #heads: ReadonlySet<number>;
  readonly #allotments: ReadonlyMap<number, Named>;
  readonly #presentSlots: ReadonlyMap<number, number>;
  /** By area and slot: the slot that the places are in now, and what released them. */
  readonly #shares: ReadonlyMap<string, number>;
  readonly #shareReleases: ReadonlyMap<string, Release>;
  readonly #priceNames: ReadonlyMap<number, string>;

  constructor({ offer, plan, isOneOfMany }: CountedEvent, tally: Tally) {
    this.#offer = offer;
    this.#plan = plan;
    this.#isOneOfMany = isOneOfMany;
    this.#tally = tally;
    this.#owners = new Int32Array(offer.size);
    this.#states = new Uint8Array(offer.size);
    this.#sections = new Int32Array(offer.size);
    for (const [section, first, count] of plan.runs) this.#sections.fill(section + 1, first, first + count);
    this.#priceSlots = columnOf(new Uint16Array(offer.size), offer.seatPrices);
    this.#presentSlots = new Map(offer.allotments.map(([slot, , , to]) => [slot, to]));
    const present = offer.seatAllotments.map(([slot, seats]) => [this.#presentSlots.get(slot) ?? 0, seats] as const);
    this.#allotmentSlots = columnOf(new Uint8Array(offer.size), present);
    this.#heads = new Set(offer.units.map(([, , [first = -1]]) => first));
    this.#allotments = new Map(offer.allotments.map(([slot, id, name]) => [slot, this.#named(id, name)]));
    const { seats: seatReleases, shares: shareReleases } = offer.released ?? { seats: [], shares: [] };
    this.#releases = seatReleases.map(([slot, cause]) => this.#release(slot, cause));
    const releaseRuns = seatReleases.map(([, , seats], position) => [position + 1, seats] as const);
    this.#seatReleases = columnOf(new Uint16Array(offer.size), releaseRuns);
    this.#shares = new Map(offer.shares.map(([area, slot, to]) => [`${area} ${slot}`, to]));
    this.#shareReleases = new Map(
      shareReleases.map(([area, slot, cause]) => [`${area} ${slot}`, this.#release(slot, cause)]),
    );
    this.#priceNames = new Map(offer.prices.map(([, id, name]) => [id, name]));
  }

  addTaken({ seat, state, owner, price }: TakenSeat): void {
    this.#states[seat] = stateNames.indexOf(state);
    this.#owners[seat] = Math.max(owner, 0);
    if (owner <= 0) this.#addSeat(seat, state, state === 'SOLD' ? 'PRIVATE_SALE' : 'BOX_OFFICE', price);
  }

  /** All taken seats have been added. */
  addCart(cart: ReportedCart): void {
    const { ordinal, seats, isBought, isOfCounter } = cart;
    const channel = isOfCounter ? 'BOX_OFFICE' : 'SESSION';
    for (const { seat, price } of seats) {
      if (this.#owners[seat] !== ordinal) continue;
      this.#addSeat(seat, stateNames[this.#states[seat] as number] as Status, channel, price);
    }
    for (const { line, places, slot } of ownedParts(cart)) {
      const place = this.#place(isBought ? 'SOLD' : 'LOCKED', this.#ofArea(line.area, slot), line.price, channel);
      this.#tally.add(place, { places, captured: line.price });
    }
  }

  addArea({ area, available, locked, blocked, parts }: ReportedArea): void {
    const { price, soldPrivately, captured, free } = parts;
    let left = available;
    for (const [slot, places] of free) {
      this.#tally.add(this.#place('AVAILABLE', this.#ofArea(area, slot), price, null), { places, captured: null });
      left -= places;
    }
    const own = this.#ofArea(area, 0);
    this.#tally.add(this.#place('AVAILABLE', own, price, null), { places: left, captured: null });
    for (const [status, places] of [
      ['SOLD', soldPrivately],
      ['LOCKED', locked],
      ['BLOCKED', blocked],
    ] as const) {
      let rest = places;
      for (const [state, capture, count] of captured) {
        if (state !== status) continue;
        this.#addOwn(status, own, capture, count);
        rest -= count;
      }
      this.#addOwn(status, own, price, rest);
    }
  }

  /** All taken seats have been added. */
  async addFree(): Promise<void> {
    const { size, gone } = this.#offer;
    forEachInRuns(gone, (seat) => {
      if (this.#states[seat] === 0) this.#states[seat] = stateNames.length;
    });
    // By section, price, allotment and release: how many seats, and how many units.
    const counts = new Map<number, { readonly seat: number; places: number; units: number }>();
    for (let seat = 0; seat < size; seat++) {
      if (seat % seatsPerTurn === seatsPerTurn - 1) await new Promise(setImmediate);
      if (this.#states[seat] !== 0) continue;
      const offer = (this.#sections[seat]! * 65_536 + this.#priceSlots[seat]!) * 256 + this.#allotmentSlots[seat]!;
      const kind = offer * (this.#releases.length + 1) + this.#seatReleases[seat]!;
      const count = counts.get(kind) ?? { seat, places: 0, units: 0 };
      counts.set(kind, count);
      count.places++;
      if (this.#heads.has(seat)) count.units++;
    }
    const prices = new Map(this.#offer.prices.map(([slot, id, name]) => [slot, { id, name }]));
    for (const { seat, places, units } of counts.values()) {
      const price = prices.get(this.#priceSlots[seat] as number) ?? null;
      const place = this.#place('AVAILABLE', this.#ofSeat(seat), price, null);
      this.#tally.add(place, { places, units, captured: null });
    }
  }

  #addSeat(seat: number, status: Status, channel: Channel, price: PriceCapture | null): void {
    const place = this.#place(status, this.#ofSeat(seat), price, channel);
    const captured = status === 'BLOCKED' ? null : price;
    this.#tally.add(place, { places: 1, units: this.#heads.has(seat) ? 1 : 0, captured });
  }

  #addOwn(status: 'SOLD' | 'LOCKED' | 'BLOCKED', where: Whereabouts, price: PriceCapture | null, places: number): void {
    const channel = status === 'SOLD' ? 'PRIVATE_SALE' : 'BOX_OFFICE';
    const captured = status === 'BLOCKED' ? null : price;
    this.#tally.add(this.#place(status, where, price, channel), { places, captured });
  }

  #ofSeat(seat: number): Whereabouts {
    const section = this.#sections[seat];
    return {
      section: section === undefined || section === 0 ? undefined : section - 1,
      allotment: this.#allotments.get(this.#allotmentSlots[seat] ?? 0) ?? null,
      release: this.#releases[(this.#seatReleases[seat] ?? 0) - 1] ?? null,
    };
  }

  /** `slot`: of the allotment that the places were given to; 0: none. */
  #ofArea(area: number, slot: number): Whereabouts {
    const share = `${area} ${slot}`;
    return {
      section: this.#plan.areas[area],
      allotment: this.#allotments.get(this.#shares.get(share) ?? 0) ?? null,
      release: this.#shareReleases.get(share) ?? null,
    };
  }

  /** The allotment is there as long as something released from it is. */
  #release(slot: number, cause: ReleaseCause): Release {
    const allotment = this.#allotments.get(slot);
    assert(allotment !== undefined, () => `a place was released from allotment ${slot}, which is not there`);
    return { cause, allotment };
  }

  #place(
    status: Status,
    { section, allotment, release }: Whereabouts,
    price: Pick<PriceCapture, 'id' | 'name' | 'ticketType'> | null,
    channel: Channel | null,
  ): Place {
    const found = section === undefined ? undefined : this.#plan.sections[section];
    const { ticketType = null } = price ?? {};
    return {
      status,
      section: found === undefined ? null : { id: found.id, name: found.name, position: section as number },
      // Carts keep the name that the price had; the price is one.
      price: price === null ? null : this.#named(price.id, this.#priceNames.get(price.id) ?? price.name),
      ticketType,
      ...{ allotment, release, channel },
    };
  }

  #named(id: number | string, name: string): Named {
    return { id: this.#isOneOfMany ? null : id, name };
  }
}

function columnOf<Column extends Uint8Array | Uint16Array>(column: Column, runs: OfferImage['seatPrices']): Column {
  for (const [value, seats] of runs) {
    for (let at = 0; at < seats.length; at += 2) {
      const first = seats[at] as number;
      column.fill(value, first, first + (seats[at + 1] as number));
    }
  }
  return column;
}
