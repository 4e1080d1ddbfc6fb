/**
 * The allotments of the naive event model: maps of names, without slots, masks or steps that are looked for. What time and
 * sales make of them comes as facts; the model says whether each was due, and whether one is missing.
 */
import type { AllotmentTerms, Phase, ReleaseCause, SoldScope } from '#domain/allotments/allotment.ts';
import type { NaiveHall, NaiveSeat } from './naive-hall.ts';
import { NaivePlaces } from './naive-places.ts';
import type { NaiveSession } from './naive-session.ts';

interface NaiveAllotment extends AllotmentTerms {
  /** The smallest that was free. */
  readonly number: number;
  phase: Phase;
  /** Where its seats went, null: to the public; undefined: not released. */
  released?: string | null;
}

/** The asker of a seat: the allotments of a session's pass, and a declared need; null: the organization itself. */
export type NaiveAsker = { readonly allotments?: readonly string[] | undefined; readonly hasNeed?: boolean } | null;

/** A session that may have again what its need has given it. */
export function askerOf({ allotments, hasDeclaredNeed = false }: NaiveSession): NonNullable<NaiveAsker> {
  return { allotments, hasNeed: hasDeclaredNeed };
}

/** What was released of an allotment: seats, and all its places of areas. */
export interface NaivePart {
  readonly seats: readonly number[];
  readonly areas: readonly number[];
}

/** Places of an area: those that can still be sold, and those that are sold. */
export type CountPlaces = (area: number) => { readonly left: number; readonly sold: number };

export class NaiveAllotments {
  readonly byId = new Map<string, NaiveAllotment>();
  /** By seat: the id of its allotment. */
  readonly ofSeat = new Map<number, string>();
  readonly #hall: NaiveHall;
  readonly #countPlaces: CountPlaces;
  readonly places: NaivePlaces;

  constructor(hall: NaiveHall, countPlaces: CountPlaces) {
    this.#hall = hall;
    this.places = new NaivePlaces(hall, this);
    this.#countPlaces = countPlaces;
  }

  /** Creates it, or replaces its terms. */
  define(id: string, terms: AllotmentTerms, now: number): void {
    const isClosed = terms.closesAt !== null && now >= terms.closesAt;
    const isEarly = terms.opensAt !== null && now < terms.opensAt;
    const phase = isClosed ? 'CLOSED' : isEarly ? 'WAITING' : 'OPEN';
    const known = this.byId.get(id);
    const numbers = [...this.byId.values()].map(({ number }) => number);
    let number = 1;
    while (numbers.includes(number)) number++;
    if (known === undefined) this.byId.set(id, { ...terms, number, phase });
    // The same terms again are no change.
    else if (Object.entries(terms).some(([name, value]) => !isSame(known[name as keyof AllotmentTerms], value)))
      Object.assign(known, terms, { phase });
  }

  remove(id: string): void {
    this.byId.delete(id);
    this.places.removeAllotment(id);
    for (const area of this.places.areas())
      for (const share of this.places.sharesOf(area)) if (share.to === id) share.to = null;
    for (const [seat, of] of this.ofSeat) if (of === id) this.ofSeat.delete(seat);
    for (const other of this.byId.values()) if (other.released === id) other.released = null;
  }

  fill(id: string, seats: Iterable<number>, places: ReadonlyMap<number, number>): void {
    this.places.fill(id, places);
    for (const [seat, of] of this.ofSeat) if (of === id) this.ofSeat.delete(seat);
    for (const seat of seats) this.ofSeat.set(seat, id);
  }

  /** The allotment that a seat is in now; null: it is the public's. */
  presentOf(seat: number): string | null {
    return this.followed(this.ofSeat.get(seat) ?? null);
  }

  /** Where what was given to an allotment is now, after its release. */
  followed(id: string | null): string | null {
    const released = id === null ? undefined : this.byId.get(id)?.released;
    return released === undefined ? id : this.followed(released);
  }

  /** Whether somebody may take the seat, if it is free. */
  permits(seat: number, asker: NaiveAsker): boolean {
    return this.isFor(this.presentOf(seat), asker);
  }

  /** Whether somebody may take what is in the allotment now; null: it is the public's. */
  isFor(id: string | null, asker: NaiveAsker): boolean {
    if (asker === null || id === null) return true;
    const { access, phase } = this.byId.get(id) as NaiveAllotment;
    if (phase !== 'OPEN' || access === 'STAFF') return false;
    if (access === 'NEED') return asker.hasNeed === true;
    return access === 'PUBLIC' || asker.allotments?.includes(id) === true;
  }

  /** Whether the seat is kept for those who need it. */
  isForNeed(seat: number): boolean {
    return this.byId.get(this.presentOf(seat) ?? '')?.access === 'NEED';
  }

  /** When the seat opens for somebody who may not take it yet; null: never. */
  opensAt(seat: number, asker: NonNullable<NaiveAsker>, now: number): number | null {
    return this.openingOf(this.presentOf(seat), asker, now);
  }

  openingOf(id: string | null, asker: NonNullable<NaiveAsker>, now: number): number | null {
    if (id === null) return null;
    const { access, phase, opensAt } = this.byId.get(id) as NaiveAllotment;
    const isFor = access === 'PUBLIC' || (access === 'PASS' && asker.allotments?.includes(id) === true);
    return phase === 'WAITING' && isFor && opensAt !== null && opensAt > now ? opensAt : null;
  }

  /** Whether a cart has more of an allotment than a session may hold, after seats of it were added. */
  isOverCap(session: NaiveSession, added: readonly number[], given: readonly number[] = []): boolean {
    return [...new Set(added.map((seat) => this.presentOf(seat)))].some((id) => {
      const most = this.byId.get(id ?? '')?.maxSeatsPerSession ?? null;
      const more = added.filter((seat) => this.presentOf(seat) === id).length;
      return id !== null && most !== null && this.places.heldOf(session, id, given) + more > most;
    });
  }

  /** Whether a session may hold `more` seats of an allotment; null: those of the public. */
  hasRoom(session: NaiveSession, id: string | null, more: number): boolean {
    const most = id === null ? null : (this.byId.get(id)?.maxSeatsPerSession ?? null);
    return id === null || most === null || this.places.heldOf(session, id) + more <= most;
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
      for (const name of this.#namesOf(id, release.whenSold)) {
        if (this.#isSold(release.whenSold, name)) return `${id} should be released, ${name} is sold`;
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

  /** `part`: only this was released; null: all of the allotment. */
  release(id: string, cause: ReleaseCause, to: string | null, part: NaivePart | null, now: number): string | null {
    const allotment = this.byId.get(id) as NaiveAllotment;
    const fault = this.#faultOfRelease(id, allotment, cause, to, part, now);
    if (part === null) allotment.released = to;
    for (const seat of part?.seats ?? []) {
      if (to === null) this.ofSeat.delete(seat);
      else this.ofSeat.set(seat, to);
    }
    for (const area of part?.areas ?? [])
      for (const share of this.places.sharesOf(area)) if (share.of === id) share.to = to;
    return fault;
  }

  #faultOfRelease(
    id: string,
    { release, released }: NaiveAllotment,
    cause: ReleaseCause,
    to: string | null,
    part: NaivePart | null,
    now: number,
  ): string | null {
    if (released !== undefined || release === null) return `${id} was released without a reason`;
    if (cause === 'TIME' && (release.at === null || release.at > now)) return `${id} was released before ${release.at}`;
    if (cause !== 'TIME' && release.whenSold !== cause) return `${id} was released by ${cause}`;
    if (cause !== 'TIME' && !this.#isReleasedBy(cause, id, part))
      return `${id} was released by ${cause}, which is left`;
    const isGone = release.to === null || this.byId.get(release.to)?.released !== undefined;
    const due =
      isGone || (part !== null && this.#isRing(id)) || !this.byId.has(release.to as string) ? null : release.to;
    return to === due ? null : `${id} was released to ${to} instead of ${due}`;
  }

  /** All seats and areas of one price or section that is sold elsewhere; `part` null: the allotment has nothing else. */
  #isReleasedBy(cause: SoldScope, id: string, part: NaivePart | null): boolean {
    if (cause === 'EVENT') return part === null && this.#isSold(cause, 'event');
    const own = this.#partOf(id);
    const { seats, areas } = part ?? own;
    const [seat, area] = [seats[0], areas[0]];
    const name = seat === undefined ? this.#nameOfArea(cause, area ?? 0) : this.#nameOfSeat(cause, seat);
    if (name === null || !this.#isSold(cause, name)) return false;
    const dueSeats = own.seats.filter((one) => this.#nameOfSeat(cause, one) === name);
    const dueAreas = own.areas.filter((one) => this.#nameOfArea(cause, one) === name);
    return isSame(dueSeats, seats.toSorted(ascending)) && isSame(dueAreas, areas.toSorted(ascending));
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

  #partOf(id: string): NaivePart {
    const isOwn = (area: number): boolean =>
      this.places.sharesOf(area).some((share) => this.places.presentOf(share) === id);
    return {
      seats: [...this.#hall.seats.keys()].filter((seat) => this.presentOf(seat) === id).toSorted(ascending),
      areas: [...this.#hall.areas.keys()].filter(isOwn).toSorted(ascending),
    };
  }

  /** What must be sold for the allotment to be released. */
  #namesOf(id: string, cause: SoldScope): Set<string> {
    if (cause === 'EVENT') return new Set(['event']);
    const { seats, areas } = this.#partOf(id);
    const names = [
      ...seats.map((seat) => this.#nameOfSeat(cause, seat)),
      ...areas.map((area) => this.#nameOfArea(cause, area)),
    ];
    return new Set(names.filter((name) => name !== null));
  }

  /** The hall has one section with seats, and each area is a section. */
  #nameOfSeat(cause: SoldScope, seat: number): string | null {
    if (cause === 'PRICE') return this.#hall.seats.get(seat)?.price ?? null;
    return cause === 'EVENT' ? 'event' : 'section';
  }

  #nameOfArea(cause: SoldScope, area: number): string | null {
    if (cause === 'PRICE') return this.#hall.areas.get(area)?.price ?? null;
    return cause === 'EVENT' ? 'event' : `area ${area}`;
  }

  #waits(id: string | null): boolean {
    return id !== null && this.byId.get(id)?.release?.whenSold != null;
  }

  /** Whether all priced seats and places of this name, in no allotment that waits for a sale, are taken for good. */
  #isSold(cause: SoldScope, name: string): boolean {
    const isElse = (seat: number): boolean =>
      this.#nameOfSeat(cause, seat) === name && !this.#waits(this.presentOf(seat));
    const seats = [...this.#hall.seats]
      .filter(([id, { price }]) => price !== null && isElse(id))
      .map(([, seat]) => seat);
    const areas = [...this.#hall.areas]
      .filter(([id, { price }]) => price !== null && this.#nameOfArea(cause, id) === name)
      .map(([id]) => this.#countElse(id));
    const isLeft = ({ state }: NaiveSeat): boolean => state === 'ACTIVE' || state === 'LOCKED';
    if (seats.some(isLeft) || areas.some(({ left }) => left > 0)) return false;
    return seats.some(({ state }) => state === 'SOLD') || areas.some(({ sold }) => sold > 0);
  }

  /** Places of an area without the free ones of allotments that wait for a sale themselves. */
  #countElse(area: number): ReturnType<CountPlaces> {
    const { left, sold } = this.#countPlaces(area);
    const waiting = this.places.freeShares(area).filter(({ share }) => this.#waits(this.places.presentOf(share)));
    return { left: left - waiting.reduce((sum, { free }) => sum + free, 0), sold };
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function ascending(one: number, other: number): number {
  return one - other;
}
