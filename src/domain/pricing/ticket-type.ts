/**
 * The amount of a price in the minor units of its currency, and its ticket types: adult, child, reduced. All are
 * optional. A price without them is what its name says, and nothing here costs it anything.
 */

/** A whole number of minor units: cents of EUR, yen, thousandths of KWD. */
export interface Money {
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** A kind of ticket for the seats and areas of one price. */
export interface TicketType {
  /** Unique within its price. Lines and counts name it, so it stays when the type changes. */
  readonly id: string;
  readonly name: string;
  readonly amount: number;
  /** How many tickets of the type one session may hold. */
  readonly maxPerSession?: number;
  /** How many tickets of the type may be held and sold. */
  readonly eventMax?: number;
  /** Only for a session that was opened with a pass. */
  readonly requiresPass?: true;
}

/** What a price has beside its name. */
export interface PriceTerms extends Money {
  readonly ticketTypes?: readonly TicketType[];
}

/** The changed terms of a price. Absent: stays; null: is taken away. */
export interface TermsChange {
  readonly amount?: number | null;
  readonly currency?: string | null;
  readonly ticketTypes?: readonly TicketType[] | null;
}

/** Seats that are taken with a ticket type, or whose line gets another one; null: the price itself. */
export type SeatTypes = readonly (readonly [seat: number, ticketType: string | null])[];

/** Places with a ticket type of the area's price. */
export type TypedAreaCount = readonly [area: number, amount: number, ticketType: string];
