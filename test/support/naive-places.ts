/**
 * The places of areas that the allotments of the naive event model have, taken and given back one at a time. Which
 * allotment keeps its places when too few are free is a question of its number: the smallest does first.
 */
import type { ReleaseCause } from '#domain/allotments/allotment.ts';
import type { NaiveAllotments } from './naive-allotments.ts';
import type { NaiveBuyer } from './naive-bookings.ts';
import type { NaiveHall } from './naive-hall.ts';
import type { NaiveSession } from './naive-session.ts';

export interface NaiveShare {
  /** The allotment that it was given to. */
  readonly of: string;
  places: number;
  /** Where it was released to by itself, null: the public; absent: it goes where its allotment goes. */
  to?: string | null;
  /** Of that release. */
  cause?: ReleaseCause;
  /** Places that buyers hold or have bought. */
  readonly taken: Map<NaiveBuyer, number>;
}

export class NaivePlaces {
  readonly #hall: NaiveHall;
  readonly #allotments: NaiveAllotments;
  readonly #shares = new Map<number, NaiveShare[]>();

  constructor(hall: NaiveHall, allotments: NaiveAllotments) {
    this.#hall = hall;
    this.#allotments = allotments;
  }

  sharesOf(area: number): readonly NaiveShare[] {
    const numberOf = ({ of }: NaiveShare): number => this.#allotments.byId.get(of)?.number ?? 0;
    return (this.#shares.get(area) ?? []).toSorted((one, other) => numberOf(one) - numberOf(other));
  }

  areas(): Iterable<number> {
    return this.#shares.keys();
  }

  fill(of: string, given: ReadonlyMap<number, number>): void {
    this.removeAllotment(of, given);
    for (const [area, places] of given) {
      const shares = this.#shares.get(area) ?? [];
      this.#shares.set(area, shares);
      const known = shares.find((share) => share.of === of);
      if (known === undefined) shares.push({ of, places, taken: new Map() });
      else {
        known.places = places;
        delete known.to;
        delete known.cause;
      }
    }
  }

  /** Its shares are the public's, but those of the areas in `kept`. */
  removeAllotment(of: string, kept: ReadonlyMap<number, number> = new Map()): void {
    for (const [area, shares] of this.#shares) {
      if (!kept.has(area))
        this.#shares.set(
          area,
          shares.filter((share) => share.of !== of),
        );
    }
  }

  /** The allotment that the share is in now; null: it is the public's. */
  presentOf({ of, to }: NaiveShare): string | null {
    return this.#allotments.followed(to === undefined ? of : to);
  }

  /** The free places of each share. */
  freeShares(area: number): readonly { readonly share: NaiveShare; readonly free: number }[] {
    let left = this.#hall.area(area).available;
    return this.sharesOf(area).map((share) => {
      const free = Math.max(0, Math.min(left, share.places - takenOf(share)));
      left -= free;
      return { share, free };
    });
  }

  /** Free places that a session may take, whatever its allotments allow one session. */
  freeFor(session: NaiveSession, area: number): number {
    const kept = this.freeShares(area).filter(({ share }) => !this.#isFor(session, share));
    return this.#hall.area(area).available - kept.reduce((sum, { free }) => sum + free, 0);
  }

  /** Whether a session that takes `seats` too may take more places of these areas. */
  areFree(
    session: NaiveSession,
    wanted: ReadonlyMap<number, number>,
    seats: readonly number[],
    given: readonly number[] = [],
  ): boolean {
    // The counter takes places as the organization's own calls do: none of them is an allotment's.
    if (session.counter === true) {
      return [...wanted].every(([area, more]) => this.#hall.area(area).available >= more);
    }
    const held = (id: string): number =>
      this.heldOf(session, id, given) + seats.filter((seat) => this.#isIn(seat, id)).length;
    const claimed = new Map<string, number>();
    return [...wanted].every(([area, more]) => {
      const shares = this.freeShares(area).map((one) => ({ ...one }));
      let free = this.#hall.area(area).available - shares.reduce((sum, one) => sum + one.free, 0);
      for (let place = 0; place < more; place++) {
        const from = shares.find((one) => {
          const id = this.presentOf(one.share);
          const most = id === null ? Number.POSITIVE_INFINITY : this.#mostOf(id);
          return (
            one.free > 0 && this.#isFor(session, one.share) && (id === null || held(id) + (claimed.get(id) ?? 0) < most)
          );
        });
        if (from === undefined) free--;
        else {
          from.free--;
          const id = this.presentOf(from.share);
          if (id !== null) claimed.set(id, (claimed.get(id) ?? 0) + 1);
        }
      }
      return free >= 0;
    });
  }

  take(session: NaiveSession, area: number, places: number): void {
    for (let left = places; left > 0; left--) {
      const shares = session.counter === true ? [] : this.freeShares(area);
      const from = shares.find(({ share, free }) => {
        const id = this.presentOf(share);
        return free > 0 && this.#isFor(session, share) && (id === null || this.heldOf(session, id) < this.#mostOf(id));
      });
      if (from !== undefined) from.share.taken.set(session, (from.share.taken.get(session) ?? 0) + 1);
      this.#hall.area(area).available--;
    }
  }

  give(buyer: NaiveBuyer, area: number, places: number): void {
    for (let left = places; left > 0; left--) {
      const share = this.sharesOf(area).find(({ taken }) => (taken.get(buyer) ?? 0) > 0);
      share?.taken.set(buyer, (share.taken.get(buyer) as number) - 1);
      this.#hall.area(area).available++;
    }
  }

  /** Seats and places of an allotment in a cart, but these seats. */
  heldOf(session: NaiveSession, id: string, without: readonly number[] = []): number {
    const counts = (seat: number): boolean =>
      !session.lost.has(seat) && !without.includes(seat) && this.#isIn(seat, id);
    const seats = [...session.seats.keys()].filter(counts).length;
    const shares = [...this.#shares.values()].flat().filter((share) => this.presentOf(share) === id);
    return seats + shares.reduce((sum, { taken }) => sum + (taken.get(session) ?? 0), 0);
  }

  /** When a session could take `more` places, because allotments open for it; null: never. */
  opensAt(session: NaiveSession, area: number, more: number, now: number): number | null {
    let missing = more - this.freeFor(session, area);
    const openings = this.freeShares(area).flatMap(({ share, free }) => {
      const at = this.#allotments.openingOf(this.presentOf(share), session, now);
      return at === null ? [] : [{ at, free }];
    });
    for (const { at, free } of openings.toSorted((one, other) => one.at - other.at)) {
      missing -= free;
      if (missing <= 0) return at;
    }
    return null;
  }

  #isIn(seat: number, id: string): boolean {
    return this.#allotments.presentOf(seat) === id;
  }

  #isFor(session: NaiveSession, share: NaiveShare): boolean {
    return this.#allotments.isFor(this.presentOf(share), session);
  }

  #mostOf(id: string): number {
    return this.#allotments.byId.get(id)?.maxSeatsPerSession ?? Number.POSITIVE_INFINITY;
  }
}

export function takenOf({ taken }: NaiveShare): number {
  return [...taken.values()].reduce((sum, places) => sum + places, 0);
}
