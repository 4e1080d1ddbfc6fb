/**
 * Prices of an event. A price has no amount of its own: the amount is the leading decimal number of its name, of any
 * length. A cart keeps the name that it captured, whatever happens to the price later.
 */
export interface Price {
  readonly id: number;
  readonly name: string;
  readonly externalId: string | null;
  /** Position in the event's price list plus one; the seats' price column holds it. */
  readonly slot: number;
  readonly capture: PriceCapture;
}

/** The price as a cart line keeps it. */
export interface PriceCapture {
  readonly id: number;
  readonly name: string;
  /** Computed from the name by `captureOf`, never read from storage: older versions stored rounded amounts. */
  readonly cents: number | null;
}

const leadingAmount = /^\s*0*(\d+)(?:\.(\d+))?/;
/** Longer amounts are summed as big integers. */
const wholeDigitsMax = 13;

export function captureOf(id: number, name: string): PriceCapture {
  return { id, name, cents: centsOf(name) };
}

/**
 * The leading decimal number of a name in hundredths, 0 without one; null when it has too many digits for a number to
 * hold it exactly.
 */
export function centsOf(name: string): number | null {
  const { whole, fraction } = amountOf(name);
  if (whole.length > wholeDigitsMax || fraction.length > 2) return null;
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

/** The digits of the leading decimal number, without zeros at its ends. */
export function amountOf(name: string): { readonly whole: string; readonly fraction: string } {
  const match = leadingAmount.exec(name);
  return { whole: match?.[1] ?? '0', fraction: (match?.[2] ?? '').replace(/0+$/, '') };
}
