/**
 * The carts of the naive event model: what a lock, an unlock and a checkout do to them, in the order of the checks that the
 * contract names.
 */
import type { NaiveAllotments } from './naive-allotments.ts';
import type { NaiveCaps } from './naive-caps.ts';
import { type NaiveHall, sum } from './naive-hall.ts';
import type { NaiveOffers } from './naive-offers.ts';
import { keepGivenBack, type NaiveSession, sizeOf, whyClosed } from './naive-session.ts';
import {
  giveBack,
  isMixed,
  type NaiveLine,
  type NaiveTickets,
  type NaiveTypes,
  type TypedPlaces,
} from './naive-tickets.ts';
import type { NaiveGuests } from './naive-units.ts';

/** For the guests at a unit of which a part is not there: they are told so later. */
const everySeat = { has: () => true };

function lineOf(lines: readonly NaiveLine[], area: number, type: string | null = null): NaiveLine | undefined {
  return lines.find((line) => line.area === area && line.ticket.type === type);
}

/** What a lock says beside seats and places. */
export interface NaiveWish {
  /** It is a checkout; `graceMs`: how long there is to pay. */
  readonly graceMs?: number;
  /** It declares the need of accessible places. */
  readonly hasNeed?: boolean;
  readonly units?: readonly number[] | undefined;
  readonly guests?: NaiveGuests | undefined;
  readonly types?: NaiveTypes | undefined;
}

interface Verdicts {
  readonly isLast: boolean;
  readonly hasNeed: boolean;
  /** Why there may not be as many tickets of a type, or null. */
  readonly overType: string | null;
  readonly isMixed: boolean;
}

interface Parts {
  readonly hall: NaiveHall;
  readonly allotments: NaiveAllotments;
  readonly caps: NaiveCaps;
  readonly offers: NaiveOffers;
  readonly tickets: NaiveTickets;
}

export class NaiveCarts {
  readonly #hall: NaiveHall;
  readonly #allotments: NaiveAllotments;
  readonly #caps: NaiveCaps;
  readonly #offers: NaiveOffers;
  readonly #tickets: NaiveTickets;

  constructor({ hall, allotments, caps, offers, tickets }: Parts) {
    this.#hall = hall;
    this.#allotments = allotments;
    this.#caps = caps;
    this.#offers = offers;
    this.#tickets = tickets;
  }

  lock(
    id: string,
    session: NaiveSession,
    seats: readonly number[],
    places: TypedPlaces,
    now: number,
    wish: NaiveWish,
  ): string {
    const { graceMs, hasNeed = false, guests = [], types = [] } = wish;
    const isLast = graceMs !== undefined;
    if (isLast && session.state === 'PENDING_PAYMENT') return session.state;
    const dead = whyClosed(session, now);
    if (dead !== null) return dead;
    const isHeld = (seat: number): boolean => session.seats.has(seat) && !session.lost.has(seat);
    const named = this.#hall.units.named(seats, wish.units);
    if (named === null) return 'VALIDATION_FAILED';
    if (!this.#hall.units.fitGuests(guests, (seat) => named.includes(seat) || isHeld(seat))) return 'VALIDATION_FAILED';
    const wanted = new Set(named.filter((seat) => !isHeld(seat)));
    const missing = this.#offers.missingOf({ ...session, hasNeed }, wanted);
    const added = [...wanted].filter((seat) => !missing.includes(seat));
    const empty = new Set(session.empty);
    this.#hall.units.seat({ empty, seats: everySeat }, added, guests);
    // Of an area and a type the last total counts.
    const totals = [...new Map(places.map((one) => [`${one[0]} ${one[2] ?? null}`, one])).values()];
    const after = this.#tickets.after(session, { seats: [...wanted], types, totals, empty });
    if (after === 'VALIDATION_FAILED') return after;
    const ofTypes = [
      ...[...empty].flatMap((seat) => session.tickets.get(seat) ?? []),
      ...types.flatMap(([seat, type]) => {
        const before = session.tickets.get(seat);
        // A seat that has the type already asks for nothing.
        if (isHeld(seat) && before?.type === type) return [];
        return [before ?? [], after.tickets.get(seat) ?? []].flat();
      }),
      ...totals.flatMap(([area, , type]) => lineOf(after.lines, area, type)?.ticket ?? []),
    ];
    const overType = this.#tickets.overType(session, after, ofTypes);
    const sums = new Map(totals.map(([area]) => [area, this.#totalIn(session, totals, area)]));
    const terms = { isLast, hasNeed, overType, isMixed: isMixed(after) };
    const refused = this.#whyNot(id, session, wanted, sums, now, terms);
    if (refused !== null) return refused;
    if (hasNeed) session.hasDeclaredNeed = true;
    for (const seat of wanted) {
      Object.assign(this.#hall.seat(seat), { state: 'LOCKED', holder: id });
      session.seats.delete(seat);
      session.seats.set(seat, this.#hall.seat(seat).price as string);
      session.lost.delete(seat);
    }
    this.#seat(session, [...wanted], guests);
    this.#setLines(session, totals);
    Object.assign(session, after);
    if (isLast) Object.assign(session, { state: 'PENDING_PAYMENT', deadline: now + graceMs });
    return session.state;
  }

  unlock(
    session: NaiveSession,
    seats: readonly number[],
    places: TypedPlaces,
    now: number,
    units: readonly number[] | undefined,
  ): string {
    const dead = whyClosed(session, now);
    if (dead !== null) return dead;
    const named = this.#hall.units.named(seats, units);
    if (named === null) return 'VALIDATION_FAILED';
    const given = named.filter((seat) => session.seats.has(seat));
    const isHeld = (seat: number): boolean => session.seats.has(seat) && !session.lost.has(seat);
    if (this.#hall.units.areIncomplete(given, isHeld)) return 'UNIT_INCOMPLETE';
    for (const seat of given) {
      session.seats.delete(seat);
      session.empty.delete(seat);
      session.tickets.delete(seat);
      if (session.lost.delete(seat)) continue;
      Object.assign(this.#hall.seat(seat), { state: 'ACTIVE', holder: null });
      session.givenBack.add(seat);
    }
    const { units: all } = this.#hall;
    keepGivenBack(session, {
      areNeighbours: (one, other) => this.#hall.areNeighbours(one, other),
      isInUnit: (seat) => all.has(seat),
    });
    for (const [area, amount, type] of places) {
      const line = session.areas.get(area);
      const total = (line?.amount ?? 0) - giveBack(session, area, amount, type);
      if (line === undefined) continue;
      if (session.lost.has(area) && total > 0) line.amount = total;
      else this.setPlaces(session, area, total);
    }
    return session.state;
  }

  setPlaces(session: NaiveSession, area: number, total: number): void {
    if (session.lost.delete(area)) session.areas.delete(area);
    const line = session.areas.get(area);
    const change = total - (line?.amount ?? 0);
    if (change > 0) this.#allotments.places.take(session, area, change);
    else this.#allotments.places.give(session, area, -change);
    if (total === 0) session.areas.delete(area);
    else session.areas.set(area, { amount: total, price: line?.price ?? (this.#hall.area(area).price as string) });
  }

  /** The places of the area once its named lines have these totals. What is lost is given up. */
  #totalIn(session: NaiveSession, totals: TypedPlaces, area: number): number {
    const isNamed = ({ ticket }: NaiveLine): boolean =>
      totals.some(([other, , type = null]) => other === area && ticket.type === type);
    const kept = session.lost.has(area) ? [] : session.lines.filter((line) => line.area === area && !isNamed(line));
    const wanted = totals.filter(([other]) => other === area).map(([, total]) => total);
    return sum([...kept.map(({ count }) => count), ...wanted]);
  }

  /** Lines that shrink come first: another one can take their places. */
  #setLines(session: NaiveSession, totals: TypedPlaces): void {
    const growth = ([area, total, type]: TypedPlaces[number]): number =>
      total - (session.lost.has(area) ? 0 : (lineOf(session.lines, area, type)?.count ?? 0));
    const changes = totals.map((one) => [one[0], growth(one)] as const);
    for (const [area] of changes) if (session.lost.has(area)) this.setPlaces(session, area, 0);
    for (const isShrinking of [true, false]) {
      for (const [area, change] of changes.filter(([, more]) => more < 0 === isShrinking))
        this.setPlaces(session, area, (session.areas.get(area)?.amount ?? 0) + change);
    }
  }

  /** Why the cart cannot have more seats and these totals, or null. */
  #whyNot(
    id: string,
    session: NaiveSession,
    wanted: ReadonlySet<number>,
    totals: ReadonlyMap<number, number>,
    now: number,
    { isLast, hasNeed, overType, isMixed: isOfTwo }: Verdicts,
  ): string | null {
    const inCart = (area: number): number => session.areas.get(area)?.amount ?? 0;
    const heldNow = (area: number): number => (session.lost.has(area) ? 0 : inCart(area));
    const more = [...wanted].filter((seat) => !session.seats.has(seat)).length;
    const size = sizeOf(session) + more + sum([...totals].map(([area, total]) => total - inCart(area)));
    if (size > this.#caps.maxOf(session)) return 'CAP_SEATS';
    if (this.#caps.isOverBuyer(id, session, size)) return 'CAP_BUYER';
    const asker = { ...session, hasNeed };
    const permits = (seat: number): boolean => this.#allotments.permits(seat, asker);
    const missing = this.#offers.missingOf(asker, wanted);
    const added = [...wanted].filter((seat) => !missing.includes(seat));
    if (this.#allotments.isOverCap(session, added)) return 'CAP_SEATS';
    if (overType !== null) return overType;
    const growth = new Map([...totals].map(([area, total]) => [area, total - heldNow(area)]));
    const short = this.#offers.shortOf(session, growth, added);
    const lost = isLast ? [...session.lost].filter((line) => !wanted.has(line) && !totals.has(line)) : [];
    const refused = this.#offers.refusalOf(session, { missing, short, lost }, growth, now);
    if (refused !== null) return refused;
    const isElsewhere = (seat: number): boolean => !session.seats.has(seat) || session.lost.has(seat);
    if (this.#hall.units.areIncomplete([...wanted], isElsewhere)) return 'UNIT_INCOMPLETE';
    if (isOfTwo) return 'MIXED_CURRENCIES';
    if (!hasNeed && this.#hall.leavesOrphans(wanted, permits)) return 'ORPHAN_SEATS';
    const cart = new Set([...session.seats.keys(), ...wanted]);
    if (isLast && this.#hall.orphanMakers(wanted, cart, session.givenBack, permits).length > 0) return 'ORPHAN_SEATS';
    return isLast && size === 0 ? 'EMPTY_CART' : null;
  }

  /** Seats on which somebody sits again cost what they cost now. */
  #seat(session: NaiveSession, taken: readonly number[], guests: NaiveGuests): void {
    const before = new Set(session.empty);
    this.#hall.units.seat(session, taken, guests);
    for (const seat of before) {
      if (session.empty.has(seat)) continue;
      session.seats.set(seat, this.#hall.seat(seat).price ?? (session.seats.get(seat) as string));
    }
  }
}
