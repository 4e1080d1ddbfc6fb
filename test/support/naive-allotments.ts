/**
 * The allotments of the naive event model: maps of names, without slots, masks or steps that are looked for. What time and
 * sales make of them comes as facts; the model says whether each was due, and whether one is missing.
 */
import type { AllotmentTerms, Phase, ReleaseCause } from '#domain/allotments/allotment.ts';
import type { NaiveHall, NaiveSeat } from './naive-hall.ts';

interface NaiveAllotment extends AllotmentTerms {
  phase: Phase;
  /** Where its seats went, null: to the public; undefined: not released. */
  released?: string | null;
}

/** The asker of a seat: the allotments of a session's pass; null: the organization itself. */
export type NaiveAsker = { readonly allotments?: readonly string[] | undefined } | null;

/** Places of an area: those that can still be sold, and those that are sold. */
export type CountPlaces = (area: number) => { readonly left: number; readonly sold: number };

export class NaiveAllotments {
  readonly byId = new Map<string, NaiveAllotment>();
  /** By seat: the id of its allotment. */
  readonly ofSeat = new Map<number, string>();
  readonly #hall: NaiveHall;
  readonly #countPlaces: CountPlaces;

  constructor(hall: NaiveHall, countPlaces: CountPlaces) {
    this.#hall = hall;
    this.#countPlaces = countPlaces;
  }

  /** Creates it, or replaces its terms. */
  define(id: string, terms: AllotmentTerms, now: number): void {
    const isClosed = terms.closesAt !== null && now >= terms.closesAt;
    const isEarly = terms.opensAt !== null && now < terms.opensAt;
    const phase = isClosed ? 'CLOSED' : isEarly ? 'WAITING' : 'OPEN';
    const known = this.byId.get(id);
    if (known === undefined) this.byId.set(id, { ...terms, phase });
    // The same terms again are no change.
    else if (Object.entries(terms).some(([name, value]) => !isSame(known[name as keyof AllotmentTerms], value)))
      Object.assign(known, terms, { phase });
  }

  remove(id: string): void {
    this.byId.delete(id);
    for (const [seat, of] of this.ofSeat) if (of === id) this.ofSeat.delete(seat);
    for (const other of this.byId.values()) if (other.released === id) other.released = null;
  }

  fill(id: string, seats: Iterable<number>): void {
    for (const [seat, of] of this.ofSeat) if (of === id) this.ofSeat.delete(seat);
    for (const seat of seats) this.ofSeat.set(seat, id);
  }

  /** The allotment that a seat is in now; null: it is the public's. */
  presentOf(seat: number): string | null {
    let id: string | null = this.ofSeat.get(seat) ?? null;
    for (let next = id; next !== null; ) {
      id = next;
      const released: string | null | undefined = this.byId.get(next)?.released;
      if (released === undefined) break;
      id = released;
      next = released;
    }
    return id;
  }

  /** Whether somebody may take the seat, if it is free. */
  permits(seat: number, asker: NaiveAsker): boolean {
    const id = this.presentOf(seat);
    if (asker === null || id === null) return true;
    const { access, phase } = this.byId.get(id) as NaiveAllotment;
    return phase === 'OPEN' && (access === 'PUBLIC' || (access === 'PASS' && asker.allotments?.includes(id) === true));
  }

  /** When the seat opens for somebody who may not take it yet; null: never. */
  opensAt(seat: number, asker: NonNullable<NaiveAsker>, now: number): number | null {
    const id = this.presentOf(seat);
    if (id === null) return null;
    const { access, phase, opensAt } = this.byId.get(id) as NaiveAllotment;
    const isFor = access === 'PUBLIC' || (access === 'PASS' && asker.allotments?.includes(id) === true);
    return phase === 'WAITING' && isFor && opensAt !== null && opensAt > now ? opensAt : null;
  }

  /** Whether a cart has more of an allotment than a session may hold, after seats of it were added. */
  isOverCap(cart: ReadonlySet<number>, added: readonly number[]): boolean {
    const most = (id: string | null): number => this.byId.get(id ?? '')?.maxSeatsPerSession ?? cart.size;
    const countIn = (id: string | null): number => [...cart].filter((seat) => this.presentOf(seat) === id).length;
    return added.map((seat) => this.presentOf(seat)).some((id) => id !== null && countIn(id) > most(id));
  }

  /** An allotment whose step should have come by now, as text; null: none. */
  overdue(now: number): string | null {
    for (const [id, { phase, opensAt, closesAt, release, released }] of this.byId) {
      if (released !== undefined) continue;
      if (phase === 'WAITING' && opensAt !== null && opensAt <= now) return `${id} should be open since ${opensAt}`;
      if (phase !== 'CLOSED' && closesAt !== null && closesAt <= now) return `${id} should be closed since ${closesAt}`;
      if (release?.at != null && release.at <= now) return `${id} should be released since ${release.at}`;
    }
    return null;
  }

  /** An allotment whose condition is fulfilled, though it was not released; null: none. */
  unreleased(): string | null {
    for (const [id, { release, released }] of this.byId) {
      if (released !== undefined || release === null || release.whenSold === null) continue;
      if (release.whenSold === 'EVENT' && this.#isSold(null)) return `${id} should be released, the event is sold`;
      for (const price of release.whenSold === 'PRICE' ? this.#pricesOf(id) : []) {
        if (this.#isSold(price)) return `${id} should be released, ${price} is sold`;
      }
    }
    return null;
  }

  /** Returns why it could not open now, or null. */
  open(id: string, now: number): string | null {
    const { phase, opensAt, released } = this.byId.get(id) as NaiveAllotment;
    (this.byId.get(id) as NaiveAllotment).phase = 'OPEN';
    if (phase !== 'WAITING' || released !== undefined) return `${id} opened while it was ${phase}`;
    return opensAt !== null && opensAt <= now ? null : `${id} opened before ${opensAt}`;
  }

  close(id: string, now: number): string | null {
    const { phase, closesAt, released } = this.byId.get(id) as NaiveAllotment;
    (this.byId.get(id) as NaiveAllotment).phase = 'CLOSED';
    if (phase === 'CLOSED' || released !== undefined) return `${id} closed while it was ${phase}`;
    return closesAt !== null && closesAt <= now ? null : `${id} closed before ${closesAt}`;
  }

  /** `seats`: only these were released; null: all of the allotment. */
  release(
    id: string,
    cause: ReleaseCause,
    to: string | null,
    seats: readonly number[] | null,
    now: number,
  ): string | null {
    const allotment = this.byId.get(id) as NaiveAllotment;
    const fault = this.#faultOfRelease(id, allotment, cause, to, seats, now);
    if (seats === null) allotment.released = to;
    for (const seat of seats ?? []) {
      if (to === null) this.ofSeat.delete(seat);
      else this.ofSeat.set(seat, to);
    }
    return fault;
  }

  #faultOfRelease(
    id: string,
    { release, released }: NaiveAllotment,
    cause: ReleaseCause,
    to: string | null,
    seats: readonly number[] | null,
    now: number,
  ): string | null {
    if (released !== undefined || release === null) return `${id} was released without a reason`;
    if (cause === 'TIME' && (release.at === null || release.at > now)) return `${id} was released before ${release.at}`;
    if (cause !== 'TIME' && release.whenSold !== cause) return `${id} was released by ${cause}`;
    if (cause === 'EVENT' && !this.#isSold(null)) return `${id} was released while seats of the event are left`;
    if (cause === 'PRICE' && !this.#isReleasedByPrice(id, seats)) return `${id} was released while its prices are left`;
    const isGone = release.to === null || this.byId.get(release.to)?.released !== undefined;
    const due =
      isGone || (seats !== null && this.#isRing(id)) || !this.byId.has(release.to as string) ? null : release.to;
    return to === due ? null : `${id} was released to ${to} instead of ${due}`;
  }

  /** All seats with one price that is sold elsewhere; `seats` null: the allotment has no other seats. */
  #isReleasedByPrice(id: string, seats: readonly number[] | null): boolean {
    const own = this.#seatsOf(id);
    const price = this.#hall.seats.get((seats ?? own)[0] ?? -1)?.price;
    if (price == null || !this.#isSold(price)) return false;
    const due = own.filter((seat) => this.#hall.seats.get(seat)?.price === price);
    return String(due.toSorted(ascending)) === String([...(seats ?? own)].toSorted(ascending));
  }

  #isRing(id: string): boolean {
    const seen = new Set<string>();
    for (let next = this.byId.get(id)?.release?.to ?? null; next !== null && !seen.has(next); ) {
      if (next === id) return true;
      seen.add(next);
      next = this.byId.get(next)?.release?.to ?? null;
    }
    return false;
  }

  #seatsOf(id: string): number[] {
    return [...this.#hall.seats.keys()].filter((seat) => this.presentOf(seat) === id);
  }

  #pricesOf(id: string): Set<string> {
    const prices = this.#seatsOf(id).map((seat) => this.#hall.seats.get(seat)?.price);
    return new Set(prices.filter((price): price is string => price != null));
  }

  /** Whether all seats and places with the price, in no allotment that waits for a sale, are taken for good; null: any price. */
  #isSold(price: string | null): boolean {
    const isOf = (other: string | null): boolean => other !== null && (price === null || other === price);
    const waits = (seat: number): boolean => {
      const id = this.presentOf(seat);
      return id !== null && this.byId.get(id)?.release?.whenSold != null;
    };
    const seats = [...this.#hall.seats].filter(([id, seat]) => isOf(seat.price) && !waits(id)).map(([, seat]) => seat);
    const areas = [...this.#hall.areas].filter(([, area]) => isOf(area.price)).map(([id]) => this.#countPlaces(id));
    const isLeft = ({ state }: NaiveSeat): boolean => state === 'ACTIVE' || state === 'LOCKED';
    if (seats.some(isLeft) || areas.some(({ left }) => left > 0)) return false;
    return seats.some(({ state }) => state === 'SOLD') || areas.some(({ sold }) => sold > 0);
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function ascending(one: number, other: number): number {
  return one - other;
}
