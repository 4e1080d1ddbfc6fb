/**
 * A second, independent implementation of the rules: one event as plain maps, written from the contract, without
 * bitmaps, facts or indices. It predicts the answer to every command and the state afterwards. Times are whole seconds.
 */
import type { Policy } from '#domain/policy.ts';
import { askerOf, NaiveAllotments } from './naive-allotments.ts';
import { changeOwned, NaiveBookings } from './naive-bookings.ts';
import { NaiveCaps } from './naive-caps.ts';
import { NaiveCarts, type NaiveWish } from './naive-carts.ts';
import { NaiveExchanges, type NaiveSide } from './naive-exchange.ts';
import { type HallOfModel, NaiveHall, type Places, sum } from './naive-hall.ts';
import { NaiveOffers } from './naive-offers.ts';
import { NaivePricing } from './naive-pricing.ts';
import {
  copyOf,
  type NaiveSession,
  type NaiveTerms,
  newSession,
  type SessionState,
  sessionsToCancel,
  unpaidCart,
} from './naive-session.ts';
import { NaiveTickets, type TypedPlaces } from './naive-tickets.ts';
import type { NaiveUnits } from './naive-units.ts';

export interface NaiveManner extends Omit<NaiveWish, 'graceMs'> {
  readonly isLast?: boolean;
}

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
  /** What lines cost, and their types. */
  readonly tickets: NaiveTickets;
  readonly #carts: NaiveCarts;
  readonly #exchanges: NaiveExchanges;

  constructor(hall: HallOfModel, policy: Policy) {
    this.#policy = policy;
    this.#hall = new NaiveHall(hall, policy);
    this.#bookings = new NaiveBookings(this.#hall, this.#buyers, policy, (buyer, area) =>
      this.allotments.places.give(buyer, area, 1),
    );
    this.#pricing = new NaivePricing(this.#hall, this.sessions, this.#bookings);
    this.allotments = new NaiveAllotments(this.#hall, (area) => this.#pricing.countPlaces(area));
    this.caps = new NaiveCaps(this.#hall, this.sessions, policy);
    this.tickets = new NaiveTickets(this.#hall, this.sessions);
    const parts = { hall: this.#hall, allotments: this.allotments, caps: this.caps, tickets: this.tickets };
    this.#carts = new NaiveCarts({ ...parts, offers: new NaiveOffers(this.#hall, this.allotments) });
    this.#exchanges = new NaiveExchanges(this.#hall, this.allotments, this.caps, this.tickets);
  }

  get seats() {
    return this.#hall.seats;
  }

  get units(): NaiveUnits {
    return this.#hall.units;
  }

  get areas() {
    return this.#hall.areas;
  }

  /** `terms`: of its pass, or of the counter. `until`: the end of its hold; null: as for every session. */
  create(id: string, key: string, now: number, terms: NaiveTerms = {}, until: number | null = null): string {
    const known = this.#keys.get(key);
    if (known !== undefined) return (this.sessions.get(known) as NaiveSession).state;
    for (const gone of sessionsToCancel(this.sessions, this.#policy)) this.#remove(gone);
    this.#keys.set(key, id);
    this.made.push(id);
    const deadline = until ?? now + this.#policy.holdMs;
    this.sessions.set(id, newSession(now, deadline, terms));
    return 'ACTIVE';
  }

  #remove(id: string): void {
    this.sessions.delete(id);
    for (const [key, session] of this.#keys) if (session === id) this.#keys.delete(key);
  }

  hasKey(key: string): boolean {
    return this.#keys.has(key);
  }

  /** A lock; with `isLast` a checkout. */
  lock(
    id: string,
    seats: readonly number[],
    places: TypedPlaces,
    now: number,
    { isLast = false, ...wish }: NaiveManner = {},
  ): string {
    const session = this.sessions.get(id);
    if (session === undefined) return 'ENTITY_NOT_FOUND';
    const graceMs = session.counter === true ? (session.deadline ?? now) - now : this.#policy.graceMs;
    const how = isLast ? { ...wish, graceMs } : wish;
    return this.#carts.lock(id, session, seats, places, now, how);
  }

  unlock(id: string, seats: readonly number[], places: TypedPlaces, now: number, units?: readonly number[]): string {
    const session = this.sessions.get(id);
    return session === undefined ? 'ENTITY_NOT_FOUND' : this.#carts.unlock(session, seats, places, now, units);
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
    session.empty.clear();
    Object.assign(session, { tickets: new Map(), lines: [] });
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
  #takeAgain(id: string, session: NaiveSession, unpaid: NonNullable<NaiveSession['unpaid']>): boolean {
    const { seats, areas, empty } = unpaid;
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
    session.empty = new Set(empty);
    Object.assign(session, { tickets: new Map(unpaid.tickets), lines: copyOf(unpaid.lines) });
    for (const [area, line] of areas) {
      this.allotments.places.take(session, area, line.amount);
      session.areas.set(area, line);
    }
    return true;
  }

  #end(session: NaiveSession, state: SessionState): void {
    for (const seat of session.seats.keys()) if (!session.lost.has(seat)) this.#hall.free(seat);
    for (const area of [...session.areas.keys()]) this.#carts.setPlaces(session, area, 0);
    session.seats.clear();
    session.empty.clear();
    Object.assign(session, { tickets: new Map(), lines: [] });
    session.lost.clear();
    Object.assign(session, { state, deadline: null });
  }
}
