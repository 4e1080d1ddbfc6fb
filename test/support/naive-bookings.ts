/**
 * The private booking calls of the naive event model, seat by seat and place by place. Of a session it knows only the
 * places that it has bought.
 */
import type { Policy } from '#domain/policy.ts';
import { type NaiveHall, type Places, sum } from './naive-hall.ts';

export interface OwnedPlaces {
  readonly amount: number;
  /** Rises from purchase to purchase. */
  readonly since: number;
}

export interface NaiveBuyer {
  /** Places of each area that it bought and still owns, and when it got the first of them; its cart is a record. */
  owned: Map<number, OwnedPlaces>;
}

type AddedPlaces = ReadonlyMap<number, number>;

const never = Number.POSITIVE_INFINITY;

export class NaiveBookings {
  readonly #hall: NaiveHall;
  readonly #buyers: readonly NaiveBuyer[];
  readonly #policy: Policy;
  readonly #giveBack: (buyer: NaiveBuyer, area: number) => void;
  readonly #answers = new Map<string, { readonly asked: string; readonly answer: string }>();

  /** `giveBack`: a place that a buyer has bought is free again. */
  constructor(
    hall: NaiveHall,
    buyers: readonly NaiveBuyer[],
    policy: Policy,
    giveBack: (buyer: NaiveBuyer, area: number) => void,
  ) {
    this.#giveBack = giveBack;
    this.#hall = hall;
    this.#buyers = buyers;
    this.#policy = policy;
  }

  /** All sold places of an area, sold privately or to sessions. */
  soldIn(area: number): number {
    return this.#hall.area(area).soldPrivately + sum(this.#buyers.map((buyer) => ownedIn(buyer, area)));
  }

  /** A private call; with an idempotency key a repeated call gets the first answer. */
  book(
    kind: string,
    seats: readonly number[],
    places: Places,
    holdType: string | null,
    key: string | null,
    now: number,
    units: readonly number[] = [],
  ): string {
    const asked = JSON.stringify([kind, seats, places, holdType, units]);
    const remembered = key === null ? undefined : this.#answers.get(key);
    if (remembered !== undefined) return remembered.asked === asked ? remembered.answer : 'IDEMPOTENCY_KEY_REUSED';
    const named = this.#hall.units.named(seats, units);
    const answer = named === null ? 'VALIDATION_FAILED' : this.#book(kind, [...named], added(places), holdType, now);
    if (key !== null) this.#answers.set(key, { asked, answer });
    return answer;
  }

  /** Each line succeeds or fails alone; answers the failed lines, `failed [seat, [area, amount]]`. */
  bookEach(kind: string, seats: readonly number[], places: Places, key: string | null, now: number): string {
    const asked = JSON.stringify(['each', kind, seats, places]);
    const remembered = key === null ? undefined : this.#answers.get(key);
    if (remembered !== undefined) return remembered.asked === asked ? remembered.answer : 'IDEMPOTENCY_KEY_REUSED';
    const answer = this.#bookEach(kind, seats, places, now);
    if (key !== null) this.#answers.set(key, { asked, answer });
    return answer;
  }

  #bookEach(kind: string, seats: readonly number[], places: Places, now: number): string {
    if (kind === 'sell-locks' && !this.#policy.salesControlEnabled) return 'SALES_CONTROL_DISABLED';
    const movable = new Set(seats.filter((seat) => this.#canMove(kind, seat)));
    for (const seat of this.#partsOf(kind, [...movable])) movable.delete(seat);
    if (kind !== 'unlock-seats') for (const seat of this.#hall.orphanMakers(movable)) movable.delete(seat);
    const done = new Map<number, number>();
    const isDone = places.map(([area, amount]) => {
      const fits = this.#hall.areas.has(area) && amount <= this.#movablePlaces(kind, area);
      if (fits && !done.has(area)) done.set(area, amount);
      return done.has(area);
    });
    const booked = this.#book(kind, [...movable], done, null, now);
    if (booked !== 'true') return `what fits is ${booked}`;
    const failedPlaces = places.filter((_, at) => !isDone[at]);
    return `failed ${JSON.stringify([...seats.filter((seat) => !movable.has(seat)), ...failedPlaces])}`;
  }

  /** The seats of WHOLE units that a call does not move as a whole. */
  #partsOf(kind: string, seats: readonly number[]): readonly number[] {
    const { units } = this.#hall;
    const isMovable = (id: number): boolean => {
      const { state, holder } = this.#hall.seat(id);
      return kind === 'lock-seats' || (state === 'LOCKED' && holder === null);
    };
    const isPart = (named: readonly number[]): boolean => units.areIncomplete(named, isMovable);
    return units.wholeWith(seats).flatMap((unit) => {
      const named = seats.filter((seat) => unit.seats.includes(seat));
      return isPart(named) ? named : [];
    });
  }

  #canMove(kind: string, id: number): boolean {
    const seat = this.#hall.seats.get(id);
    if (seat === undefined) return false;
    const isLocked = seat.state === 'LOCKED' && seat.holder === null;
    return kind === 'lock-seats'
      ? seat.state === 'ACTIVE'
      : isLocked || (kind !== 'sell-locks' && seat.state === 'ACTIVE');
  }

  #movablePlaces(kind: string, id: number): number {
    const area = this.#hall.area(id);
    const locks = area.locks.filter(({ isBlocking }) => !isBlocking);
    return kind === 'lock-seats' ? area.available : sum(locks.map(({ amount }) => amount));
  }

  #book(kind: string, seats: number[], places: AddedPlaces, holdType: string | null, now: number): string {
    const type =
      holdType === 'RESERVED' ? { ttlMs: null, validState: 'LOCKED' } : this.#policy.holdTypes[holdType ?? ''];
    const isUnknown =
      seats.some((seat) => !this.#hall.seats.has(seat)) ||
      [...places.keys()].some((area) => !this.#hall.areas.has(area));
    if (isUnknown || (holdType !== null && type === undefined)) return 'VALIDATION_FAILED';
    if (kind === 'unlock-seats') return this.#unlock(seats, places);
    if (kind === 'unblock-seats') return this.#unblock(seats, places);
    const isControlled = kind === 'sell-locks' || kind === 'revert-sales';
    if (isControlled && !this.#policy.salesControlEnabled) return 'SALES_CONTROL_DISABLED';
    if (kind === 'revert-sales') return this.#revert(seats, places);
    if (kind === 'block-seats') return this.#take(kind, seats, places, never, true);
    const held = seats.some(
      (seat) => this.#hall.seat(seat).state === 'LOCKED' && this.#hall.seat(seat).holder !== null,
    );
    if (held) return 'SESSION_HELD';
    if (kind === 'sell-locks') return this.#sellLocked(seats, places);
    const isBlocking = type?.validState === 'BLOCKED';
    const ttlMs = type === undefined ? this.#policy.lockMs : type.ttlMs;
    return this.#take(kind, seats, places, ttlMs === null ? never : now + ttlMs, isBlocking);
  }

  /** Locks, blocks or sells seats and places that are available. */
  #take(kind: string, seats: number[], places: AddedPlaces, deadline: number, isBlocking: boolean): string {
    if (seats.some((seat) => this.#hall.seat(seat).state !== 'ACTIVE')) return 'false';
    if ([...places].some(([area, amount]) => this.#hall.area(area).available < amount)) return 'false';
    if (this.#hall.units.areIncomplete(seats, () => true)) return 'UNIT_INCOMPLETE';
    if (kind !== 'block-seats' && this.#hall.leavesOrphans(new Set(seats))) return 'ORPHAN_SEATS';
    const isSale = kind === 'sell-seats';
    const state = isSale ? 'SOLD' : isBlocking ? 'BLOCKED' : 'LOCKED';
    for (const seat of seats) Object.assign(this.#hall.seat(seat), { state, deadline: isSale ? null : deadline });
    for (const [area, amount] of places) {
      this.#hall.area(area).available -= amount;
      if (isSale) this.#hall.area(area).soldPrivately += amount;
      else this.#hall.area(area).locks.push({ amount, deadline, isBlocking });
    }
    return 'true';
  }

  #unlock(seats: readonly number[], places: AddedPlaces): string {
    const locked = seats.filter((seat) => this.#hall.seat(seat).state !== 'ACTIVE');
    if (!this.#isLocked(locked, places, false)) return 'false';
    if (this.#areParts(seats, 'LOCKED')) return 'UNIT_INCOMPLETE';
    for (const seat of locked) this.#hall.free(seat);
    for (const [area, amount] of places) {
      this.#hall.area(area).available += amount;
      this.#takeFromLocks(area, amount, false);
    }
    return 'true';
  }

  #unblock(seats: readonly number[], places: AddedPlaces): string {
    if (!this.#isLocked(seats, places, true)) return 'false';
    if (this.#areParts(seats, 'BLOCKED')) return 'UNIT_INCOMPLETE';
    for (const seat of seats) this.#hall.free(seat);
    for (const [area, amount] of places) {
      this.#hall.area(area).available += amount;
      this.#takeFromLocks(area, amount, true);
    }
    return 'true';
  }

  #sellLocked(seats: readonly number[], places: AddedPlaces): string {
    if (!this.#isLocked(seats, places, false)) return 'false';
    if (this.#areParts(seats, 'LOCKED')) return 'UNIT_INCOMPLETE';
    if (this.#hall.leavesOrphans(new Set(seats))) return 'ORPHAN_SEATS';
    for (const seat of seats) Object.assign(this.#hall.seat(seat), { state: 'SOLD', deadline: null });
    for (const [area, amount] of places) {
      this.#hall.area(area).soldPrivately += amount;
      this.#takeFromLocks(area, amount, false);
    }
    return 'true';
  }

  #revert(seats: readonly number[], places: AddedPlaces): string {
    const isUnsold = seats.some((seat) => this.#hall.seat(seat).state !== 'SOLD');
    if (isUnsold || [...places].some(([area, amount]) => this.soldIn(area) < amount)) return 'false';
    if (this.#areParts(seats, 'SOLD')) return 'UNIT_INCOMPLETE';
    for (const seat of seats) this.#hall.free(seat);
    for (const [area, amount] of places) {
      for (let left = amount; left > 0; left--) {
        const sold = this.#hall.area(area);
        if (sold.soldPrivately > 0) {
          sold.soldPrivately--;
          sold.available++;
          continue;
        }
        const buyer = this.#newestBuyer(area);
        changeOwned(buyer, area, -1);
        this.#giveBack(buyer, area);
      }
    }
    return 'true';
  }

  /** Whether a WHOLE unit has more seats that the call could move from this state. */
  #areParts(seats: readonly number[], state: string): boolean {
    const isMovable = (id: number): boolean => {
      const seat = this.#hall.seat(id);
      return seat.state === state && (state === 'SOLD' || seat.holder === null);
    };
    return this.#hall.units.areIncomplete(seats, isMovable);
  }

  #newestBuyer(area: number): NaiveBuyer {
    const since = ({ owned }: NaiveBuyer) => owned.get(area)?.since ?? 0;
    return this.#buyers.reduce((newest, buyer) => (since(buyer) > since(newest) ? buyer : newest));
  }

  #isLocked(seats: readonly number[], places: AddedPlaces, isBlocking: boolean): boolean {
    const wanted = isBlocking ? 'BLOCKED' : 'LOCKED';
    const locks = (area: number) => this.#hall.area(area).locks.filter((lock) => lock.isBlocking === isBlocking);
    return (
      seats.every((seat) => this.#hall.seat(seat).state === wanted && this.#hall.seat(seat).holder === null) &&
      [...places].every(([area, amount]) => sum(locks(area).map((lock) => lock.amount)) >= amount)
    );
  }

  #takeFromLocks(area: number, amount: number, isBlocking: boolean): void {
    const locks = this.#hall.area(area).locks.filter((lock) => lock.isBlocking === isBlocking);
    let left = amount;
    for (const lock of locks.sort((a, b) => (a.deadline < b.deadline ? -1 : a.deadline > b.deadline ? 1 : 0))) {
      const taken = Math.min(left, lock.amount);
      lock.amount -= taken;
      left -= taken;
    }
  }
}

let purchases = 0;

/** A buyer without places of the area who gets some is its newest buyer. */
export function changeOwned(buyer: NaiveBuyer, area: number, change: number): void {
  const amount = ownedIn(buyer, area) + change;
  const since = buyer.owned.get(area)?.since ?? ++purchases;
  if (amount > 0) buyer.owned.set(area, { amount, since });
  else buyer.owned.delete(area);
}

export function ownedIn({ owned }: Pick<NaiveBuyer, 'owned'>, area: number): number {
  return owned.get(area)?.amount ?? 0;
}

function added(places: Places): AddedPlaces {
  const totals = new Map<number, number>();
  for (const [area, amount] of places) totals.set(area, (totals.get(area) ?? 0) + amount);
  return totals;
}
