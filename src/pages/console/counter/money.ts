/** Amounts at the counter as people read them. */
import { formatAmount } from '../../../client/index.ts';
import { speech } from '../../languages/speech.ts';
import { amount as plainAmount } from '../format.ts';

export interface Sum {
  readonly total: number;
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
}

/** `amount`: in minor units. */
export function money(amount: number, currency: string): string {
  return formatAmount(amount, currency, speech().locale);
}

/** Without amounts the sum of what the names of the prices begin with. */
export function sumText({ amount, currency, total }: Sum): string {
  return amount === undefined || currency === undefined ? plainAmount(total) : money(amount, currency);
}
