/**
 * A second, independent telling of the rules: one event as plain maps, written from the contract without bitmaps, facts
 * or indices. It predicts the answer to every command and what the event looks like afterwards. Times are whole seconds.
 */
import type { Policy } from '#domain/policy.ts';
import type { House } from './rehearsal.ts';

type SessionState = 'ACTIVE' | 'PENDING_PAYMENT' | 'CONFIRMED' | 'CANCELLED' | 'EXPIRED';
type Places = readonly (readonly [area: number, amount: number])[];

interface NaiveSession {
  state: SessionState;
  seats: Map<number, string>;
  areas: Map<number, { amount: number; price: string }>;
  deadline: number | null;
  reference: string | null;
}

interface NaiveSeat {
  readonly row: number;
  state: 'ACTIVE' | 'LOCKED' | 'SOLD' | 'BLOCKED';
  /** A session's id, or nothing for private locks and sales. */
  holder: string | null;
  deadline: number | null;
  price: string;
}

interface NaiveArea {
  available: number;
  withheld: number;
  soldPrivately: number;
  locks: { amount: number; deadline: number; isBlocking: boolean }[];
  price: string;
}

const never = Number.POSITIVE_INFINITY;
const sum = (amounts: Iterable<number>): number => [...amounts].reduce((total, amount) => total + amount, 0);

export class NaiveEvent {
  readonly seats = new Map<number, NaiveSeat>();
  readonly areas = new Map<number, NaiveArea>();
  readonly sessions = new Map<string, NaiveSession>();
  readonly #keys = new Map<string, string>();
  readonly #answers = new Map<string, { readonly asked: string; readonly answer: string }>();
  readonly #policy: Policy;

  constructor(house: Required<Pick<House, 'rows' | 'areas' | 'prices'>>, policy: Policy) {
    this.#policy = policy;
    const price = (at: number): string => house.prices[at % house.prices.length] as string;
    for (const [row, count] of house.rows.entries()) {
      for (let at = 0; at < count; at++) {
        const seat: NaiveSeat = { row, state: 'ACTIVE', holder: null, deadline: null, price: price(row) };
        this.seats.set(101 + row * 100 + at, seat);
      }
    }
    for (const [at, capacity] of house.areas.entries()) {
      this.areas.set(9001 + at, {
        available: capacity,
        withheld: 0,
        soldPrivately: 0,
        locks: [],
        price: price(at + 2),
      });
    }
  }

  create(id: string, key: string, now: number): string {
    const known = this.#keys.get(key);
    if (known !== undefined) return this.#of(known).state;
    this.#keys.set(key, id);
    const deadline = now + this.#policy.holdMs;
    this.sessions.set(id, { state: 'ACTIVE', seats: new Map(), areas: new Map(), deadline, reference: null });
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
    if (this.#leavesOrphans(wanted)) return 'ORPHAN_SEATS';
    if (isLast && size === 0) return 'EMPTY_CART';
    for (const seat of wanted) {
      Object.assign(this.#seat(seat), { state: 'LOCKED', holder: id });
      session.seats.set(seat, this.#seat(seat).price);
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
      Object.assign(this.#seat(seat), { state: 'ACTIVE', holder: null });
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
    for (const seat of session.seats.keys()) this.#seat(seat).state = 'SOLD';
    return session.state;
  }

  release(id: string): string {
    const session = this.sessions.get(id);
    if (session === undefined) return 'ENTITY_NOT_FOUND';
    if (session.state === 'CANCELLED') return session.state;
    if (session.state !== 'CONFIRMED') return 'SESSION_NOT_CONFIRMED';
    this.#end(session, 'CANCELLED');
    return session.state;
  }

  /** A private call; with a key it is answered once. `asked` tells whether a key comes back with another body. */
  book(
    kind: string,
    seats: readonly number[],
    places: Places,
    holdType: string | null,
    key: string | null,
    now: number,
  ): string {
    const asked = JSON.stringify([kind, seats, places, holdType]);
    const remembered = key === null ? undefined : this.#answers.get(key);
    if (remembered !== undefined) return remembered.asked === asked ? remembered.answer : 'IDEMPOTENCY_KEY_REUSED';
    const answer = this.#book(kind, [...new Set(seats)], added(places), holdType, now);
    if (key !== null) this.#answers.set(key, { asked, answer });
    return answer;
  }

  offer(area: number, count: number | null): string {
    const known = this.areas.get(area) as NaiveArea;
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

  #book(
    kind: string,
    seats: number[],
    places: ReadonlyMap<number, number>,
    holdType: string | null,
    now: number,
  ): string {
    const type =
      holdType === 'RESERVED' ? { ttlMs: null, validState: 'LOCKED' } : this.#policy.holdTypes[holdType ?? ''];
    const isUnknown =
      seats.some((seat) => !this.seats.has(seat)) || [...places.keys()].some((area) => !this.areas.has(area));
    if (isUnknown || (holdType !== null && type === undefined)) return 'VALIDATION_FAILED';
    if (kind === 'unlock-seats') return this.#unlock(seats, places);
    const held = seats.some((seat) => this.#seat(seat).state === 'LOCKED' && this.#seat(seat).holder !== null);
    if (held) return 'SESSION_HELD';
    if (seats.some((seat) => this.#seat(seat).state !== 'ACTIVE')) return 'false';
    if ([...places].some(([area, amount]) => this.#area(area).available < amount)) return 'false';
    if (this.#leavesOrphans(new Set(seats))) return 'ORPHAN_SEATS';
    const isBlocking = type?.validState === 'BLOCKED';
    const ttlMs = type === undefined ? this.#policy.lockMs : type.ttlMs;
    const deadline = ttlMs === null ? never : now + ttlMs;
    const isSale = kind === 'sell-seats';
    const state = isSale ? 'SOLD' : isBlocking ? 'BLOCKED' : 'LOCKED';
    for (const seat of seats) Object.assign(this.#seat(seat), { state, deadline: isSale ? null : deadline });
    for (const [area, amount] of places) {
      this.#area(area).available -= amount;
      if (isSale) this.#area(area).soldPrivately += amount;
      else this.#area(area).locks.push({ amount, deadline, isBlocking });
    }
    return 'true';
  }

  #unlock(seats: readonly number[], places: ReadonlyMap<number, number>): string {
    const isWrong = seats.some((id) => {
      const { state, holder } = this.#seat(id);
      return state !== 'ACTIVE' && (state !== 'LOCKED' || holder !== null);
    });
    const open = (area: number): NaiveArea['locks'] => this.#area(area).locks.filter((lock) => !lock.isBlocking);
    const tooFew = [...places].some(([area, amount]) => sum(open(area).map((lock) => lock.amount)) < amount);
    if (isWrong || tooFew) return 'false';
    for (const seat of seats) Object.assign(this.#seat(seat), { state: 'ACTIVE', deadline: null });
    for (const [area, amount] of places) {
      this.#area(area).available += amount;
      let left = amount;
      for (const lock of open(area).sort((a, b) => (a.deadline < b.deadline ? -1 : a.deadline > b.deadline ? 1 : 0))) {
        const taken = Math.min(left, lock.amount);
        lock.amount -= taken;
        left -= taken;
      }
    }
    return 'true';
  }

  #closed(session: NaiveSession, now: number): string | null {
    if (session.state === 'PENDING_PAYMENT') return 'SESSION_FROZEN';
    return session.state === 'ACTIVE' && now < (session.deadline as number) ? null : 'SESSION_DEAD';
  }

  #end(session: NaiveSession, state: SessionState): void {
    for (const seat of session.seats.keys()) Object.assign(this.#seat(seat), { state: 'ACTIVE', holder: null });
    for (const area of [...session.areas.keys()]) this.#setPlaces(session, area, 0);
    session.seats.clear();
    Object.assign(session, { state, deadline: null });
  }

  #setPlaces(session: NaiveSession, area: number, total: number): void {
    const line = session.areas.get(area);
    this.#area(area).available -= total - (line?.amount ?? 0);
    if (total === 0) session.areas.delete(area);
    else session.areas.set(area, { amount: total, price: line?.price ?? this.#area(area).price });
  }

  #leavesOrphans(taken: ReadonlySet<number>): boolean {
    if (!this.#policy.orphanSeatPrevention) return false;
    const isFree = (id: number, row: number): boolean => {
      const seat = this.seats.get(id);
      return seat !== undefined && seat.row === row && seat.state === 'ACTIVE' && !taken.has(id);
    };
    return [...this.seats].some(([id, { row }]) => {
      const beside = [id - 1, id + 1];
      const isAlone = isFree(id, row) && !beside.some((next) => isFree(next, row));
      return isAlone && beside.some((next) => taken.has(next) && this.seats.get(next)?.row === row);
    });
  }

  #size(session: NaiveSession): number {
    return session.seats.size + sum([...session.areas.values()].map((line) => line.amount));
  }

  #of(id: string): NaiveSession {
    return this.sessions.get(id) as NaiveSession;
  }

  #seat(id: number): NaiveSeat {
    return this.seats.get(id) as NaiveSeat;
  }

  #area(id: number): NaiveArea {
    return this.areas.get(id) as NaiveArea;
  }
}

function added(places: Places): ReadonlyMap<number, number> {
  const totals = new Map<number, number>();
  for (const [area, amount] of places) totals.set(area, (totals.get(area) ?? 0) + amount);
  return totals;
}
