/** What the buyer's page reads of the service's answers. Types only; the client checks nothing at run time. */
import type { BrandColours } from '../shared/brand-colours.ts';

export interface CartSeat {
  readonly id: number;
  readonly priceId: number;
  readonly priceName: string;
  /** In minor units; absent, with the currency, when the price has no amount. */
  readonly amount?: number;
  readonly currency?: string;
  /** Absent: the price itself. */
  readonly ticketType?: string;
  readonly ticketTypeName?: string;
  /** A seat of a table on which nobody sits: it costs nothing. */
  readonly unoccupied?: true;
}

export interface CartArea extends CartSeat {
  /** Places held. */
  readonly capacity: number;
}

export interface Cart {
  readonly seats: readonly CartSeat[];
  readonly groupOfSeats: readonly CartArea[];
}

export type SessionState = 'ACTIVE' | 'PENDING_PAYMENT' | 'CONFIRMED' | 'CANCELLED' | 'EXPIRED';

export interface Session {
  readonly sessionId: string;
  readonly state: SessionState;
  readonly cart: Cart;
  readonly total: number;
  /** Absent unless every line has an amount. */
  readonly amount?: number;
  readonly currency?: string;
  /** UTC; null: the session has no deadline. */
  readonly expiresAt: string | null;
  readonly serverTime: string;
}

/** What the organization sets for all pages of its buyers; absent members: the page's own. */
export interface Brand {
  readonly logoUrl: string | null;
  readonly logoAlt: string | null;
  readonly colours: BrandColours;
  /** By language and key. */
  readonly texts: Readonly<Record<string, unknown>>;
}

/** Title, place and time of the event. */
export interface Face {
  readonly title: string;
  readonly venue: { readonly name: string; readonly address: string | null } | null;
  /** Local date-time. */
  readonly start: string;
  /** Null, with the instant: not known. */
  readonly timeZone: string | null;
  readonly startsAt: string | null;
  readonly imageUrl: string | null;
  /** The shop's page that takes the payment; null: this page only waits. */
  readonly returnUrl: string | null;
  /** Absent: the organization has none. */
  readonly brand?: Brand | undefined;
}

/** How the event lets buyers create sessions. */
export interface Admission {
  readonly mode: 'OPEN' | 'PASS' | 'QUEUE';
  /** Why nothing can be held at the moment; null: it can. */
  readonly closedBecause: string | null;
}

export interface Ticket {
  readonly ticket: string;
  readonly state: 'WAITING' | 'ADMITTED' | 'CLAIMED' | 'LAPSED';
  readonly position: number | null;
  readonly ahead: number | null;
  readonly estimatedSeconds: number | null;
  readonly expiresAt: string | null;
  readonly opensAt: string | null;
  readonly pollSeconds: number;
  readonly serverTime: string;
}

export interface TicketType {
  readonly id: string;
  readonly name: string;
  readonly amount: number;
}

export interface Prices {
  /** Seat id and price id of what can be booked now. */
  readonly seats: readonly (readonly [number, number])[];
  /** Section id, price id and places of each area. */
  readonly groupOfSeats: readonly (readonly [number, number, number])[];
  readonly prices: readonly {
    readonly id: number;
    readonly name: string;
    readonly amount?: number;
    readonly currency?: string;
    readonly ticketTypes?: readonly TicketType[];
  }[];
}

/** A change of what can be booked. */
export interface Change {
  readonly freed: readonly number[];
  readonly taken: readonly number[];
  readonly areas: readonly (readonly [number, number])[];
}

/** Why a call failed. `NO_CONNECTION`, the page's own code: no answer came. */
export interface Problem {
  readonly errorCode: string;
  readonly detail: string;
  readonly conflicts?: { readonly seats: readonly number[]; readonly groupOfSeats: readonly number[] };
  readonly orphanSeats?: readonly number[];
  /** Seats that are booked together with those of the call. */
  readonly rest?: readonly number[];
  readonly alternatives?: readonly (readonly number[])[];
  readonly largestTogether?: number;
  readonly maxSeats?: number;
  readonly left?: number;
  readonly opensAt?: string;
}

export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem };

/** What a buyer wants to hold. */
export interface Wish {
  readonly seats?: readonly number[];
  /** Ids of units: all their seats. */
  readonly units?: readonly number[];
  /** By unit id, of units that the wish or the cart has. */
  readonly guests?: Readonly<Record<string, number>>;
  /** The wanted total of each area and ticket type. */
  readonly groupOfSeats?: readonly {
    readonly id: number;
    readonly capacity: number;
    readonly ticketType?: string | null;
  }[];
  /** By seat id, of some of the seats; null: the price itself. */
  readonly ticketTypes?: Readonly<Record<string, string | null>>;
  readonly bestAvailable?: {
    readonly count: number;
    readonly priceIds?: readonly number[];
    readonly sectionIds?: readonly number[];
    readonly accessible?: number;
    readonly together?: boolean;
  };
  /** The buyer needs wheelchair places. */
  readonly accessible?: { readonly wheelchairs: number; readonly companions: number };
}
