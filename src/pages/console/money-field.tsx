/**
 * The field for an amount of money, as text until `enteredAmount` reads it. Shows the amount as it is read, or why it cannot
 * be read.
 */
import type { ComponentChild } from 'preact';
import { decimalsOf, formatAmount } from '../../client/index.ts';
import { speech } from '../languages/speech.ts';
import { TextField } from '../shared/components/fields.tsx';
import { amountMax, currencyCode, type Refused, readAmount, typedAmount } from './entered-amount.ts';
import { text } from './sale-texts.ts';

/** In minor units. */
const exampleAmount = 4_550;

/** What a field with this amount has at first. */
export function amountField(amount: number | null | undefined, currency: string | null | undefined): string {
  return amount == null ? '' : typedAmount(amount, currency ?? '', speech().locale);
}

/** The amount in minor units; null: nothing is entered. `currency` as entered. Throws a `RangeError` for the person. */
export function enteredAmount(entered: string, currency: string): number | null {
  if (entered.trim() === '') return null;
  const code = currencyCode(currency);
  if (code === '') throw new RangeError(text('amountNeedsCurrency'));
  if (decimalsOf(code) === undefined) throw new RangeError(text('unknownCurrency', { currency: code }));
  const read = readAmount(entered, code, speech().locale);
  if ('amount' in read) return read.amount;
  throw new RangeError(problemOf(read.refused, entered, code));
}

interface Properties {
  readonly label: string;
  /** The currency as entered. */
  readonly currency: string;
  /** What it means to leave the field empty. */
  readonly emptyHint?: string;
  readonly value: string;
  readonly onText: (text: string) => void;
}

export function MoneyField({ currency, emptyHint, ...field }: Properties): ComponentChild {
  const code = currencyCode(currency);
  const read = decimalsOf(code) === undefined ? null : readAmount(field.value, code, speech().locale);
  const problem = read !== null && 'refused' in read ? problemOf(read.refused, field.value, code) : undefined;
  const amount = read !== null && 'amount' in read ? read.amount : null;
  const example = text('amountHint', { example: typedAmount(exampleAmount, code, speech().locale) });
  const hint =
    amount === null
      ? [example, emptyHint].filter((part) => part !== undefined).join(' ')
      : text('amountRead', { amount: formatAmount(amount, code, speech().locale) });
  const below = problem === undefined ? { hint } : { problem };
  return <TextField {...field} {...below} inputMode="decimal" autoComplete="off" />;
}

function problemOf(refused: Refused, entered: string, currency: string): string {
  const { locale } = speech();
  const typed = entered.trim();
  const example = typedAmount(exampleAmount, currency, locale);
  const count = decimalsOf(currency) ?? 0;
  switch (refused) {
    case 'tooManyDecimals':
      return count === 0
        ? text('noDecimals', { entered: typed, currency })
        : text('tooManyDecimals', { entered: typed, currency, count });
    case 'tooLarge':
      return text('amountTooLarge', { max: formatAmount(amountMax, currency, locale) });
    case 'twoReadings':
      return text('twoReadings', { entered: typed, example });
    default:
      return text('noAmount', { entered: typed, example });
  }
}
