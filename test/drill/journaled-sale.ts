/**
 * Follows an event by the facts of its journal alone, without the rules of the service: who has which seat and which places,
 * and which allotment each of them is in. Finds each record that breaks a selling rule: a seat with two owners, a place of
 * an allotment that the session may not take at that time, a part of a unit, a ticket beyond its limit.
 */
import type { Fact } from '#domain/fact.ts';
import { forEachInRuns, type SeatRuns } from '#domain/seats/seat-runs.ts';
import type { EventRules } from '../soak/event-rules.ts';
import { JournaledAllotments } from './journaled-allotments.ts';
import { JournaledPlaces } from './journaled-places.ts';

export interface JournaledSession {
  readonly ordinal: number;
  readonly allotments: readonly string[];
  readonly hasPass: boolean;
  readonly seats: Set<number>;
  /** By seat. */
  readonly types: Map<number, string>;
  /** By area, then by type; `''`: of the price itself. */
  places: Map<number, Map<string, number>>;
}

/** What a session has. */
type Cart = Pick<JournaledSession, 'seats' | 'types' | 'places'>;

type Named<T extends Fact['type']> = Extract<Fact, { readonly type: T }>;

/** The organization, which may take everything. */
const organization = 0;

export class JournaledSale {
  readonly found: string[] = [];
  readonly sessions = new Map<number, JournaledSession>();
  readonly allotments = new JournaledAllotments((what) => this.report(what));
  readonly places: JournaledPlaces;
  readonly #owners = new Map<number, number>();
  readonly #rules: Pick<EventRules, 'types'>;
  readonly #units: readonly (readonly number[])[];
  readonly #counts = new Map<string, number>();
  /** Carts of expired sessions, as they were. */
  readonly #ended = new Map<number, Cart>();
  #at = 0;

  /** `units`: seats that are taken together, by index. `capacities`: of areas, by index. */
  constructor(rules: Pick<EventRules, 'types'>, units: readonly (readonly number[])[], capacities: readonly number[]) {
    this.#rules = rules;
    this.#units = units;
    this.places = new JournaledPlaces(capacities, this);
  }

  /** One record. */
  take(at: number, facts: readonly Fact[]): void {
    this.#at = at;
    for (const fact of facts) {
      this.allotments.take(at, fact);
      this.#takeShares(fact);
      this.#takeBooking(fact);
      if ('session' in fact) this.#takeSession(fact);
    }
    this.#checkUnits();
  }

  report(what: string): void {
    this.found.push(`at ${this.#at}: ${what}`);
  }

  presentOf(slot: number): number {
    return this.allotments.presentOf(slot);
  }

  whyNot(slot: number, { allotments }: JournaledSession): string | null {
    return this.allotments.whyNot(slot, allotments);
  }

  roomFor(slot: number, session: JournaledSession): number {
    if (this.whyNot(slot, session) !== null) return 0;
    const most = this.allotments.bySlot.get(slot)?.terms.maxSeatsPerSession ?? Number.POSITIVE_INFINITY;
    return most - this.#ofAllotment(slot, session);
  }

  /** Tickets of a type that are held and sold, `''` for the price itself. */
  count(type: string, more: number): void {
    this.#counts.set(type, (this.#counts.get(type) ?? 0) + more);
  }

  /** Seats and places that sessions have, by ticket type; `''`: of the price itself. */
  byType(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  /** The same by the name of the allotment that they are in now; `''`: in none. */
  byAllotment(): ReadonlyMap<string, number> {
    const sums = new Map<string, number>();
    const add = (slot: number, more: number): void => {
      const name = this.allotments.bySlot.get(slot)?.terms.name ?? '';
      sums.set(name, (sums.get(name) ?? 0) + more);
    };
    for (const [seat, owner] of this.#owners) if (owner !== organization) add(this.allotments.presentOfSeat(seat), 1);
    for (const [slot, places] of this.places.bySlot(this.sessions.values())) add(slot, places);
    return sums;
  }

  #ofAllotment(slot: number, session: JournaledSession): number {
    const seats = [...session.seats].filter((seat) => this.allotments.presentOfSeat(seat) === slot).length;
    return seats + this.places.ofShare(slot, session);
  }

  #takeShares(fact: Fact): void {
    if (fact.type === 'allotment-filled')
      for (const [area, places] of fact.areas ?? []) this.places.share(area, fact.allotment, places);
    if (fact.type === 'allotment-released')
      for (const area of fact.areas ?? []) this.places.release(area, fact.allotment, fact.to);
  }

  #takeBooking(fact: Fact): void {
    switch (fact.type) {
      case 'locked':
      case 'sold':
        this.#runs(fact.seats, (seat) => this.#own(seat, organization));
        for (const [area, amount] of fact.areas ?? []) this.places.book(area, amount);
        return;
      case 'unlocked':
      case 'reverted':
        this.#runs(fact.seats, (seat) => this.#owners.delete(seat));
        for (const [area, amount] of fact.areas ?? []) this.places.book(area, -amount);
    }
  }

  #runs(seats: SeatRuns | undefined, visit: (seat: number) => void): void {
    if (seats !== undefined) forEachInRuns(seats, visit);
  }

  #takeSession(fact: Extract<Fact, { readonly session: number }>): void {
    if (fact.type === 'session-created') {
      const { session: ordinal, allotments = [], pass } = fact;
      const empty = { seats: new Set<number>(), types: new Map<number, string>(), places: new Map() };
      this.sessions.set(ordinal, { ordinal, allotments, hasPass: pass !== undefined, ...empty });
      return;
    }
    const session = this.sessions.get(fact.session);
    if (session === undefined) this.report(`session ${fact.session} was never created`);
    else this.#follow(session, fact);
  }

  #follow(session: JournaledSession, fact: Extract<Fact, { readonly session: number }>): void {
    switch (fact.type) {
      case 'held':
        this.#hold(session, fact);
        return;
      case 'unheld':
        this.#give(session, fact.seats ?? []);
        for (const [area, total] of fact.areas ?? []) this.places.set(session, area, '', total);
        for (const [area, total, type] of fact.areaTypes ?? []) this.places.set(session, area, type, total);
        return;
      case 'cancelled':
      case 'released':
        this.#end(session);
        return;
      case 'expired':
        this.#ended.set(session.ordinal, this.#end(session));
        return;
      case 'reclaimed':
        this.#reclaim(session);
        return;
      case 'exchanged':
        this.#exchange(session, fact);
        return;
    }
  }

  /** Gives back everything; the cart as it was. */
  #end(session: JournaledSession): Cart {
    const { seats, types, places } = session;
    const cart = { seats: new Set(seats), types: new Map(types), places: new Map(places) };
    this.#give(session, [...seats]);
    this.places.end(session);
    return cart;
  }

  #hold(session: JournaledSession, fact: Named<'held'>): void {
    for (const seat of fact.seats ?? []) this.#seat(session, seat);
    const before = new Map(this.#counts);
    for (const [seat, type] of fact.seatTypes ?? []) this.#type(session, seat, type);
    for (const [area, total] of fact.areas ?? []) this.places.set(session, area, '', total);
    for (const [area, total, type] of fact.areaTypes ?? []) this.places.set(session, area, type, total);
    this.#checkTypes(session, before);
    this.#checkShare(session);
  }

  /** The late payment has its last cart: limits do not apply, allotments do. */
  #reclaim(session: JournaledSession): void {
    const cart = this.#ended.get(session.ordinal);
    if (cart === undefined) {
      this.report(`session ${session.ordinal} was reclaimed and had not expired`);
      return;
    }
    for (const seat of cart.seats) this.#seat(session, seat);
    for (const [seat, type] of cart.types) this.#type(session, seat, type);
    for (const [area, lines] of cart.places)
      for (const [type, total] of lines) this.places.set(session, area, type, total);
  }

  #exchange(session: JournaledSession, { given, taken, types = [] }: Named<'exchanged'>): void {
    this.#give(session, given.seats);
    const change = (lines: typeof given.areas, sign: 1 | -1): void => {
      for (const [area, amount, type] of lines) this.places.add(session, area, type ?? '', sign * amount);
    };
    change(given.areas, -1);
    const before = new Map(this.#counts);
    for (const seat of taken.seats) this.#seat(session, seat);
    for (const [seat, type] of types) this.#type(session, seat, type);
    change(taken.areas, 1);
    this.#checkTypes(session, before);
  }

  #seat(session: JournaledSession, seat: number): void {
    if (session.seats.has(seat)) return;
    const why = this.whyNot(this.allotments.presentOfSeat(seat), session);
    if (why !== null) this.report(`session ${session.ordinal} took seat ${seat}, which ${why}`);
    this.#own(seat, session.ordinal);
    session.seats.add(seat);
    this.count('', 1);
  }

  #own(seat: number, owner: number): void {
    const other = this.#owners.get(seat);
    // The organization sells what it has locked.
    if (other !== undefined && (owner !== organization || other !== organization))
      this.report(`seat ${seat} is taken by ${owner} while ${other} has it`);
    this.#owners.set(seat, owner);
  }

  #type(session: JournaledSession, seat: number, type: string | null): void {
    this.count(session.types.get(seat) ?? '', -1);
    this.count(type ?? '', 1);
    if (type === null) session.types.delete(seat);
    else session.types.set(seat, type);
  }

  #give(session: JournaledSession, seats: readonly number[]): void {
    for (const seat of seats) {
      if (!session.seats.delete(seat)) this.report(`session ${session.ordinal} gave seat ${seat}, which it had not`);
      this.#owners.delete(seat);
      this.count(session.types.get(seat) ?? '', -1);
      session.types.delete(seat);
    }
  }

  #checkTypes(session: JournaledSession, before: ReadonlyMap<string, number>): void {
    for (const [type, { maxPerSession, eventMax, requiresPass }] of Object.entries(this.#rules.types)) {
      const all = this.#counts.get(type) ?? 0;
      if (all <= (before.get(type) ?? 0)) continue;
      const own = ownOf(session, type);
      if (requiresPass && !session.hasPass) this.report(`session ${session.ordinal} has no pass and took ${type}`);
      if (own > (maxPerSession ?? own)) this.report(`session ${session.ordinal} has ${own} of ${type}`);
      if (all > (eventMax ?? all)) this.report(`the event has ${all} of ${type}, not ${eventMax}`);
    }
  }

  /** What the session has of an allotment with a limit. */
  #checkShare(session: JournaledSession): void {
    for (const [slot, { terms, releasedTo }] of this.allotments.bySlot) {
      const { maxSeatsPerSession: most } = terms;
      if (most === null || releasedTo !== null) continue;
      const all = this.#ofAllotment(slot, session);
      if (all > most) this.report(`session ${session.ordinal} has ${all} of ${terms.name}, not ${most}`);
    }
  }

  #checkUnits(): void {
    for (const [at, seats] of this.#units.entries()) {
      const owners = new Set(seats.map((seat) => this.#owners.get(seat)));
      if (owners.size > 1) this.report(`unit ${at + 1} is taken in part`);
    }
  }
}

function ownOf({ types, places }: JournaledSession, type: string): number {
  const seats = [...types.values()].filter((one) => one === type).length;
  return [...places.values()].reduce((sum, lines) => sum + (lines.get(type) ?? 0), seats);
}
