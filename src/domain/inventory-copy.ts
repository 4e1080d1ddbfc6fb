/**
 * A copy of everything that a bulk read shows, taken between two commands. The copy belongs to the reader; later
 * commands do not change it. Copying 200,000 seats takes about 0.1 ms per column.
 */

import type { EventState } from './event-state.ts';
import type { Price, PriceCapture } from './pricing/price.ts';
import type { Properties } from './properties.ts';
import { isGone } from './seats/areas.ts';
import type { Session } from './session/session.ts';

export interface AreaInventory {
  readonly id: number;
  readonly name: string;
  readonly priceId: number | null;
  readonly priceName: string | null;
  readonly capacity: number;
  readonly available: number;
  readonly held: number;
  readonly locked: number;
  readonly blocked: number;
  readonly sold: number;
}

/** Columns over the seat index; typed arrays are copies that belong to the reader. */
export interface Inventory {
  readonly seq: number;
  /** The schema whose seats and areas the columns describe. */
  readonly schemaId: number;
  /** The layout version that the event has adopted. */
  readonly layoutVersion: number;
  /** The event's seats in layout order; null: all, in the order of their indices. */
  readonly order: Uint32Array<ArrayBuffer> | null;
  /** Per seat: a position in `seatStates`. */
  readonly states: Uint8Array;
  /** Positive: a session's ordinal; negative: a private lock's; 0: none. */
  readonly owners: Int32Array;
  /** Price slot, 0 for none. */
  readonly priceSlots: Uint16Array;
  readonly prices: readonly (Price | null)[];
  readonly areas: readonly AreaInventory[];
  /** Those that have seats in their cart. */
  readonly sessions: readonly Session[];
  /** Hold type of each live private lock that has one. */
  readonly holdTypes: readonly (readonly [lock: number, holdType: string])[];
  readonly properties: readonly (readonly [seat: number, properties: Properties])[];
  /** The captured prices of the seats that have a ticket type. Absent when none has, or when an older node sent it. */
  readonly ticketed?: readonly (readonly [seat: number, price: PriceCapture])[];
}

/** Bitmaps over the seat index, copies that belong to the reader. */
export interface Availability {
  readonly seq: number;
  readonly size: number;
  readonly available: Uint32Array<ArrayBuffer>;
  /** The columns of `SeatRows`. */
  readonly rowFirsts: Uint32Array<ArrayBuffer>;
  readonly rowJoins: Int32Array<ArrayBuffer>;
}

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
    ...(state.tickets.hasSeats ? { ticketed: state.tickets.seats() } : {}),
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
