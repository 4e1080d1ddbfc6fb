/** The conditions of releases in the naive event model: whether a release was due, and whether one is missing. */
import type { ReleaseCause, SoldScope } from '#domain/allotments/allotment.ts';
import type { NaiveAllotment, NaiveAllotments } from './naive-allotments.ts';
import type { NaiveHall, NaiveSeat } from './naive-hall.ts';

/** What was released of an allotment: seats, and all its places of areas. */
export interface NaivePart {
  readonly seats: readonly number[];
  readonly areas: readonly number[];
}

/** Places of an area: those that can still be sold, and those that are sold. */
export type CountPlaces = (area: number) => { readonly left: number; readonly sold: number };

export class NaiveConditions {
  readonly #hall: NaiveHall;
  readonly #allotments: NaiveAllotments;
  readonly #countPlaces: CountPlaces;

  constructor(hall: NaiveHall, allotments: NaiveAllotments, countPlaces: CountPlaces) {
    this.#hall = hall;
    this.#allotments = allotments;
    this.#countPlaces = countPlaces;
  }

  /** An allotment whose condition is fulfilled, though it was not released; null: none. */
  unreleased(): string | null {
    for (const [id, { release, released }] of this.#allotments.byId) {
      if (released !== undefined || release === null || release.whenSold === null) continue;
      for (const name of this.#namesOf(id, release.whenSold)) {
        if (this.#isSold(release.whenSold, name)) return `${id} should be released, ${name} is sold`;
      }
    }
    return null;
  }

  /** Why the allotment could not be released like this now, or null. */
  faultOfRelease(
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
    const isGone = release.to === null || this.#allotments.byId.get(release.to)?.released !== undefined;
    const due =
      isGone || (part !== null && this.#isRing(id)) || !this.#allotments.byId.has(release.to as string)
        ? null
        : release.to;
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
    for (let next = this.#allotments.byId.get(id)?.release?.to ?? null; next !== null && !seen.has(next); ) {
      if (next === id) return true;
      seen.add(next);
      next = this.#allotments.byId.get(next)?.release?.to ?? null;
    }
    return false;
  }

  #partOf(id: string): NaivePart {
    const isOwn = (area: number): boolean =>
      this.#allotments.places.sharesOf(area).some((share) => this.#allotments.places.presentOf(share) === id);
    return {
      seats: [...this.#hall.seats.keys()].filter((seat) => this.#allotments.presentOf(seat) === id).toSorted(ascending),
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
    return id !== null && this.#allotments.byId.get(id)?.release?.whenSold != null;
  }

  /** Whether all priced seats and places of this name, in no allotment that waits for a sale, are taken for good. */
  #isSold(cause: SoldScope, name: string): boolean {
    const isElse = (seat: number): boolean =>
      this.#nameOfSeat(cause, seat) === name && !this.#waits(this.#allotments.presentOf(seat));
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
    const waiting = this.#allotments.places
      .freeShares(area)
      .filter(({ share }) => this.#waits(this.#allotments.places.presentOf(share)));
    return { left: left - waiting.reduce((sum, { free }) => sum + free, 0), sold };
  }
}

function ascending(one: number, other: number): number {
  return one - other;
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
