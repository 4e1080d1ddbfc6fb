/** Replaces the texts of amounts in what the map has told by those of the shop's page. Pure. */

export type FormatAmount = (minorUnits: number, currency: string) => string;

/** The same value, in which everything with an amount, a currency and a text for them has this text. */
export function formattedBy(format: FormatAmount, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => formattedBy(format, one));
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, formattedBy(format, one)]));
  const { amount, currency } = copy;
  if (typeof amount === 'number' && typeof currency === 'string' && 'formatted' in copy) {
    copy.formatted = format(amount, currency);
  }
  return copy;
}
