/** What a session of the naive event model may take now, and what it may take later. */
import type { NaiveAllotments, NaiveAsker } from './naive-allotments.ts';
import type { NaiveHall } from './naive-hall.ts';
import type { NaiveSession } from './naive-session.ts';

/** By area: how many more places a session wants. */
export type Growth = ReadonlyMap<number, number>;

export class NaiveOffers {
  readonly #hall: NaiveHall;
  readonly #allotments: NaiveAllotments;

  constructor(hall: NaiveHall, allotments: NaiveAllotments) {
    this.#hall = hall;
    this.#allotments = allotments;
  }

  /** The seats that are not free, not priced, or not for the session. */
  missingOf(asker: NaiveAsker, wanted: Iterable<number>): number[] {
    return [...wanted].filter((seat) => !this.#isFree(seat) || !this.#allotments.permits(seat, asker));
  }

  /** The areas without enough places for a session that takes `seats` too, in the order of the call. */
  shortOf(session: NaiveSession, growth: Growth, seats: readonly number[]): number[] {
    const before = new Map<number, number>();
    return [...growth].flatMap(([area, more]) => {
      const known = this.#hall.areas.get(area);
      if (known !== undefined && more <= 0) return [];
      const isFree = known !== undefined && known.price !== null && known.available >= more;
      if (!isFree || !this.#allotments.places.areFree(session, new Map([...before, [area, more]]), seats))
        return [area];
      before.set(area, more);
      return [];
    });
  }

  /** Why the lines of a call cannot be had, or null. `lost`: lines of the cart that were taken away. */
  refusalOf(
    session: NaiveSession,
    { missing, short, lost }: Readonly<Record<'missing' | 'short' | 'lost', readonly number[]>>,
    growth: Growth,
    now: number,
  ): string | null {
    if (missing.length + short.length + lost.length === 0) return null;
    if (session.counter === true) return 'SEAT_CONFLICT';
    const lostAreas = lost.filter((line) => session.areas.has(line));
    const lostSeats = lost.filter((line) => !session.areas.has(line));
    if (this.areReserved([...missing, ...lostSeats], [...short, ...lostAreas])) return 'ACCESSIBLE_RESERVED';
    const isLater = lost.length === 0 && this.#openLater(session, missing, short, growth, now);
    return isLater ? 'NOT_ON_SALE' : 'SEAT_CONFLICT';
  }

  /** Whether these are all free seats, and a wheelchair place that is kept for a need is among them. */
  areReserved(seats: readonly number[], areas: readonly number[]): boolean {
    const { wheelchairs } = this.#hall;
    return (
      areas.length === 0 &&
      seats.every((seat) => this.#hall.seats.get(seat)?.state === 'ACTIVE') &&
      seats.some((seat) => wheelchairs.includes(seat) && this.#allotments.isForNeed(seat))
    );
  }

  /** Whether all of these are free, and only their allotments are to open for the session. */
  #openLater(
    session: NaiveSession,
    seats: readonly number[],
    areas: readonly number[],
    growth: Growth,
    now: number,
  ): boolean {
    const { places } = this.#allotments;
    return (
      seats.every((seat) => this.#isFree(seat) && this.#allotments.opensAt(seat, session, now) !== null) &&
      areas.every((area) => {
        const isPriced = (this.#hall.areas.get(area)?.price ?? null) !== null;
        return isPriced && places.opensAt(session, area, growth.get(area) ?? 0, now) !== null;
      })
    );
  }

  /** Free, with a price. */
  #isFree(id: number): boolean {
    const seat = this.#hall.seats.get(id);
    return seat?.state === 'ACTIVE' && seat.price !== null;
  }
}
