/**
 * Converts between the amounts that people type, such as 45, 45.50 or 45,50, and the minor units of the service. Knows the
 * signs of the page's language. Refuses text that can be read as two amounts. Pure.
 */
import { decimalAmount, decimalsOf } from '../../client/index.ts';

/** In minor units: the most that the service takes. */
export const amountMax = 10_000_000_000;

export type Refused = 'noAmount' | 'twoReadings' | 'tooManyDecimals' | 'tooLarge';

/** `amount` in minor units; null: nothing is entered. */
export type ReadAmount = { readonly amount: number | null } | { readonly refused: Refused };

/** One sign at most: it may part the decimals, or the thousands. */
const plain = /^(\d*)(?:([.,٫])(\d*))?$/;
/** Thousands in groups of three, all with one sign, then perhaps decimals after another sign. */
const grouped = /^(\d{1,3}(?:([ .,])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,٫](\d*))?$/;
const easternDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;
const marksOfDirection = /[\u200e\u200f\u061c]/g;
/** Signs that only part thousands: spaces, apostrophes, and the one of Arabic. */
const thousands = /[\s'’٬]/g;

/** The code as the service wants it; '' when nothing is entered. */
export function currencyCode(entered: string): string {
  return entered.trim().toUpperCase();
}

/** `currency`: a code that `decimalsOf` knows. `locale`: decides what a sign before three digits parts. */
export function readAmount(entered: string, currency: string, locale: string): ReadAmount {
  const typed = normal(entered);
  if (typed === '') return { amount: null };
  const [, all = '', sign, fraction = ''] = plain.exec(typed) ?? [];
  if (all + fraction !== '') return readPlain(all, sign, fraction, currency, locale);
  const [, whole, , decimals = ''] = grouped.exec(typed) ?? [];
  return whole === undefined ? { refused: 'noAmount' } : minorUnits(whole.replace(/\D/g, ''), decimals, currency);
}

function readPlain(
  whole: string,
  sign: string | undefined,
  fraction: string,
  currency: string,
  locale: string,
): ReadAmount {
  const mayBeThousands = (sign === '.' || sign === ',') && fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  if (!mayBeThousands || sign === signOf('decimal', locale)) return minorUnits(whole, fraction, currency);
  // Without decimals the sign can only be that of thousands, where the language writes them so.
  if (decimalsOf(currency) === 0 && sign === signOf('group', locale)) return minorUnits(whole + fraction, '', currency);
  return { refused: 'twoReadings' };
}

function minorUnits(whole: string, fraction: string, currency: string): ReadAmount {
  const decimals = decimalsOf(currency) ?? 2;
  if (fraction.length > decimals) return { refused: 'tooManyDecimals' };
  const amount = Number(whole + fraction.padEnd(decimals, '0'));
  return amount > amountMax ? { refused: 'tooLarge' } : { amount };
}

/** With digits of Europe and of usual width, without marks, and with spaces for all signs that only part thousands. */
function normal(entered: string): string {
  return entered
    .normalize('NFKC')
    .replace(marksOfDirection, '')
    .trim()
    .replace(thousands, ' ')
    .replace(easternDigits, (digit) => String(digit.charCodeAt(0) & 0xf));
}

function signOf(type: 'decimal' | 'group', locale: string): string | undefined {
  // Some languages part thousands only from five digits on.
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).formatToParts(1_234_567.5);
  return parts.find((part) => part.type === type)?.value;
}

/** An amount in minor units as the person would type it, without the currency: "45.50", in German "45,50". */
export function typedAmount(amount: number, currency: string, locale: string): string {
  const decimals = decimalsOf(currency) ?? 2;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false };
  return new Intl.NumberFormat(locale, digits).format(decimalAmount(amount, currency));
}
