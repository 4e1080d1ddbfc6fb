/** The buyer's order, as the component tells it to the shop's page, and what each callback is told. Types only. */

export type OrderState = 'ACTIVE' | 'PENDING_PAYMENT' | 'CONFIRMED' | 'CANCELLED' | 'EXPIRED';

/** A seat, or places of an area. */
export interface OrderLine {
  readonly kind: 'seat' | 'area';
  readonly id: number;
  /** For people, such as "Stalls, Row A, Seat 5". */
  readonly label: string;
  readonly section: string;
  /** 1 for a seat. */
  readonly places: number;
  readonly priceId: number;
  readonly priceName: string;
  /** Null: the price itself. */
  readonly ticketType: string | null;
  /** Of one place, in minor units, as it was when the place was held. Null, with the currency: the price has no amount. */
  readonly amount: number | null;
  readonly currency: string | null;
  /** The amount for people; the name of the price where it has no amount. */
  readonly formatted: string;
}

export interface Order {
  /** A credential of the buyer: keep it out of addresses and logs. Null: nothing has been held yet. */
  readonly sessionId: string | null;
  readonly state: OrderState | null;
  readonly lines: readonly OrderLine[];
  /** Seats and places. */
  readonly count: number;
  /** How many seats and places the order may hold. */
  readonly maxSeats: number;
  /** The total in minor units; null, with the currency, unless every line has an amount. */
  readonly amount: number | null;
  readonly currency: string | null;
  /** The total for people. */
  readonly formatted: string;
  /** When everything is given back, UTC; null: never. */
  readonly expiresAt: string | null;
  /** By the service's clock. */
  readonly expiresInSeconds: number | null;
}

/** The service's state, which every callback gets. */
export interface Told {
  /** The service's time, UTC. */
  readonly serverTime: string;
  readonly expiresAt: string | null;
  readonly order: Order;
}

export interface NamedSeat {
  readonly id: number;
  readonly label: string;
}

export interface ShownPrice {
  readonly id: number;
  readonly name: string;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly formatted: string;
  /** Seats and places that can be booked. */
  readonly left: number;
}

export interface ReadyNews extends Told {
  readonly event: { readonly id: string; readonly name: string | null };
  readonly prices: readonly ShownPrice[];
  readonly sections: readonly { readonly id: number; readonly name: string; readonly isArea: boolean }[];
}

/** Without `Told`: it may be that nothing was heard of the service. */
export interface FailedNews {
  /** `NOT_ALLOWED`, `NOT_REACHED`, `NO_ANSWER`, `OTHER_VERSION`, `WRONG_OPTIONS`, or an error code of the service. */
  readonly code: string;
  /** What happened, and what to do about it. */
  readonly message: string;
}

export interface SessionNews extends Told {
  readonly sessionId: string;
  readonly expiresInSeconds: number | null;
}

export interface LineNews extends Told {
  readonly line: OrderLine;
}

export interface HoldNews extends Told {
  /** What this call has added. */
  readonly lines: readonly OrderLine[];
}

export interface Alternative {
  readonly label: string;
  readonly seats: readonly NamedSeat[];
}

export interface HoldFailedNews extends Told {
  /** The service's error code. */
  readonly code: string;
  /** For the buyer. */
  readonly message: string;
  /** What prevents the hold. */
  readonly conflicts: readonly NamedSeat[];
  /** What could be held instead: `select` takes their seats. */
  readonly alternatives: readonly Alternative[];
}

export interface ExpiredNews extends Told {
  /** `UNKNOWN`: the given session is not there any more. */
  readonly reason: 'EXPIRED' | 'CANCELLED' | 'UNKNOWN';
  /** What the order held. */
  readonly lost: readonly OrderLine[];
}

export interface UnavailableNews extends Told {
  /** Seats that were asked for or offered, and that somebody else has. */
  readonly seats: readonly NamedSeat[];
}

export interface HeightNews extends Told {
  /** CSS pixels that the content takes. */
  readonly height: number;
}
