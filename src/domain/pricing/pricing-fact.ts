/** What can happen to prices, to what they are assigned to, and to the properties of seats. Part of the facts of an event. */
import type { StoredProperties } from '../properties.ts';
import type { SeatRuns } from '../seats/seat-runs.ts';
import type { PriceTerms } from './ticket-type.ts';

type Places = readonly [area: number, amount: number];

/** Prices, their assignments, and the properties of seats. */
export type PricingFact =
  /** `terms`: of those prices that have any. */
  | {
      readonly type: 'prices-defined';
      readonly prices: readonly { readonly id: number; readonly name: string; readonly externalId: string | null }[];
      readonly terms?: readonly (PriceTerms & { readonly price: number })[];
    }
  /**
   * Same ids, new names; carts keep what they captured. `terms`: all terms of these prices from now on, or that they have
   * none; every other price keeps its own.
   */
  | {
      readonly type: 'prices-renamed';
      readonly prices: readonly { readonly id: number; readonly name: string; readonly externalId: string | null }[];
      readonly terms?: readonly ((PriceTerms | { readonly none: true }) & { readonly price: number })[];
    }
  /** The seats and areas of the price have none from now on. */
  | { readonly type: 'price-deleted'; readonly price: number }
  /** `areas`: places available from now on. */
  | {
      readonly type: 'priced';
      readonly price: number;
      readonly seats?: SeatRuns;
      readonly areas?: readonly Places[];
    }
  /** The event's own capacities, of areas that have none in the layout. */
  | { readonly type: 'areas-sized'; readonly areas: readonly Places[] }
  | { readonly type: 'unpriced'; readonly seats?: SeatRuns; readonly areas?: readonly number[] }
  | {
      readonly type: 'seats-described';
      readonly properties: readonly (readonly [seat: number, properties: StoredProperties | null])[];
    };
