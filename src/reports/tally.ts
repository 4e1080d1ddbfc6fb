/**
 * The rows of a report while it is counted: places, units and money by group. Money is what lines have captured, summed by
 * currency in minor units, and the contract's total, which is read from the names of prices. Holds a row for each group,
 * whatever the number of places.
 */
import type { PriceCapture } from '#domain/pricing/price.ts';
import { exactTotal, type Total } from '#domain/pricing/total.ts';
import { definitionOf, type Grouping, type Place } from './groups.ts';

export interface ReportRow {
  /** One of the places that it counts: all agree in what the report is grouped by. */
  readonly place: Place;
  readonly places: number;
  /** Those of the places that are seats of a unit on which nobody sits. */
  readonly unoccupied: number;
  /** Units of the booking WHOLE, each in the row of its first seat. */
  readonly units: number;
  readonly total: Total;
  readonly amounts: readonly { readonly currency: string; readonly amount: bigint }[];
}

/** How much of one kind of place is counted at once. */
export interface Amount {
  readonly places: number;
  readonly units?: number;
  /** What each of them has captured; null: they are not sold or held, or have no price. */
  readonly captured: PriceCapture | null;
}

interface CountedRow {
  readonly place: Place;
  places: number;
  unoccupied: number;
  units: number;
  readonly prices: Map<string, { readonly price: PriceCapture; count: number }>;
  readonly amounts: Map<string, bigint>;
}

export class Tally {
  readonly by: readonly Grouping[];
  readonly #rows = new Map<string, CountedRow>();

  constructor(by: readonly Grouping[]) {
    this.by = by;
  }

  add(place: Place, { places, units = 0, captured }: Amount): void {
    if (places === 0) return;
    const row = this.#rowOf(place);
    row.places += places;
    row.units += units;
    if (captured === null) return;
    if (captured.unoccupied === true) row.unoccupied += places;
    else addPrice(row, captured, places);
    const { amount, currency } = captured;
    if (amount === undefined || currency === undefined) return;
    // Of a series with millions of places the sum can be beyond what a number holds exactly.
    row.amounts.set(currency, (row.amounts.get(currency) ?? 0n) + BigInt(amount) * BigInt(places));
  }

  /** In the order of the groupings. */
  rows(): readonly ReportRow[] {
    const compare = (a: CountedRow, b: CountedRow): number => {
      for (const name of this.by) {
        const order = definitionOf[name].compare(a.place, b.place);
        if (order !== 0) return order;
      }
      return 0;
    };
    return [...this.#rows.values()].sort(compare).map(({ prices, amounts, ...row }) => ({
      ...row,
      total: exactTotal(Array.from(prices.values(), ({ price, count }) => [price, count] as const)),
      amounts: [...amounts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([currency, amount]) => ({ currency, amount })),
    }));
  }

  #rowOf(place: Place): CountedRow {
    const key = this.by.map((name) => definitionOf[name].key(place)).join('\n');
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const row = { place, places: 0, unoccupied: 0, units: 0, prices: new Map(), amounts: new Map() };
    this.#rows.set(key, row);
    return row;
  }
}

/** The total follows from the name alone. */
function addPrice({ prices }: CountedRow, price: PriceCapture, places: number): void {
  const known = prices.get(price.name);
  if (known === undefined) prices.set(price.name, { price, count: places });
  else known.count += places;
}
