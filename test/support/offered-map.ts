/** The map that a page draws from an event's offer. */

import { Bitmap } from '#collections/bitmap.ts';
import type { Offer } from '#domain/offer.ts';
import { DrawnMap } from './map-viewer.ts';

export function offeredMap({ available, priceSlots, priceIds, idRuns, areas }: Offer): DrawnMap {
  const seats: [number, number][] = [];
  const free = new Bitmap(priceSlots.length, available);
  for (const [firstId, firstIndex, count] of idRuns) {
    for (let at = 0; at < count; at++) {
      const seat = firstIndex + at;
      const price = priceIds[priceSlots[seat] ?? 0] ?? null;
      if (free.has(seat) && price !== null) seats.push([firstId + at, price]);
    }
  }
  return new DrawnMap({ seats, groupOfSeats: areas.map((area) => [...area]) });
}
