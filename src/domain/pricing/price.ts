/**
 * Prices of an event. A price carries no amount of its own: the amount is the leading decimal number of
 * its name. What a cart captured stays as it was, whatever becomes of the price.
 */
export interface Price {
  readonly id: number;
  readonly name: string;
  readonly externalId: string | null;
  /** Position in the event's price list plus one; what the seats' price column holds. */
  readonly slot: number;
  readonly capture: PriceCapture;
}

/** The price as a cart line keeps it. */
export interface PriceCapture {
  readonly id: number;
  readonly name: string;
  /** Amount in hundredths. */
  readonly cents: number;
}

// Twelve digits: more are an article number, and their sums would not be exact.
const leadingAmount = /^\s*(\d{1,12})(?!\d)(?:\.(\d+))?/;

/** The leading decimal number of a name in hundredths, half a hundredth rounded up; 0 where there is none. */
export function centsOf(name: string): number {
  const match = leadingAmount.exec(name);
  if (match === null) return 0;
  const fraction = (match[2] ?? '').padEnd(3, '0');
  const roundUp = fraction.charCodeAt(2) >= '5'.charCodeAt(0) ? 1 : 0;
  return Number(match[1]) * 100 + Number(fraction.slice(0, 2)) + roundUp;
}
