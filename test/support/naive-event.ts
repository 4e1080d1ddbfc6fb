/**
 * A second, independent implementation of the rules: one event as plain maps, written from the contract, without
 * bitmaps, facts or indices. It predicts the answer to every command and the state afterwards. Times are whole seconds.
 */
import type { Policy } from '#domain/policy.ts';
import type { Hall } from './event-driver.ts';
import { askerOf, NaiveAllotments } from './naive-allotments.ts';
import { changeOwned, NaiveBookings } from './naive-bookings.ts';
import { NaiveCaps } from './naive-caps.ts';
import { NaiveExchanges, type NaiveSide } from './naive-exchange.ts';
import { NaiveHall, type Places, sum } from './naive-hall.ts';
import { NaiveOffers } from './naive-offers.ts';
import { NaivePricing } from './naive-pricing.ts';
import {
  keepGivenBack,
  type NaiveSession,
  type NaiveTerms,
  newSession,
  type SessionState,
  sessionsToCancel,
  sizeOf,
  unpaidCart,
  whyClosed,
} from './naive-session.ts';

export class NaiveEvent {
  readonly sessions = new Map<string, NaiveSession>();
  /** The ids of all sessions so far, also of those that made room for others and are gone. */
  readonly made: string[] = [];
  readonly #keys = new Map<string, string>();
  readonly #policy: Policy;
  /** Sessions that were confirmed. */
  readonly #buyers: NaiveSession[] = [];
  readonly #hall: NaiveHall;
  readonly #bookings: NaiveBookings;
  readonly #pricing: NaivePricing;
  readonly allotments: NaiveAllotments;
  readonly caps: NaiveCaps;
  readonly #offers: NaiveOffers;
  readonly #exchanges: NaiveExchanges;

  constructor(hall: Required<Pick<Hall, 'rows' | 'areas' | 'prices'>> & Pick<Hall, 'wheelchairs'>, policy: Policy) {
    this.#policy = policy;
    this.#hall = new NaiveHall(hall, policy);
    this.#bookings = new NaiveBookings(this.#hall, this.#buyers, policy, (buyer, area) =>
      this.allotments.places.give(buyer, area, 1),
    );
    this.#pricing = new NaivePricing(this.#hall, this.sessions, this.#bookings);
    this.allotments = new NaiveAllotments(this.#hall, (area) => this.#pricing.countPlaces(area));
    this.caps = new NaiveCaps(this.#hall, this.sessions, policy);
    this.#offers = new NaiveOffers(this.#hall, this.allotments);
    this.#exchanges = new NaiveExchanges(this.#hall, this.allotments, this.caps);
  }

  get seats() {
    return this.#hall.seats;
  }

  get areas() {
    return this.#hall.areas;
  }

  /** `terms`: what the session's pass lowers its cap to, and the allotments that it opens. */
  create(id: string, key: string, now: number, terms: NaiveTerms = {}): string {
    const known = this.#keys.get(key);
    if (known !== undefined) return (this.sessions.get(known) as NaiveSession).state;
    for (const gone of sessionsToCancel(this.sessions, this.#policy)) this.#remove(gone);
    this.#keys.set(key, id);
    this.made.push(id);
    const deadline = now + this.#policy.holdMs;
    this.sessions.set(id, newSession(deadline, terms));
    return 'ACTIVE';
  }

  #remove(id: string): void {
    this.sessions.delete(id);
    for (const [key, session] of this.#keys) if (session === id) this.#keys.delete(key);
  }

  hasKey(key: string): boolean {
    return this.#keys.has(key);
  }

  /** A lock, of a declared need with `hasNeed`; with `isLast` a checkout. */
  lock(id: string, seats: readonly number[], places: Places, now: number, isLast = false, hasNeed = false): string {
    const session = this.sessions.get(id);
    if (session === undefined) return 'ENTITY_NOT_FOUND';
    if (isLast && session.state === 'PENDING_PAYMENT') return session.state;
    const dead = whyClosed(session, now);
    if (dead !== null) return dead;
    const wanted = new Set(seats.filter((seat) => !session.seats.has(seat) || session.lost.has(seat)));
    const totals = new Map(places);
    const inCart = (area: number): number => session.areas.get(area)?.amount ?? 0;
    const heldNow = (area: number): number => (session.lost.has(area) ? 0 : inCart(area));
    const more = [...wanted].filter((seat) => !session.seats.has(seat)).length;
    const size = sizeOf(session) + more + sum([...totals].map(([area, total]) => total - inCart(area)));
    if (size > this.caps.maxOf(session)) return 'CAP_SEATS';
    if (this.caps.isOverBuyer(id, session, size)) return 'CAP_BUYER';
    const asker = { ...session, hasNeed };
    const permits = (seat: number): boolean => this.allotments.permits(seat, asker);
    const missing = this.#offers.missingOf(asker, wanted);
    const added = [...wanted].filter((seat) => !missing.includes(seat));
    if (this.allotments.isOverCap(session, added)) return 'CAP_SEATS';
    const growth = new Map([...totals].map(([area, total]) => [area, total - heldNow(area)]));
    const short = this.#offers.shortOf(session, growth, added);
    const lost = isLast ? [...session.lost].filter((line) => !wanted.has(line) && !totals.has(line)) : [];
    const refused = this.#offers.refusalOf(session, { missing, short, lost }, growth, now);
    if (refused !== null) return refused;
    if (!hasNeed && this.#hall.leavesOrphans(wanted, permits)) return 'ORPHAN_SEATS';
    if (hasNeed) session.hasDeclaredNeed = true;
    const cart = new Set([...session.seats.keys(), ...wanted]);
    if (isLast && this.#hall.orphanMakers(wanted, cart, session.givenBack, permits).length > 0) return 'ORPHAN_SEATS';
    if (isLast && size === 0) return 'EMPTY_CART';
    for (const seat of wanted) {
      Object.assign(this.#hall.seat(seat), { state: 'LOCKED', holder: id });
      session.seats.delete(seat);
      session.seats.set(seat, this.#hall.seat(seat).price as string);
      session.lost.delete(seat);
    }
    for (const [area, total] of totals) this.#setPlaces(session, area, total);
    if (isLast) Object.assign(session, { state: 'PENDING_PAYMENT', deadline: now + this.#policy.graceMs });
    return session.state;
  }

  unlock(id: string, seats: readonly number[], places: Places, now: number): string {
    const session = this.sessions.get(id);
    if (session === undefined) return 'ENTITY_NOT_FOUND';
    const dead = whyClosed(session, now);
    if (dead !== null) return dead;
    for (const seat of seats) {
      if (!session.seats.delete(seat) || session.lost.delete(seat)) continue;
      Object.assign(this.#hall.seat(seat), { state: 'ACTIVE', holder: null });
      session.givenBack.add(seat);
    }
    keepGivenBack(session, (one, other) => this.#hall.areNeighbours(one, other));
    for (const [area, amount] of places) {
      const line = session.areas.get(area);
      const total = Math.max(0, (line?.amount ?? 0) - amount);
      if (line === undefined) continue;
      if (session.lost.has(area) && total > 0) line.amount = total;
      else this.#setPlaces(session, area, total);
    }
    return session.state;
  }

  /** `startOver` null: a private cancel. */
  cancel(id: string, startOver: boolean | null): string {
    const session = this.sessions.get(id);
    if (session === undefined) return 'ENTITY_NOT_FOUND';
    if (session.state === 'CONFIRMED') return 'SESSION_DEAD';
    if (session.state === 'PENDING_PAYMENT' && startOver === false) return 'START_OVER_REQUIRED';
    if (session.state === 'ACTIVE' || session.state === 'PENDING_PAYMENT') this.#end(session, 'CANCELLED');
    return session.state;
  }

  /** `lateAt`: the time of a confirm that may take the cart of an expired session again. */
  confirm(id: string, reference: string | null, lateAt: number | null = null): string {
    const session = this.sessions.get(id);
    if (session === undefined) return 'ENTITY_NOT_FOUND';
    if (session.state === 'CONFIRMED') return session.state;
    if (session.state === 'ACTIVE') return 'SESSION_NOT_CHECKED_OUT';
    const unpaid = session.state === 'EXPIRED' ? session.unpaid : undefined;
    const isLate = unpaid !== undefined && lateAt !== null && lateAt - unpaid.at <= 86_400_000;
    if (session.state !== 'PENDING_PAYMENT' && !isLate) return 'SESSION_DEAD';
    const others = [...this.sessions.values()].filter((other) => other.state === 'CONFIRMED');
    if (reference !== null && others.some((other) => other.reference === reference)) return 'REFERENCE_TAKEN';
    if (isLate && !this.#takeAgain(id, session, unpaid)) return 'SESSION_DEAD';
    if (session.lost.size > 0) return 'SEAT_CONFLICT';
    Object.assign(session, { state: 'CONFIRMED', deadline: null, reference });
    for (const seat of session.seats.keys()) this.#hall.seat(seat).state = 'SOLD';
    for (const [area, { amount }] of session.areas) changeOwned(session, area, amount);
    this.#buyers.push(session);
    return session.state;
  }

  release(id: string): string {
    const session = this.sessions.get(id);
    if (session === undefined) return 'ENTITY_NOT_FOUND';
    if (session.state === 'CANCELLED') return session.state;
    if (session.state !== 'CONFIRMED') return 'SESSION_NOT_CONFIRMED';
    for (const seat of session.seats.keys()) if (this.#hall.seat(seat).holder === id) this.#hall.free(seat);
    for (const [area, { amount }] of session.owned) this.allotments.places.give(session, area, amount);
    Object.assign(session, { state: 'CANCELLED', seats: new Map(), areas: new Map(), owned: new Map() });
    return session.state;
  }

  exchange(id: string, given: NaiveSide, taken: NaiveSide, now: number): string {
    const session = this.sessions.get(id);
    return session === undefined ? 'ENTITY_NOT_FOUND' : this.#exchanges.exchange(id, session, given, taken, now);
  }

  /** All sold places of an area, sold privately or to sessions. */
  soldIn(area: number): number {
    return this.#bookings.soldIn(area);
  }

  /** A private booking call; see `NaiveBookings`. */
  book(...call: Parameters<NaiveBookings['book']>): string {
    return this.#bookings.book(...call);
  }

  /** A private booking call in which each line succeeds or fails alone. */
  bookEach(...call: Parameters<NaiveBookings['bookEach']>): string {
    return this.#bookings.bookEach(...call);
  }

  /** Frees all seats and places and removes all prices; live sessions lose all that they hold. */
  clean(): string {
    return this.#pricing.clean();
  }

  /** Assigns one price; each line succeeds or fails alone. */
  assign(isClean: boolean, seats: readonly number[], places: Places, price: string): string {
    if (isClean) this.clean();
    return this.#pricing.assign(seats, places, price);
  }

  /** Removes prices; each line succeeds or fails alone. */
  clear(seats: readonly number[], areas: readonly number[]): string {
    return this.#pricing.clear(seats, areas);
  }

  /** Puts `count` places of an area on sale at `price`; null: all of them. */
  offer(area: number, count: number | null, price: string): string {
    return this.#pricing.offer(area, count, price);
  }

  /** Places that are held, sold, locked or blocked. */
  takenIn(area: number): number {
    return this.#pricing.takenIn(area);
  }

  /** Expires one session that is past its deadline; otherwise returns the reason why it cannot expire. */
  expire(id: string, now: number): string | null {
    const session = this.sessions.get(id);
    if (session === undefined || session.deadline === null) return `session ${id} cannot run out`;
    if (session.deadline > now) return `session ${id} ran out ${session.deadline - now} ms early`;
    this.#expire(session, now);
    return null;
  }

  sweep(now: number): void {
    for (const session of this.sessions.values()) {
      if (session.deadline !== null && session.deadline <= now) this.#expire(session, now);
    }
    for (const seat of this.seats.values()) {
      if (seat.deadline !== null && seat.deadline <= now) Object.assign(seat, { state: 'ACTIVE', deadline: null });
    }
    for (const area of this.areas.values()) {
      area.available += sum(area.locks.filter((lock) => lock.deadline <= now).map((lock) => lock.amount));
      area.locks = area.locks.filter((lock) => lock.deadline > now);
    }
  }

  #expire(session: NaiveSession, now: number): void {
    if (session.state === 'PENDING_PAYMENT') session.unpaid = unpaidCart(session, now);
    this.#end(session, 'EXPIRED');
  }

  /** False, and nothing is changed, unless every line is free. */
  #takeAgain(id: string, session: NaiveSession, { seats, areas }: NonNullable<NaiveSession['unpaid']>): boolean {
    const isFree =
      [...seats.keys()].every(
        (seat) => this.seats.get(seat)?.state === 'ACTIVE' && this.allotments.permits(seat, askerOf(session)),
      ) &&
      [...areas].every(
        ([area, { amount }]) => this.areas.has(area) && this.allotments.places.freeFor(session, area) >= amount,
      );
    if (!isFree) return false;
    for (const [seat, price] of seats) {
      Object.assign(this.#hall.seat(seat), { holder: id });
      session.seats.set(seat, price);
    }
    for (const [area, line] of areas) {
      this.allotments.places.take(session, area, line.amount);
      session.areas.set(area, line);
    }
    return true;
  }

  #end(session: NaiveSession, state: SessionState): void {
    for (const seat of session.seats.keys()) if (!session.lost.has(seat)) this.#hall.free(seat);
    for (const area of [...session.areas.keys()]) this.#setPlaces(session, area, 0);
    session.seats.clear();
    session.lost.clear();
    Object.assign(session, { state, deadline: null });
  }

  #setPlaces(session: NaiveSession, area: number, total: number): void {
    if (session.lost.delete(area)) session.areas.delete(area);
    const line = session.areas.get(area);
    const change = total - (line?.amount ?? 0);
    if (change > 0) this.allotments.places.take(session, area, change);
    else this.allotments.places.give(session, area, -change);
    if (total === 0) session.areas.delete(area);
    else session.areas.set(area, { amount: total, price: line?.price ?? (this.#hall.area(area).price as string) });
  }
}
