/**
 * The body of legacy price assignments (contract: v1 PriceAssignment): its schema and its columns. Does not know what the
 * keys name. A worker thread parses large bodies.
 */
import { z } from 'zod';
import { areaCapacityMax, type PackedText, packText } from '#domain/layout/layout.ts';
import { constraint } from '../constraint.ts';
import { properties } from '../fields.ts';
import { compositeKey } from './legacy-selections.ts';

const linesMax = 1_000_000;
/** Twelve digits: a JSON number represents their hundredths exactly. */
const amountMax = 999_999_999_999;
const amountMin = 0.000_001;
const keyLengthMax = 2_000;

export const amounts = z
  .array(
    z
      .object({
        capacity: z
          .int()
          .min(0)
          .max(areaCapacityMax)
          .nullish()
          .meta({ description: 'For a GA area: the number of places to make available.' }),
        compositeKey,
        price: z
          .number()
          .min(0)
          .max(amountMax)
          .refine((amount) => amount <= 0 || amount >= amountMin, {
            message: `must be 0 or at least ${amountMin}`,
            params: constraint('MIN'),
          })
          .meta({ description: 'An amount; the event’s price with that name is found or created.' }),
        properties: properties.nullish().meta({ description: 'The seat’s own properties; they replace earlier ones.' }),
      })
      .meta({ id: 'LegacyPriceAssignment' }),
  )
  .max(linesMax);

export const amountsExample = [{ capacity: null, compositeKey: 'Stalls;;A;;1', price: 45.5, properties: null }];

/** The lines in the order of the body. */
export interface AmountLines {
  readonly count: number;
  readonly keys: PackedText;
  /** -1 for none. */
  readonly capacities: Int32Array;
  /** Position in `names`. */
  readonly prices: Int32Array;
  /** The distinct amounts, and as names of their prices the canonical decimals: "5.5". */
  readonly amounts: readonly number[];
  readonly names: readonly string[];
  /** JSON text by position. */
  readonly properties: readonly (readonly [position: number, text: string])[];
}

/** The lines of a body as columns. */
export function amountColumns(lines: z.output<typeof amounts>): AmountLines {
  const keys: string[] = [];
  const capacities = new Int32Array(lines.length);
  const prices = new Int32Array(lines.length);
  const places = new Map<number, number>();
  const described: [number, string][] = [];
  lines.forEach(({ compositeKey: key, price, capacity, properties: text }, at) => {
    keys.push(key.length <= keyLengthMax ? key : '');
    // A map takes -0 for 0.
    const place = places.get(price) ?? places.size;
    places.set(price, place);
    prices[at] = place;
    capacities[at] = capacity ?? -1;
    if (text !== undefined && text !== null) described.push([at, text]);
  });
  const distinct = [...places.keys()];
  const columns = { keys: packText(keys), capacities, prices, amounts: distinct, names: distinct.map(String) };
  return { count: lines.length, ...columns, properties: described };
}
