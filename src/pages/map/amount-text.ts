/**
 * The text of an amount, in the language that the buyer's page speaks, or by the page that embeds this one. That page
 * answers later, so an amount has the text of `Intl` until then.
 */
import { formatAmount } from '../../client/money.ts';
import type { AmountsToFormat } from '../../component/protocol.ts';
import { speech } from '../languages/speech.ts';

type Ask = (amounts: AmountsToFormat) => Promise<readonly unknown[]>;

let ask: Ask | null = null;
let onTexts = (): void => {};
let texts = new Map<string, string | null>();
let asked: (readonly [number, string])[] = [];

/** `by`: who formats amounts; null: `Intl`. `told`: texts have come, and what is shown is out of date. */
export function setFormat(by: Ask | null, told: () => void): void {
  ask = by;
  onTexts = told;
  texts = new Map();
}

export function amountText(amount: number, currency: string): string {
  const name = `${amount} ${currency}`;
  const text = texts.get(name);
  if (text === undefined && ask !== null) want(name, amount, currency);
  return text ?? formatAmount(amount, currency, speech().locale);
}

/** All amounts of one turn of the event loop are one question. */
function want(name: string, amount: number, currency: string): void {
  texts.set(name, null);
  asked.push([amount, currency]);
  if (asked.length > 1) return;
  queueMicrotask(() => {
    const amounts = asked;
    asked = [];
    void learn(amounts, texts);
  });
}

/** `into`: texts of before a change of the options are of no use. */
async function learn(amounts: AmountsToFormat, into: Map<string, string | null>): Promise<void> {
  const answers = await ask?.(amounts).catch(() => null);
  amounts.forEach(([amount, currency], at) => {
    const text = answers?.[at];
    if (typeof text === 'string' && text !== '') into.set(`${amount} ${currency}`, text);
  });
  if (into === texts) onTexts();
}
