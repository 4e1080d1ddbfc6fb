/**
 * Sums of captured prices. Exact for amounts of any length: the sum is rounded once, half up, to hundredths. Usual
 * amounts are summed as whole hundredths; only larger or finer ones are summed as big integers, from the digits of the
 * names.
 */
import { amountOf, type PriceCapture } from './price.ts';

/** Hundredths; a bigint when the number in the JSON, a quotient, would lose digits. */
export type Total = number | bigint;

/** Below this, the number of hundredths divided by 100 is written with exactly its digits (15 decimal digits). */
const plainMax = 999_999_999_999_999;

/** A price, and how many times it is counted. */
export type Summand = readonly [price: PriceCapture, times: number];

/**
 * Whether the sum of whole hundredths is exact. No summand is negative, so a partial sum that was rounded stays beyond
 * the limit.
 */
export function isPlain(cents: number | null): cents is number {
  return cents !== null && cents <= plainMax;
}

/** The sum of the digits in the names. */
export function exactTotal(summands: Iterable<Summand>): Total {
  const amounts = Array.from(summands, ([{ name }, times]) => ({ ...amountOf(name), times: BigInt(times) }));
  const scale = amounts.reduce((most, { fraction }) => Math.max(most, fraction.length), 2);
  let sum = 0n;
  for (const { whole, fraction, times } of amounts) sum += BigInt(whole + fraction.padEnd(scale, '0')) * times;
  const unit = 10n ** BigInt(scale - 2);
  const total = (sum + unit / 2n) / unit;
  return total <= plainMax ? Number(total) : total;
}
