/**
 * A booking session: an immutable record that every change replaces as a whole, so that a reply, a snapshot and a
 * projection may keep a reference to it.
 */
import type { Policy } from '../policy.ts';
import type { PriceCapture } from '../pricing/price.ts';
import type { Money } from '../pricing/ticket-type.ts';
import { exactTotal, isPlain, type Summand, type Total } from '../pricing/total.ts';
import type { Properties } from '../properties.ts';

/** The states in which a session holds inventory. */
export type LiveState = 'ACTIVE' | 'PENDING_PAYMENT';
export const sessionStates = ['ACTIVE', 'PENDING_PAYMENT', 'CONFIRMED', 'CANCELLED', 'EXPIRED'] as const;
export type SessionState = (typeof sessionStates)[number];

export interface SeatLine {
  /** Dense index in the event's seat map. */
  readonly seat: number;
  readonly id: number;
  readonly price: PriceCapture;
}

export interface AreaLine {
  /** Index in the event's list of areas. */
  readonly area: number;
  readonly id: number;
  readonly capacity: number;
  readonly price: PriceCapture;
}

export interface CartLines {
  readonly seats: readonly SeatLine[];
  readonly areas: readonly AreaLine[];
}

/** The cart of a session that expired while it was to be paid. */
export interface LastCart extends CartLines {
  /** Actor time of the expiry. */
  readonly at: number;
}

/** Seats and areas by index. */
export interface LostLines {
  readonly seats: readonly number[];
  readonly areas: readonly number[];
}

export interface Session {
  readonly id: string;
  /** Number of the session among the sessions and locks of the event; the seats' owner column holds it. */
  readonly ordinal: number;
  readonly state: SessionState;
  /** Empty once CANCELLED or EXPIRED. */
  readonly seats: readonly SeatLine[];
  readonly areas: readonly AreaLine[];
  /** Lines of a live session's cart that were taken away from it; absent when there are none. */
  readonly lost?: LostLines;
  /**
   * Indices of seats that an ACTIVE session gave back and that are adjacent to its cart; absent when there are none.
   */
  readonly givenBack?: readonly number[];
  /** Only when EXPIRED out of PENDING_PAYMENT: a late payment may take it again. */
  readonly lastCart?: LastCart;
  /** The session expired, and its confirmation took its last cart again. */
  readonly reclaimed?: true;
  /** What its last exchange has changed. Hundredths of the contract's total, and amounts where all lines have one. */
  readonly exchanged?: {
    readonly total: string;
    readonly amount?: number;
    readonly currency?: string;
    /** Absent in snapshots that are older than these members. */
    readonly released?: CartLines;
    readonly taken?: CartLines;
  };
  /** Number of the record that erased its reference and its properties last; absent: none has. */
  readonly erased?: number;
  /** Its pass lowers what it may hold to this many seats and places; absent: the deployment's limit alone counts. */
  readonly maxSeats?: number;
  /** Ids of the allotments that its pass opens; absent: none. */
  readonly allotments?: readonly string[];
  /** A lock of it has declared the need of accessible places. */
  readonly declaredNeed?: true;
  /** Hash of the name that its pass gives the buyer, 24 hex digits; absent: without a pass, or erased. */
  readonly buyer?: string;
  /** The organization has opened it at its counter: the limits of buyers are not its limits. */
  readonly counter?: true;
  /** It was opened with a pass of the organization. */
  readonly withPass?: true;
  /** Actor time in milliseconds. */
  readonly createdAt: number;
  /** When the hold or the payment grace runs out; null once the session is CONFIRMED or has ended. */
  readonly deadline: number | null;
  readonly reference: string | null;
  readonly properties: Properties | null;
  /** Sequence number of the record that changed it last. */
  readonly seq: number;
}

/** What is shown of a session that was removed. No session has its ordinal. */
export function goneSession(id: string, now: number): Session {
  const none: readonly never[] = [];
  return {
    ...{ id, ordinal: 0, state: 'CANCELLED', seats: none, areas: none, createdAt: now, deadline: null },
    ...{ reference: null, properties: null, seq: 0 },
  };
}

/** Live sessions hold inventory. A session whose deadline has passed is live until its expiry is a fact. */
export function isLive(session: Session): boolean {
  return session.state === 'ACTIVE' || session.state === 'PENDING_PAYMENT';
}

/** Whether its properties can be replaced. A buyer's session has them from its confirmation on. */
export function hasProperties(session: Session): boolean {
  return session.state === 'CONFIRMED' || (session.counter === true && isLive(session));
}

/** ACTIVE with an empty cart. Such a session can be ended without a loss when an event has too many of them. */
export function isEmptyHanded({ state, seats, areas }: Session): boolean {
  return state === 'ACTIVE' && seats.length === 0 && areas.length === 0;
}

/** Seats plus GA places in the cart. */
export function cartSize(session: Session): number {
  let size = session.seats.length;
  for (const line of session.areas) size += line.capacity;
  return size;
}

/** How many places the lines have in each area: an area has a line for each ticket type. */
export function placesByArea(lines: readonly AreaLine[]): Iterable<readonly [area: number, places: number]> {
  if (lines.length === 0) return [];
  const places = new Map<number, number>();
  for (const { area, capacity } of lines) places.set(area, (places.get(area) ?? 0) + capacity);
  return places;
}

/** Seats plus GA places that the session may hold. */
export function capOf({ maxSeats }: Pick<Session, 'maxSeats'>, policy: Pick<Policy, 'maxSeats'>): number {
  return maxSeats === undefined ? policy.maxSeats : Math.min(maxSeats, policy.maxSeats);
}

/** The sum of the captured prices, in hundredths. */
export function totalCents(session: Pick<Session, 'seats' | 'areas'>): Total {
  let cents: number | null = 0;
  for (const { price } of session.seats) cents = price.cents === null || cents === null ? null : cents + price.cents;
  for (const { price, capacity } of session.areas) {
    cents = price.cents === null || cents === null ? null : cents + price.cents * capacity;
  }
  return isPlain(cents) ? cents : exactTotal(summandsOf(session));
}

/** The sum of the captured amounts; null unless every line has one, and all in one currency. */
export function moneyOf({ seats, areas }: Pick<Session, 'seats' | 'areas'>): Money | null {
  const currency = (seats[0] ?? areas[0])?.price.currency;
  if (currency === undefined) return null;
  let sum = 0;
  for (const { price } of seats) {
    if (price.currency !== currency) return null;
    sum += price.amount as number;
  }
  for (const { price, capacity } of areas) {
    if (price.currency !== currency) return null;
    sum += (price.amount as number) * capacity;
  }
  return { amount: sum, currency };
}

function* summandsOf(session: Pick<Session, 'seats' | 'areas'>): Iterable<Summand> {
  for (const { price } of session.seats) if (price.unoccupied === undefined) yield [price, 1];
  for (const { price, capacity } of session.areas) yield [price, capacity];
}
