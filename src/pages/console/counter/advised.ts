/** The sentences beside a change of a purchase: advice on a refusal, and the difference of an exchange. */
import type { Plan } from '../../shared/plan.ts';
import { problemText, Refusal } from '../refusal.ts';
import type { PrivateSession } from './counter-calls.ts';
import { money, sumText } from './money.ts';
import { adviceOn } from './refusals.ts';
import type { SaleState } from './sale.ts';
import { text } from './texts.ts';

/** What the customer pays in addition, or gets back. */
export function differenceText({ amount, currency, total }: NonNullable<PrivateSession['exchanged']>): string {
  const [value, shown] =
    amount === undefined || currency === undefined
      ? [total, sumText({ total: Math.abs(total) })]
      : [amount, money(Math.abs(amount), currency)];
  if (value === 0) return text('sameAmount');
  return text(value > 0 ? 'toPay' : 'toRefund', { sum: shown });
}

/** Rejects with what the person can do. */
export async function advised<Value>(
  call: () => Promise<Value>,
  plan: Plan | null,
  timeZone: string | null,
): Promise<Value> {
  try {
    return await call();
  } catch (why) {
    throw why instanceof Refusal
      ? new Error(adviceOn({ why, step: null }, plan, timeZone).text)
      : new Error(problemText(why));
  }
}

/** Throws what the person can do, unless the step of the sale that has just run has taken effect. */
export function requireEffect({ refused, unanswered }: SaleState, timeZone: string | null): void {
  if (unanswered !== null) throw new Error(text('noAnswer'));
  if (refused !== null) throw new Error(adviceOn(refused, null, timeZone).text);
}
