/** The rule of a price's terms: an amount and its currency go together, and ticket types need both. */
import type { FieldError } from '../refusal.ts';
import type { PriceTerms, TermsChange } from './ticket-type.ts';

/** The terms after the change, or the errors of its fields. Undefined: the price has none. */
export function changedTerms(
  before: PriceTerms | undefined,
  change: TermsChange,
  field: string,
): { readonly terms: PriceTerms | undefined } | { readonly error: FieldError } {
  const amount = change.amount === undefined ? before?.amount : (change.amount ?? undefined);
  const currency = change.currency === undefined ? before?.currency : (change.currency ?? undefined);
  const types = change.ticketTypes === undefined ? before?.ticketTypes : (change.ticketTypes ?? undefined);
  const ticketTypes = types?.length === 0 ? undefined : types;
  if (amount !== undefined && currency !== undefined) {
    return { terms: { amount, currency, ...(ticketTypes === undefined ? {} : { ticketTypes }) } };
  }
  const missing = amount === undefined && (currency !== undefined || ticketTypes !== undefined) ? 'amount' : 'currency';
  if (amount === undefined && currency === undefined && ticketTypes === undefined) return { terms: undefined };
  const message =
    ticketTypes === undefined
      ? 'must be there when the other of amount and currency is'
      : 'must be there with ticketTypes';
  return { error: { field: `${field}.${missing}`, message, rejectedValue: null, code: 'NOT_NULL' } };
}

export function areSameTerms(one: PriceTerms | undefined, other: PriceTerms | undefined): boolean {
  return JSON.stringify(valuesOf(one)) === JSON.stringify(valuesOf(other));
}

/** Lists, because the members of an object may come in any order. */
function valuesOf(terms: PriceTerms | undefined): unknown {
  const types = terms?.ticketTypes?.map(({ id, name, amount, maxPerSession, eventMax, requiresPass }) => {
    return [id, name, amount, maxPerSession, eventMax, requiresPass];
  });
  return [terms?.amount, terms?.currency, types];
}
