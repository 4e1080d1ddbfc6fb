/** The routes of the legacy interface, wired to their dependencies. */

import type { Route } from '#http/pipeline/route.ts';
import { legacyAssignments } from '#http/private-v1/assignments.ts';
import { legacyBooking } from '#http/private-v1/booking.ts';
import { legacyEvents } from '#http/private-v1/events.ts';
import { legacyPrices } from '#http/private-v1/prices.ts';
import { legacySchemas } from '#http/private-v1/schemas.ts';
import { allocatePriceIdsOf, eventOfPrice } from '#storage/catalog/price-ids.ts';
import { Layouts } from '#storage/layouts/layouts.ts';
import { SeatKeyDirectory } from '#storage/layouts/seat-keys.ts';
import type { RouteWorld } from './route-world.ts';

export function legacyRoutes({ persistence, router: engine, workers }: RouteWorld): readonly Route[] {
  const { pool, events, notifications } = persistence;
  const allocatePriceIds = (eventNumber: number, count: number) => allocatePriceIdsOf(pool, eventNumber, count);
  const booking = { engine, events, seatKeys: new SeatKeyDirectory(pool, notifications) };
  return [
    ...legacyBooking({ ...booking, parseBooking: (bytes) => workers.parse('legacyBooking', bytes) }),
    ...legacyEvents({ engine, pool, events }),
    ...legacyPrices({ engine, events, allocatePriceIds, eventOfPrice: (priceId) => eventOfPrice(pool, priceId) }),
    ...legacyAssignments({
      ...booking,
      allocatePriceIds,
      parseAmounts: (bytes) => workers.parse('amounts', bytes),
      parseSelections: (bytes) => workers.parse('legacySelections', bytes),
    }),
    ...legacySchemas({ pool, layouts: new Layouts(pool) }),
  ];
}
