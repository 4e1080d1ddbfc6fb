/**
 * What the seats and places of the naive event model cost, and the ticket types that they have: one ticket for each seat of
 * a cart, and one line for each area and type. Counts by looking at all sessions.
 */
import type { PriceTerms } from '#domain/pricing/ticket-type.ts';
import { type NaiveHall, sum } from './naive-hall.ts';
import type { NaiveSession } from './naive-session.ts';

/** What a line has captured. */
export interface NaiveTicket {
  /** The name of its price. */
  readonly price: string;
  /** Null: the price itself. */
  readonly type: string | null;
  readonly typeName: string | null;
  readonly amount: number | undefined;
  readonly currency: string | undefined;
}

export interface NaiveLine {
  readonly area: number;
  readonly ticket: NaiveTicket;
  count: number;
}

/** Seats with a type, null for the price itself; in the order of the call. */
export type NaiveTypes = readonly (readonly [seat: number, type: string | null])[];
/** `type`: null for the price itself. Undefined where places are given back: any line. */
export type TypedPlaces = readonly (readonly [area: number, amount: number, type?: string | null | undefined])[];

/** What a call takes. */
export interface NaiveTaking {
  readonly seats: readonly number[];
  readonly types: NaiveTypes;
  /** Wanted totals of lines. */
  readonly totals: TypedPlaces;
  /** Seats of the cart and of the call on which nobody sits afterwards. */
  readonly empty: ReadonlySet<number>;
}

type Ticketed = Pick<NaiveSession, 'tickets' | 'lines'>;

export class NaiveTickets {
  /** By the name of the price. */
  readonly terms = new Map<string, PriceTerms>();
  readonly #hall: NaiveHall;
  readonly #sessions: ReadonlyMap<string, NaiveSession>;

  constructor(hall: NaiveHall, sessions: ReadonlyMap<string, NaiveSession>) {
    this.#hall = hall;
    this.#sessions = sessions;
  }

  /** What a line of the price captures now; undefined: it has no such type. */
  ticketOf(price: string, type: string | null): NaiveTicket | undefined {
    const terms = this.terms.get(price);
    const { amount, currency } = terms ?? {};
    if (type === null) return { price, type, typeName: null, amount, currency };
    const found = terms?.ticketTypes?.find(({ id }) => id === type);
    return found && { price, type, typeName: found.name, amount: found.amount, currency };
  }

  /** The tickets after the call, or why there cannot be such; the session stays as it is. */
  after(session: NaiveSession, { seats, types, totals, empty }: NaiveTaking): Ticketed | 'VALIDATION_FAILED' {
    const tickets = new Map(session.tickets);
    for (const seat of [...seats, ...this.#reseated(session, empty)]) {
      const base = this.#baseOf(seat);
      if (base === undefined) continue;
      const isEmpty = empty.has(seat);
      const amount = isEmpty && base.currency !== undefined ? 0 : base.amount;
      tickets.delete(seat);
      tickets.set(seat, { ...base, amount });
    }
    for (const [seat, type] of types) {
      const price = this.#hall.seats.get(seat)?.price ?? null;
      if (empty.has(seat)) return 'VALIDATION_FAILED';
      if (price === null || (session.tickets.get(seat)?.type === type && !seats.includes(seat))) continue;
      const ticket = this.ticketOf(price, type);
      if (ticket === undefined) return 'VALIDATION_FAILED';
      const isHeld = session.tickets.has(seat) || seats.includes(seat);
      if (isHeld) tickets.set(seat, ticket);
    }
    const lines = this.#linesAfter(session, totals);
    return lines === null ? 'VALIDATION_FAILED' : { tickets, lines };
  }

  /** Held seats on which somebody sits again, or nobody any more. */
  #reseated({ tickets, empty: before }: NaiveSession, empty: ReadonlySet<number>): number[] {
    return [...tickets.keys()].filter((seat) => before.has(seat) !== empty.has(seat));
  }

  #baseOf(seat: number): NaiveTicket | undefined {
    const price = this.#hall.seats.get(seat)?.price ?? null;
    return price === null ? undefined : this.ticketOf(price, null);
  }

  /** Null: a line cannot grow, because its price does not have the type. */
  #linesAfter(session: NaiveSession, totals: TypedPlaces): NaiveLine[] | null {
    const lines = session.lines.filter(({ area }) => !session.lost.has(area)).map((line) => ({ ...line }));
    for (const [area, total, type = null] of totals) {
      const price = this.#hall.areas.get(area)?.price ?? null;
      const line = lines.find((one) => one.area === area && one.ticket.type === type);
      const isMore = total > (line?.count ?? 0);
      const present = price === null ? undefined : this.ticketOf(price, type);
      if (isMore && price !== null && present === undefined) return null;
      if (line !== undefined) line.count = total;
      else if (present !== undefined) lines.push({ area, ticket: present, count: total });
    }
    return lines.filter(({ count }) => count > 0);
  }

  /** Why the session may not have more tickets of a type, in the order in which the call names the types. */
  overType(session: NaiveSession, after: Ticketed, named: readonly NaiveTicket[]): string | null {
    const prices = new Set(named.map(({ price }) => price));
    for (const price of prices) {
      for (const type of new Set(named.filter((one) => one.price === price).map((one) => one.type))) {
        const terms = this.terms.get(price)?.ticketTypes?.find(({ id }) => id === type);
        const [before, then] = [countIn(session, price, type), countIn(after, price, type)];
        if (terms === undefined || then <= before) continue;
        const isOfCounter = session.counter === true;
        if (terms.requiresPass === true && session.withPass !== true && !isOfCounter) return 'PASS_REQUIRED';
        const isOver = !isOfCounter && then > (terms.maxPerSession ?? Number.POSITIVE_INFINITY);
        const ofEvent = this.countOf(price, type) + then - before;
        if (isOver || ofEvent > (terms.eventMax ?? Number.POSITIVE_INFINITY)) return 'CAP_TICKET_TYPE';
      }
    }
    return null;
  }

  /** Tickets of the type that are held and sold. */
  countOf(price: string, type: string | null): number {
    return sum(
      [...this.#sessions].map(([id, { tickets, lines }]) => {
        const owned = [...tickets].filter(([seat]) => this.#hall.seats.get(seat)?.holder === id);
        return countIn({ tickets: new Map(owned), lines }, price, type);
      }),
    );
  }
}

/** Places that a session gives back: of the line, or of the price itself first and then of the newest lines. */
export function giveBack(session: NaiveSession, area: number, amount: number, type: string | null | undefined): number {
  const own = session.lines.filter((line) => line.area === area);
  const untyped = own.filter(({ ticket }) => ticket.type === null);
  const typed = own.filter(({ ticket }) => ticket.type !== null);
  const order =
    type === undefined ? [...untyped, ...typed.reverse()] : own.filter(({ ticket }) => ticket.type === type);
  let given = 0;
  for (const line of order) {
    const back = Math.min(line.count, amount - given);
    line.count -= back;
    given += back;
  }
  session.lines = session.lines.filter(({ count }) => count > 0);
  return given;
}

function countIn({ tickets, lines }: Ticketed, price: string, type: string | null): number {
  const isOfType = (ticket: NaiveTicket): boolean => ticket.price === price && ticket.type === type;
  const places = lines.filter(({ ticket }) => isOfType(ticket)).map(({ count }) => count);
  return [...tickets.values()].filter(isOfType).length + sum(places);
}

/** Two currencies in one cart. */
export function isMixed({ tickets, lines }: Ticketed): boolean {
  const all = [...tickets.values(), ...lines.map(({ ticket }) => ticket)];
  return new Set(all.flatMap(({ currency }) => currency ?? [])).size > 1;
}

/** The sum in minor units, exact; null unless every line has an amount of the same currency. */
export function dueMoney({ tickets, lines }: Ticketed): string | null {
  const all = [...[...tickets.values()].map((ticket) => ({ ticket, count: 1 })), ...lines];
  const [first] = all;
  const isWhole = all.every(({ ticket }) => ticket.currency !== undefined) && !isMixed({ tickets, lines });
  if (first === undefined || !isWhole) return null;
  const total = all.reduce((minor, { ticket, count }) => minor + BigInt(ticket.amount as number) * BigInt(count), 0n);
  return `${total} ${first.ticket.currency}`;
}

/** All lines as text, sorted: seats, and areas with their places. */
export function cartText({ tickets, lines }: Ticketed): string[] {
  const text = ({ price, type, typeName, amount, currency }: NaiveTicket): string =>
    [price, type, typeName, amount, currency].join(', ');
  return [
    ...[...tickets].map(([seat, ticket]) => `seat ${seat}: ${text(ticket)}`),
    ...lines.map(({ area, count, ticket }) => `${count} of ${area}: ${text(ticket)}`),
  ].sort();
}
