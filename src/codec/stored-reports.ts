/**
 * The data that the projection stores for reports, in both directions: captured prices of seats and places that no session has,
 * and what a session has of areas where its cart does not tell. As JSON text, in the form that carts have.
 */
import type { PriceCapture } from '#domain/pricing/price.ts';
import type { AreaParts, OwnState } from '#domain/reports/area-parts.ts';
import type { OwnedPlaces, OwnedRow } from '#domain/reports/owned-places.ts';
import { restoredPrice, type StoredPrice, storedPrice } from './stored-session.ts';

interface StoredParts extends Pick<AreaParts, 'soldPrivately' | 'free'> {
  readonly price: StoredPrice | null;
  readonly captured: readonly (readonly [state: OwnState, places: number, price: StoredPrice])[];
}

interface StoredOwned extends Pick<OwnedPlaces, 'places' | 'given'> {
  readonly typed: readonly (readonly [places: number, price: StoredPrice])[];
}

/** The empty text means null in each of these cells. */
export function priceText(price: PriceCapture | undefined): string {
  return price === undefined ? '' : JSON.stringify(storedPrice(price));
}

export function priceOf(text: string): PriceCapture {
  return restoredPrice(JSON.parse(text));
}

export function partsText(parts: AreaParts | undefined): string {
  if (parts === undefined) return '';
  const { price, soldPrivately, captured, free } = parts;
  const stored: StoredParts = {
    price: price === null ? null : storedPrice(price),
    soldPrivately,
    captured: captured.map(([state, capture, places]) => [state, places, storedPrice(capture)] as const),
    free,
  };
  return JSON.stringify(stored);
}

export function partsOf(text: string): AreaParts {
  const { price, soldPrivately, captured, free }: StoredParts = JSON.parse(text);
  return {
    price: price === null ? null : restoredPrice(price),
    soldPrivately,
    captured: captured.map(([state, places, capture]) => [state, restoredPrice(capture), places] as const),
    free,
  };
}

/** An object of texts: the database keeps the areas that another text does not have. */
export function ownedText(row: OwnedRow | undefined): string {
  if (row === undefined) return '';
  const areas = row.areas.map(([area, { places, typed, given }]) => {
    const stored: StoredOwned = {
      places,
      typed: typed.map(([price, count]) => [count, storedPrice(price)] as const),
      given,
    };
    return [area, JSON.stringify(stored)] as const;
  });
  return JSON.stringify(Object.fromEntries(areas));
}

export function ownedOf(stored: Readonly<Record<string, string>>): ReadonlyMap<number, OwnedPlaces> {
  return new Map(
    Object.entries(stored).map(([area, text]) => {
      const { places, typed, given }: StoredOwned = JSON.parse(text);
      return [Number(area), { places, typed: typed.map(([count, price]) => [restoredPrice(price), count]), given }];
    }),
  );
}
