/**
 * A second, independent telling of the rules: one event as plain maps, written from the contract without bitmaps, facts
 * or indices. It predicts the answer to every command and what the event looks like afterwards. Times are whole seconds.
 */
import type { Policy } from '#domain/policy.ts';
import { NaiveBoxOffice, type NaiveBuyer } from './naive-box-office.ts';
import { NaiveHouse, type Places, sum } from './naive-house.ts';
import type { House } from './rehearsal.ts';

type SessionState = 'ACTIVE' | 'PENDING_PAYMENT' | 'CONFIRMED' | 'CANCELLED' | 'EXPIRED';

interface NaiveSession extends NaiveBuyer {
  state: SessionState;
  seats: Map<number, string>;
  areas: Map<number, { amount: number; price: string }>;
  deadline: number | null;
  reference: string | null;
}

export class NaiveEvent {
  readonly sessions = new Map<string, NaiveSession>();
  readonly #keys = new Map<string, string>();
  readonly #policy: Policy;
  /** Whoever was confirmed, the last one first. */
  readonly #buyers: NaiveSession[] = [];
  readonly #house: NaiveHouse;
  readonly #boxOffice: NaiveBoxOffice;

  constructor(house: Required<Pick<House, 'rows' | 'areas' | 'prices'>>, policy: Policy) {
    this.#policy = policy;
    this.#house = new NaiveHouse(house, policy);
    this.#boxOffice = new NaiveBoxOffice(this.#house, this.#buyers, policy);
  }

  get seats() {
    return this.#house.seats;
  }

  get areas() {
    return this.#house.areas;
  }

  create(id: string, key: string, now: number): string {
    const known = this.#keys.get(key);
    if (known !== undefined) return this.#of(known).state;
    this.#keys.set(key, id);
    const deadline = now + this.#policy.holdMs;
    const empty = { seats: new Map(), areas: new Map(), owned: new Map() };
    this.sessions.set(id, { state: 'ACTIVE', ...empty, deadline, reference: null });
    return 'ACTIVE';
  }

  /** Also a checkout, when `isLast`. */
  lock(id: string, seats: readonly number[], places: Places, now: number, isLast = false): string {
    const session = this.sessions.get(id);
    if (session === undefined) return 'ENTITY_NOT_FOUND';
    if (isLast && session.state === 'PENDING_PAYMENT') return session.state;
    const dead = this.#closed(session, now);
    if (dead !== null) return dead;
    const wanted = new Set(seats.filter((seat) => !session.seats.has(seat)));
    const totals = new Map(places);
    const heldNow = (area: number): number => session.areas.get(area)?.amount ?? 0;
    const size = this.#size(session) + wanted.size + sum([...totals].map(([area, total]) => total - heldNow(area)));
    if (size > this.#policy.maxSeats) return 'CAP_SEATS';
    const lost = [...wanted].some((seat) => this.seats.get(seat)?.state !== 'ACTIVE');
    const tooMany = [...totals].some(([area, total]) => {
      const known = this.areas.get(area);
      return known === undefined || total - heldNow(area) > known.available;
    });
    if (lost || tooMany) return 'SEAT_CONFLICT';
    if (this.#house.leavesOrphans(wanted)) return 'ORPHAN_SEATS';
    if (isLast && size === 0) return 'EMPTY_CART';
    for (const seat of wanted) {
      Object.assign(this.#house.seat(seat), { state: 'LOCKED', holder: id });
      session.seats.set(seat, this.#house.seat(seat).price);
    }
    for (const [area, total] of totals) this.#setPlaces(session, area, total);
    if (isLast) Object.assign(session, { state: 'PENDING_PAYMENT', deadline: now + this.#policy.graceMs });
    return session.state;
  }

  unlock(id: string, seats: readonly number[], places: Places, now: number): string {
    const session = this.sessions.get(id);
    if (session === undefined) return 'ENTITY_NOT_FOUND';
    const dead = this.#closed(session, now);
    if (dead !== null) return dead;
    for (const seat of seats) {
      if (!session.seats.delete(seat)) continue;
      Object.assign(this.#house.seat(seat), { state: 'ACTIVE', holder: null });
    }
    for (const [area, amount] of places) {
      const line = session.areas.get(area);
      if (line !== undefined) this.#setPlaces(session, area, Math.max(0, line.amount - amount));
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

  confirm(id: string, reference: string | null): string {
    const session = this.sessions.get(id);
    if (session === undefined) return 'ENTITY_NOT_FOUND';
    if (session.state === 'CONFIRMED') return session.state;
    if (session.state === 'ACTIVE') return 'SESSION_NOT_CHECKED_OUT';
    if (session.state !== 'PENDING_PAYMENT') return 'SESSION_DEAD';
    const others = [...this.sessions.values()].filter((other) => other.state === 'CONFIRMED');
    if (reference !== null && others.some((other) => other.reference === reference)) return 'REFERENCE_TAKEN';
    Object.assign(session, { state: 'CONFIRMED', deadline: null, reference });
    for (const seat of session.seats.keys()) this.#house.seat(seat).state = 'SOLD';
    for (const [area, { amount }] of session.areas) session.owned.set(area, amount);
    this.#buyers.unshift(session);
    return session.state;
  }

  release(id: string): string {
    const session = this.sessions.get(id);
    if (session === undefined) return 'ENTITY_NOT_FOUND';
    if (session.state === 'CANCELLED') return session.state;
    if (session.state !== 'CONFIRMED') return 'SESSION_NOT_CONFIRMED';
    for (const seat of session.seats.keys()) if (this.#house.seat(seat).holder === id) this.#house.free(seat);
    for (const [area, amount] of session.owned) this.#house.area(area).available += amount;
    Object.assign(session, { state: 'CANCELLED', seats: new Map(), areas: new Map(), owned: new Map() });
    return session.state;
  }

  /** Places that are sold, whoever bought them. */
  soldIn(area: number): number {
    return this.#boxOffice.soldIn(area);
  }

  /** A private call, as the box office answers it. */
  book(...call: Parameters<NaiveBoxOffice['book']>): string {
    return this.#boxOffice.book(...call);
  }

  offer(area: number, count: number | null): string {
    const known = this.#house.area(area);
    const most = known.available + known.withheld;
    if (count !== null && count > most) return 'VALIDATION_FAILED';
    known.available = count ?? most;
    known.withheld = most - known.available;
    return 'done';
  }

  sweep(now: number): void {
    for (const session of this.sessions.values()) {
      if (session.deadline !== null && session.deadline <= now) this.#end(session, 'EXPIRED');
    }
    for (const seat of this.seats.values()) {
      if (seat.deadline !== null && seat.deadline <= now) Object.assign(seat, { state: 'ACTIVE', deadline: null });
    }
    for (const area of this.areas.values()) {
      area.available += sum(area.locks.filter((lock) => lock.deadline <= now).map((lock) => lock.amount));
      area.locks = area.locks.filter((lock) => lock.deadline > now);
    }
  }

  #closed(session: NaiveSession, now: number): string | null {
    if (session.state === 'PENDING_PAYMENT') return 'SESSION_FROZEN';
    return session.state === 'ACTIVE' && now < (session.deadline as number) ? null : 'SESSION_DEAD';
  }

  #end(session: NaiveSession, state: SessionState): void {
    for (const seat of session.seats.keys()) this.#house.free(seat);
    for (const area of [...session.areas.keys()]) this.#setPlaces(session, area, 0);
    session.seats.clear();
    Object.assign(session, { state, deadline: null });
  }

  #setPlaces(session: NaiveSession, area: number, total: number): void {
    const line = session.areas.get(area);
    this.#house.area(area).available -= total - (line?.amount ?? 0);
    if (total === 0) session.areas.delete(area);
    else session.areas.set(area, { amount: total, price: line?.price ?? this.#house.area(area).price });
  }

  #size(session: NaiveSession): number {
    return session.seats.size + sum([...session.areas.values()].map((line) => line.amount));
  }

  #of(id: string): NaiveSession {
    return this.sessions.get(id) as NaiveSession;
  }
}
