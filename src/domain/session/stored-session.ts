/**
 * A session as stored in facts and snapshots. Older versions stored parsed properties and rounded amounts: both are
 * rebuilt, so that every session in memory has the form of this version.
 */
import { captureOf, type PriceCapture } from '../pricing/price.ts';
import { restoredProperties, type StoredProperties } from '../properties.ts';
import type { Session } from './session.ts';

export type StoredSession = Omit<Session, 'properties'> & { readonly properties: StoredProperties | null };

/** Captured prices, each made once: sessions that share them need much less memory. */
export class PriceCaptures {
  readonly #byText = new Map<string, PriceCapture>();
  #latest: PriceCapture | undefined;

  of(stored: Omit<PriceCapture, 'cents'>): PriceCapture {
    const { id, name, amount, unoccupied } = stored;
    // Most lines of a cart have the price of the line before.
    const isLatest = this.#latest?.id === id && this.#latest.name === name && this.#latest.amount === undefined;
    const isPlain = amount === undefined && unoccupied === undefined;
    if (isLatest && isPlain && this.#latest?.unoccupied === undefined) return this.#latest as PriceCapture;
    const text = isPlain ? `${id} ${name}` : textOf(stored);
    this.#latest = this.#byText.get(text) ?? captureOf(id, name, stored);
    this.#byText.set(text, this.#latest);
    return this.#latest;
  }
}

function textOf({ id, name, amount, currency, ticketType, unoccupied }: Omit<PriceCapture, 'cents'>): string {
  return JSON.stringify([id, name, amount, currency, ticketType?.id, ticketType?.name, unoccupied]);
}

export function restoredSession(stored: StoredSession, prices = new PriceCaptures()): Session {
  const { lastCart } = stored;
  return {
    ...stored,
    ...restoredLines(stored, prices),
    ...(lastCart === undefined ? {} : { lastCart: { ...lastCart, ...restoredLines(lastCart, prices) } }),
    properties: restoredProperties(stored.properties),
  };
}

function restoredLines(
  { seats, areas }: Pick<Session, 'seats' | 'areas'>,
  prices: PriceCaptures,
): Pick<Session, 'seats' | 'areas'> {
  return {
    seats: seats.map((line) => ({ ...line, price: prices.of(line.price) })),
    areas: areas.map((line) => ({ ...line, price: prices.of(line.price) })),
  };
}
