/**
 * Applies the cleaning of an event: every seat and place is available again, without price and properties. Live
 * sessions lose their lines; confirmed ones keep their carts as a record. Prices stay defined. Areas that the event had
 * sized itself have no capacity again.
 */
import type { EventState } from '../event-state.ts';
import { loseLines } from '../session/lost-lines.ts';
import { movePlaces, setAvailable, sizeArea } from './areas.ts';

export function clean(state: EventState, seq: number): void {
  const { seats, changes } = state;
  const held: number[] = [];
  seats.locked.forEach((seat) => {
    if (seats.ownerOf(seat) > 0) held.push(seat);
  });
  loseLines(state, held, state.areas.keys(), seq);
  for (const from of ['LOCKED', 'SOLD', 'BLOCKED'] as const) {
    seats.bitmapOf(from).forEach((seat) => {
      seats.move(seat, from, 'ACTIVE', 0);
      changes.seats.add(seat);
    });
  }
  seats.priceSlots.fill(0);
  seats.pricesChanged();
  state.seatProperties.clear();
  state.locks.clear();
  state.tickets.clear();
  for (const [index, area] of state.areas.entries()) {
    for (const from of ['locked', 'blocked', 'sold'] as const) movePlaces(area, from, 'available', area[from]);
    setAvailable(area, area.available + area.withheld);
    if (area.isSizedByEvent) sizeArea(area, 0);
    area.soldPrivately = 0;
    area.priceSlot = 0;
    area.locks.length = 0;
    area.purchases.drain((session, places) => {
      state.buyers.give(session, places);
      changes.addPlaces(session, index);
    });
    state.allotments?.shares.clear(index);
    state.areaChanged(index);
  }
}
