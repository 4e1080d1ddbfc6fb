/**
 * The body of legacy price assignments (contract: v1 PriceAssignment): its schema, and the parser that makes columns of
 * it. Does not know what the keys name. A worker thread parses large bodies.
 */
import { z } from 'zod';
import { areaCapacityMax, type PackedText, packText } from '#domain/layout/layout.ts';
import type { FieldError } from '#domain/refusal.ts';
import { constraint } from '../constraint.ts';
import { properties } from '../fields.ts';
import { JsonFields } from './json-fields.ts';
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
          .refine((amount) => amount === 0 || amount >= amountMin, {
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

export type AmountLinesCheck =
  | { readonly ok: true; readonly lines: AmountLines }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** Checks `[{compositeKey, price, capacity?, properties?}]` (contract: v1 PriceAssignment), properties lifted. */
export function checkAmounts(body: unknown): AmountLinesCheck {
  const fields = new JsonFields();
  const values = fields.list(body, 'body', 0, linesMax);
  const keys: string[] = [];
  const capacities = new Int32Array(values.length).fill(-1);
  const prices = new Int32Array(values.length);
  const places = new Map<number, number>();
  const properties: [number, string][] = [];
  for (let at = 0; at < values.length && !fields.isFull; at++) {
    const field = `[${at}]`;
    const line = fields.object(values[at], field);
    if (line === null) continue;
    keys.push(keyOf(fields, line.compositeKey, `${field}.compositeKey`));
    const amount = amountOf(fields, line.price, `${field}.price`);
    const place = places.get(amount) ?? places.size;
    places.set(amount, place);
    prices[at] = place;
    if (line.capacity !== undefined && line.capacity !== null) {
      capacities[at] = fields.integer(line.capacity, `${field}.capacity`, 0, areaCapacityMax);
    }
    const text = fields.properties(line.properties, `${field}.properties`);
    if (text !== null) properties.push([at, text]);
  }
  if (fields.errors.length > 0) return { ok: false, errors: fields.errors };
  const amounts = [...places.keys()];
  const columns = { keys: packText(keys), capacities, prices, amounts, names: amounts.map(String), properties };
  return { ok: true, lines: { count: values.length, ...columns } };
}

function amountOf(fields: JsonFields, value: unknown, field: string): number {
  const amount = fields.number(value, field);
  // Smaller numbers are written with an exponent, not as decimals.
  if (amount < 0 || (amount > 0 && amount < amountMin))
    fields.reject(field, 'MIN', `must be 0 or at least ${amountMin}`, amount);
  else if (amount > amountMax) fields.reject(field, 'MAX', `must be at most ${amountMax}`, amount);
  // Turns -0 into 0.
  return amount + 0;
}

function keyOf(fields: JsonFields, value: unknown, field: string): string {
  if (typeof value === 'string') return value.length <= keyLengthMax ? value : '';
  fields.text(value, field);
  return '';
}
