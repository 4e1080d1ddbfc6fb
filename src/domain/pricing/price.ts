/**
 * Prices of an event. The contract reads the amount of a price from its name: it is the leading decimal number, of any
 * length. Beside that a price may have an amount in minor units and ticket types. A cart keeps what it captured,
 * whatever happens to the price later.
 */
import { assert } from '#collections/assert.ts';
import type { Money, PriceTerms, TicketType } from './ticket-type.ts';

export interface Price {
  readonly id: number;
  readonly name: string;
  readonly externalId: string | null;
  /** Position in the event's price list plus one; the seats' price column holds it. */
  readonly slot: number;
  readonly capture: PriceCapture;
  /** Absent: it has no amount of its own. */
  readonly terms?: PriceTerms;
  /** What a line with each of its ticket types captures, in their order; absent without ticket types. */
  readonly typed?: readonly PriceCapture[];
}

/** The price as a cart line keeps it. */
export interface PriceCapture extends Partial<Money> {
  readonly id: number;
  readonly name: string;
  /** Computed from the name by `captureOf`, never read from storage: older versions stored rounded amounts. */
  readonly cents: number | null;
  /** Absent: the line has the price itself. `amount` is then the price's own. */
  readonly ticketType?: Pick<TicketType, 'id' | 'name'>;
  /** A seat of a unit on which nobody sits: it costs nothing. */
  readonly unoccupied?: true;
}

/** What a capture has beside its id and name: nothing, or an amount with its currency. */
export type CapturedTerms = Pick<PriceCapture, 'amount' | 'currency' | 'ticketType' | 'unoccupied'>;

/** What a line with this ticket type captures; undefined: the price has no such type. */
export function typedCapture({ typed }: Price, ticketType: string): PriceCapture | undefined {
  return typed?.find((capture) => capture.ticketType?.id === ticketType);
}

/** What a line of the price captures with this type, or without one. The price must have the type. */
export function captureWith(price: Price, type: string | null): PriceCapture {
  const capture = type === null ? price.capture : typedCapture(price, type);
  assert(capture !== undefined, () => `price ${price.id} has no ticket type ${type}`);
  return capture;
}

/** What a line of the price captures for a seat on which nobody sits. */
export function unoccupiedCapture({ id, name, currency }: Omit<PriceCapture, 'cents'>): PriceCapture {
  const capture = { id, name, cents: 0, unoccupied: true } as const;
  return currency === undefined ? capture : { ...capture, amount: 0, currency };
}

/** A restored capture is another object than the price's. */
export function areSameCaptures(one: PriceCapture | undefined, other: PriceCapture | undefined): boolean {
  if (one === other || one === undefined || other === undefined) return one === other;
  const isSamePrice = one.id === other.id && one.name === other.name;
  const isSameAmount = one.amount === other.amount && one.currency === other.currency;
  const isSameType = one.ticketType?.id === other.ticketType?.id && one.ticketType?.name === other.ticketType?.name;
  return isSamePrice && isSameAmount && isSameType && one.unoccupied === other.unoccupied;
}

const leadingAmount = /^\s*0*(\d+)(?:\.(\d+))?/;
/**
 * The number at the beginning of a name as a person reads it: behind a sign, a currency or a point, with separators of
 * thousands, with a comma, in any script.
 */
const writtenAmount =
  /^\s*([-+−]|[A-Z]{0,3}\p{Sc}|[A-Z]{3})?\s*([.,]?)(\p{Nd}+(?:[.,'’٫٬]\p{Nd}+|[\p{Zs}]\p{Nd}{3}(?!\p{Nd}))*)/u;
const plainAmount = /^\d+(?:\.\d{1,2})?$/;
/** "EUR 45" is meant as an amount, "VIP 2" is not. */
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** Longer amounts are summed as big integers. */
const wholeDigitsMax = 13;

export function captureOf(id: number, name: string, terms?: CapturedTerms): PriceCapture {
  if (terms?.unoccupied === true) return unoccupiedCapture({ id, name, ...terms });
  const capture = { id, name, cents: centsOf(name) };
  if (terms?.amount === undefined || terms.currency === undefined) return capture;
  const { amount, currency, ticketType } = terms;
  return { ...capture, amount, currency, ...(ticketType === undefined ? {} : { ticketType }) };
}

/** The price with all that follows from its name and its terms. */
export function priceOf(
  { id, name, externalId }: Pick<Price, 'id' | 'name' | 'externalId'>,
  slot: number,
  terms: PriceTerms | undefined,
): Price {
  const price = { id, name, externalId, slot, capture: captureOf(id, name, terms) };
  if (terms === undefined) return price;
  const { currency, ticketTypes = [] } = terms;
  if (ticketTypes.length === 0) return { ...price, terms };
  const typed = ticketTypes.map(({ id: type, name: typeName, amount }) =>
    captureOf(id, name, { amount, currency, ticketType: { id: type, name: typeName } }),
  );
  return { ...price, terms, typed };
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

/**
 * The amount of a name that a person would probably read as another one: "1.234,50" is 1.234, ".5" is 0. Null: there is
 * no doubt.
 */
export function doubtfulAmount(name: string): string | null {
  const [, before = '', point = '', written = ''] = writtenAmount.exec(name) ?? [];
  const isLabel = /^[A-Z]+$/.test(before) && !currencies.has(before);
  if (written === '' || isLabel || (before + point === '' && plainAmount.test(written))) return null;
  const { whole, fraction } = amountOf(name);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** A number alone, before a currency, or with decimals: "45", "45 EUR", "45.00 Stalls". "2 for 1" and "1. Balcony" name no amount. */
const namedAmount = /^\s*\d+(?:\.\d+|(?=\s*$)|(?=\s*(?:\p{Sc}|[A-Z]{3}(?!\p{L}))))\s*([A-Z]{3}(?!\p{L}))?/u;

/** Whether the name says another amount than this one, or the same of another currency. `written`: in decimals of the currency. */
export function namesAnotherAmount(name: string, written: string, currency: string): boolean {
  const found = namedAmount.exec(name);
  if (found === null) return false;
  const [said, meant] = [amountOf(name), amountOf(written)];
  const isOtherCurrency = currencies.has(found[1] ?? '') && found[1] !== currency;
  return isOtherCurrency || said.whole !== meant.whole || said.fraction !== meant.fraction;
}

/** The digits of the leading decimal number, without zeros at its ends. */
export function amountOf(name: string): { readonly whole: string; readonly fraction: string } {
  const match = leadingAmount.exec(name);
  return { whole: match?.[1] ?? '0', fraction: (match?.[2] ?? '').replace(/0+$/, '') };
}
