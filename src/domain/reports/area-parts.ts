/**
 * The data that the projection stores of an area beside its counters, so that a report can tell its places apart: what the
 * organization has taken itself, at which captured prices, and which allotments have the free places. What sessions have
 * is in their carts.
 */
import { freeSharesOf } from '../allotments/places.ts';
import type { EventState } from '../event-state.ts';
import type { PriceCapture } from '../pricing/price.ts';
import type { Area } from '../seats/areas.ts';

export interface AreaParts {
  /** What a place costs that has captured no other price; null: nothing is on sale. */
  readonly price: PriceCapture | null;
  readonly soldPrivately: number;
  /** Of the places that are sold, locked or blocked without a session: those that captured a price of their own. */
  readonly captured: readonly CapturedPlaces[];
  /** Free places of allotments, by the slot of the allotment that they were given to; the others are the public's. */
  readonly free: readonly (readonly [slot: number, places: number])[];
}

/** Places that the organization has taken itself. */
export type OwnState = 'SOLD' | 'LOCKED' | 'BLOCKED';
export type CapturedPlaces = readonly [state: OwnState, price: PriceCapture, places: number];

export function areaPartsOf(state: EventState, index: number): AreaParts {
  const area = state.areaAt(index);
  return {
    price: state.prices.bySlot(area.priceSlot)?.capture ?? null,
    soldPrivately: area.soldPrivately,
    captured: capturedOf(state, index, area),
    free: freeSharesOf(state, index)
      .filter(({ free }) => free > 0)
      .map(({ share, free }) => [share.slot, free] as const),
  };
}

function capturedOf(state: EventState, index: number, { locks }: Area): readonly CapturedPlaces[] {
  const sold = state.tickets.capturesOf(index, 0).map(([price, places]) => ['SOLD', price, places] as const);
  // Many locks may have captured the same price.
  const locked = new Map<PriceCapture, CapturedPlaces>();
  const blocked = new Map<PriceCapture, CapturedPlaces>();
  for (const ordinal of locks) {
    const { price, remaining, isBlocking } = state.lockAt(ordinal);
    if (price === undefined) continue;
    const places = isBlocking ? blocked : locked;
    const before = places.get(price)?.[2] ?? 0;
    places.set(price, [isBlocking ? 'BLOCKED' : 'LOCKED', price, before + remaining]);
  }
  return [...sold, ...locked.values(), ...blocked.values()];
}
