/** The rows of one step of the projection, as the state is now. Reads the state; changes nothing. */
import type { Changes, EventState } from '#domain/event-state.ts';
import type { PriceCapture } from '#domain/pricing/price.ts';
import { areaPartsOf } from '#domain/reports/area-parts.ts';
import { offerImageOf } from '#domain/reports/offer-image.ts';
import { ownedRowsOf } from '#domain/reports/owned-places.ts';
import type { AreaRow, Reported, SeatRow } from './ports.ts';

export function seatRow(state: EventState, seat: number, seatState: SeatRow['state']): SeatRow {
  const owner = state.seats.ownerOf(seat);
  const price = state.prices.bySlot(state.seats.priceSlotOf(seat));
  return {
    seat,
    state: seatState,
    owner,
    holdType: owner > 0 ? 'CART' : (state.locks.get(-owner)?.holdType ?? null),
    priceId: price?.id ?? null,
    priceName: price?.name ?? null,
    properties: state.seatProperties.get(seat) ?? null,
  };
}

export function areaRow(state: EventState, index: number): AreaRow {
  const { available, held, locked, blocked, sold, priceSlot } = state.areaAt(index);
  return {
    area: index,
    available,
    held,
    locked,
    blocked,
    sold,
    priceId: state.prices.bySlot(priceSlot)?.id ?? null,
  };
}

/** Areas are those of the rows of areas. */
export function reportedOf(
  state: EventState,
  changes: Pick<Changes, 'offer' | 'sessions' | 'places'>,
  seatsTaken: readonly SeatRow[],
  areas: readonly number[],
): Reported {
  const seatPrices = new Map<number, PriceCapture>();
  for (const { seat, owner } of seatsTaken) {
    if (owner > 0) continue;
    const price = state.tickets.ofSeat(seat) ?? state.prices.bySlot(state.seats.priceSlotOf(seat))?.capture;
    if (price !== undefined) seatPrices.set(seat, price);
  }
  return {
    ...(changes.offer ? { offer: offerImageOf(state) } : {}),
    owned: ownedRowsOf(state, changes),
    seatPrices,
    areaParts: new Map(areas.map((index) => [index, areaPartsOf(state, index)])),
  };
}
