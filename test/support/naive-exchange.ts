/** Exchanges of the naive event model: a purchase gives lines back, then takes others, or nothing happens. */
import { askerOf, type NaiveAllotments } from './naive-allotments.ts';
import { changeOwned, ownedIn } from './naive-bookings.ts';
import type { NaiveCaps } from './naive-caps.ts';
import { type NaiveHall, type Places, sum } from './naive-hall.ts';
import { NaiveOffers } from './naive-offers.ts';
import { type NaiveSession, sizeOf } from './naive-session.ts';
import {
  giveBack,
  isMixed,
  type NaiveLine,
  type NaiveTicket,
  type NaiveTickets,
  type NaiveTypes,
  type TypedPlaces,
} from './naive-tickets.ts';
import type { NaiveGuests } from './naive-units.ts';

interface After {
  readonly tickets: Map<number, NaiveTicket>;
  readonly overType: string | null;
  readonly isMixed: boolean;
}

/** All lines before and after, whose difference is an amount of one currency. */
function bothOf(
  { tickets, lines }: NaiveSession,
  after: Pick<After, 'tickets'>,
): Pick<NaiveSession, 'tickets' | 'lines'> {
  const before = [...tickets].map(([seat, ticket]) => [-seat, ticket] as const);
  return { tickets: new Map([...before, ...after.tickets]), lines };
}

/** One side of an exchange. */
export interface NaiveSide {
  readonly seats: readonly number[];
  readonly places: Places;
  /** Of the places that are given back: their types. Absent: any. */
  readonly lines?: TypedPlaces;
  readonly units?: readonly number[] | undefined;
  readonly guests?: NaiveGuests | undefined;
  /** Of some of the taken seats. */
  readonly types?: NaiveTypes | undefined;
}

/** A side that names no seat twice. */
export function sideOf(seats: readonly number[], places: Places = []): NaiveSide {
  return { seats: [...new Set(seats)], places };
}

export class NaiveExchanges {
  readonly #hall: NaiveHall;
  readonly #allotments: NaiveAllotments;
  readonly #caps: NaiveCaps;
  readonly #offers: NaiveOffers;
  readonly #tickets: NaiveTickets;

  constructor(hall: NaiveHall, allotments: NaiveAllotments, caps: NaiveCaps, tickets: NaiveTickets) {
    this.#tickets = tickets;
    this.#hall = hall;
    this.#allotments = allotments;
    this.#caps = caps;
    this.#offers = new NaiveOffers(hall, allotments);
  }

  exchange(id: string, session: NaiveSession, release: NaiveSide, take: NaiveSide, now: number): string {
    if (session.state !== 'CONFIRMED') return 'SESSION_NOT_CONFIRMED';
    const size = (side: NaiveSide): number => side.seats.length + sum(side.places.map(([, amount]) => amount));
    const [released, wanted] = [this.#named(release), this.#named(take)];
    if (released === null || wanted === null) return 'VALIDATION_FAILED';
    const [given, taken] = [
      { ...release, seats: released },
      { ...take, seats: wanted },
    ];
    if (size(given) === 0 || size(taken) === 0) return 'VALIDATION_FAILED';
    if (taken.seats.some((seat) => given.seats.includes(seat))) return 'VALIDATION_FAILED';
    if (!this.#hall.units.fitGuests(take.guests ?? [], (seat) => wanted.includes(seat))) return 'VALIDATION_FAILED';
    const after = this.#ticketsAfter(session, given, taken);
    if (after === 'VALIDATION_FAILED') return after;
    if (!this.#owns(id, session, given)) return 'SEAT_CONFLICT';
    const before = sizeOf(session);
    if (before - size(given) + size(taken) > Math.max(before, this.#caps.maxOf(session))) return 'CAP_SEATS';
    const owned = this.#caps.owned(id, session) - size(given) + size(taken);
    if (this.#caps.isOverBuyer(id, session, owned)) return 'CAP_BUYER';
    const answer = this.#take(id, session, given, taken, now, after);
    if (answer === 'CONFIRMED') session.tickets = after.tickets;
    return answer;
  }

  /** The tickets of seats once the session has given some back and taken others. Places keep theirs: see `#changePlaces`. */
  #ticketsAfter(session: NaiveSession, given: NaiveSide, taken: NaiveSide): After | 'VALIDATION_FAILED' {
    const kept = { ...session, tickets: new Map(session.tickets), empty: new Set(session.empty) };
    kept.lines = linesWithout(session, given).lines;
    for (const seat of given.seats) kept.tickets.delete(seat);
    const empty = new Set<number>();
    const types = taken.types ?? [];
    const isOffered = (seat: number): boolean => this.#hall.seats.get(seat)?.state === 'ACTIVE';
    this.#hall.units.seat({ empty, seats: { has: () => true } }, taken.seats.filter(isOffered), taken.guests ?? []);
    // A session cannot take a seat that it already has: a conflict, also when nobody sits there.
    const stays = [...kept.empty].filter((seat) => !taken.seats.includes(seat));
    const left = new Set([...stays, ...taken.seats.filter((seat) => empty.has(seat))]);
    if (types.some(([seat]) => empty.has(seat))) return 'VALIDATION_FAILED';
    const after = this.#tickets.after(kept, { seats: taken.seats, types, totals: [], empty: left });
    if (after === 'VALIDATION_FAILED') return after;
    const named = [
      ...given.seats.flatMap((seat) => session.tickets.get(seat) ?? []),
      ...types.flatMap(([seat]) => after.tickets.get(seat) ?? []),
    ];
    const overType = types.length === 0 ? null : this.#tickets.overType(session, after, named);
    return { tickets: after.tickets, overType, isMixed: isMixed(bothOf(session, after)) };
  }

  #named({ seats, units }: NaiveSide): readonly number[] | null {
    return this.#hall.units.named(seats, units);
  }

  #owns(id: string, session: NaiveSession, side: NaiveSide): boolean {
    const { seats, places } = side;
    return (
      seats.every((seat) => this.#hall.seats.get(seat)?.holder === id) &&
      places.every(([area]) => amountIn(places, area) <= ownedIn(session, area)) &&
      linesWithout(session, side).isWhole
    );
  }

  /** Decides with the session as it is without the lines that it gives back, while these are not free yet. */
  #take(id: string, session: NaiveSession, given: NaiveSide, taken: NaiveSide, now: number, after: After): string {
    const kept = { ...session, seats: new Map(session.seats) };
    for (const seat of given.seats) kept.seats.delete(seat);
    const permits = (seat: number): boolean => this.#allotments.permits(seat, askerOf(session));
    const isOffered = (seat: number): boolean => {
      const found = this.#hall.seats.get(seat);
      return found?.state === 'ACTIVE' && found.price !== null;
    };
    const isThere = (seat: number): boolean => isOffered(seat) && permits(seat);
    if (this.#allotments.isOverCap(session, taken.seats.filter(isThere), given.seats)) return 'CAP_SEATS';
    if (after.overType !== null) return after.overType;
    const growth = new Map(given.places.map(([area]) => [area, -amountIn(given.places, area)]));
    for (const [area, amount] of taken.places) growth.set(area, (growth.get(area) ?? 0) + amount);
    const wanted = new Map([...growth].filter(([, more]) => more > 0));
    const isShort =
      taken.places.some(([area]) => (this.#hall.areas.get(area)?.price ?? null) === null) ||
      !this.#allotments.places.areFree(session, wanted, taken.seats, given.seats);
    const missing = taken.seats.filter((seat) => !isThere(seat));
    const opensLater = (seat: number): boolean =>
      isOffered(seat) && this.#allotments.opensAt(seat, session, now) !== null;
    const mayWait = missing.length > 0 && !isShort && session.counter !== true;
    if (mayWait && this.#offers.areReserved(missing, [])) return 'ACCESSIBLE_RESERVED';
    if (mayWait && missing.every(opensLater)) return 'NOT_ON_SALE';
    if (missing.length > 0 || isShort) return 'SEAT_CONFLICT';
    const isOwned = (seat: number): boolean => this.#hall.seats.get(seat)?.holder === id;
    const { units } = this.#hall;
    if (units.areIncomplete(given.seats, isOwned)) return 'UNIT_INCOMPLETE';
    if (units.areIncomplete(taken.seats, (seat) => !isOwned(seat) || given.seats.includes(seat)))
      return 'UNIT_INCOMPLETE';
    if (after.isMixed) return 'MIXED_CURRENCIES';
    const released = new Set(given.seats);
    const makers = new Set(taken.seats);
    for (const seat of released) Object.assign(this.#hall.seat(seat), { state: 'ACTIVE' });
    const isAlone = this.#hall.leavesOrphans(makers, permits);
    for (const seat of released) Object.assign(this.#hall.seat(seat), { state: 'SOLD' });
    if (isAlone) return 'ORPHAN_SEATS';
    this.#move(id, session, given, taken);
    return session.state;
  }

  #move(id: string, session: NaiveSession, given: NaiveSide, taken: NaiveSide): void {
    for (const seat of given.seats) {
      this.#hall.free(seat);
      session.seats.delete(seat);
      session.empty.delete(seat);
    }
    for (const [area, amount, type] of given.lines ?? given.places) {
      this.#allotments.places.give(session, area, amount);
      this.#changePlaces(session, area, -amount, type);
    }
    for (const seat of taken.seats) {
      Object.assign(this.#hall.seat(seat), { state: 'SOLD', holder: id });
      session.seats.set(seat, this.#hall.seat(seat).price as string);
    }
    // Lines that stay are as they were.
    const kept = new Set([...session.empty].filter((seat) => !taken.seats.includes(seat)));
    this.#hall.units.seat(session, taken.seats, taken.guests ?? []);
    session.empty = new Set([...kept, ...[...session.empty].filter((seat) => taken.seats.includes(seat))]);
    for (const [area, amount] of taken.places) {
      this.#allotments.places.take(session, area, amount);
      this.#changePlaces(session, area, amount);
    }
  }

  #changePlaces(session: NaiveSession, area: number, change: number, type?: string | null): void {
    const amount = (session.areas.get(area)?.amount ?? 0) + change;
    const price = session.areas.get(area)?.price ?? (this.#hall.area(area).price as string);
    this.#changeLines(session, area, change, type);
    if (amount > 0) session.areas.set(area, { amount, price });
    else session.areas.delete(area);
    changeOwned(session, area, change);
  }

  /** Places at the price itself: they join a line that costs the same, or are a new one. */
  #changeLines(session: NaiveSession, area: number, change: number, type?: string | null): void {
    if (change < 0) giveBack(session, area, -change, type);
    if (change <= 0) return;
    const ticket = this.#tickets.ticketOf(this.#hall.area(area).price as string, null) as NaiveTicket;
    const isAlike = (line: NaiveLine): boolean =>
      line.area === area && JSON.stringify(line.ticket) === JSON.stringify(ticket);
    const line = session.lines.find(isAlike);
    if (line === undefined) session.lines.push({ area, ticket, count: change });
    else line.count += change;
  }
}

/** The session's lines without the places that it gives back. `isWhole`: it has all of them, with their types. */
function linesWithout(session: NaiveSession, { places, lines = places }: NaiveSide) {
  const copy = { ...session, lines: session.lines.map((line) => ({ ...line })) };
  const isWhole = lines.every(([area, amount, type]) => giveBack(copy, area, amount, type) === amount);
  return { lines: copy.lines, isWhole };
}

/** The places of an area; a side may name it twice. */
function amountIn(places: Places, area: number): number {
  return sum(places.filter(([other]) => other === area).map(([, amount]) => amount));
}
