/** One side of an exchange, as its fact has it. */

/** Places of an area. `ticketType`: null for the price itself. */
export type ExchangedPlaces = readonly [area: number, amount: number, ticketType: string | null];

/** By index. An area is named once for each ticket type. */
export interface ExchangedLines {
  readonly seats: readonly number[];
  readonly areas: readonly ExchangedPlaces[];
}
