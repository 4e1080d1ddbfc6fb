/**
 * A copy of everything that a bulk read shows, taken between two commands. The copy belongs to the reader; later
 * commands do not change it. Copying 200,000 seats takes about 0.1 ms per column.
 */

import type { EventState } from './event-state.ts';
import type { AreaInventory, Availability, Inventory } from './reply.ts';
import { isGone } from './seats/areas.ts';

export function inventoryOf(state: EventState): Inventory {
  return {
    seq: state.seq,
    schemaId: state.seatMap.schemaId,
    layoutVersion: state.layoutVersion,
    order: orderOf(state),
    states: state.seats.copyStates(),
    owners: state.seats.owners.slice(),
    priceSlots: state.seats.priceSlots.slice(),
    prices: state.prices.slots(),
    areas: state.areas
      .filter((area) => !isGone(area))
      .map((area): AreaInventory => {
        const price = state.prices.bySlot(area.priceSlot);
        return {
          id: area.id,
          name: area.name,
          priceId: price?.id ?? null,
          priceName: price?.name ?? null,
          capacity: area.capacity,
          available: area.available,
          held: area.held,
          locked: area.locked,
          blocked: area.blocked,
          sold: area.sold,
        };
      }),
    // Only these can own a seat. There may be a million others.
    sessions: state.sessions.list().filter(({ seats }) => seats.length > 0),
    holdTypes: [...state.locks.values()].flatMap((lock) =>
      lock.holdType === null || lock.area !== -1 ? [] : [[lock.ordinal, lock.holdType] as const],
    ),
    properties: [...state.seatProperties],
  };
}

export function availabilityOf(state: EventState): Availability {
  return {
    seq: state.seq,
    size: state.seats.size,
    available: state.seats.available.words.slice(),
    rowFirsts: state.seatMap.rows.firsts.words.slice(),
    rowJoins: state.seatMap.rows.joins.slice(),
  };
}

/** Taken seats that the layout no longer has come last. */
function orderOf({ seats, seatMap }: EventState): Uint32Array<ArrayBuffer> | null {
  const order = seatMap.order();
  const leaving = seats.leaving.count();
  if (order === null || leaving === 0) return order;
  const all = new Uint32Array(order.length + leaving);
  all.set(order);
  let at = order.length;
  seats.leaving.forEach((seat) => {
    all[at++] = seat;
  });
  return all;
}
