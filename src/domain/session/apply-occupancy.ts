/** The consequence of a number of guests at a unit: lines of a cart that nobody pays for, and lines that are paid for again. */
import { assert } from '#collections/assert.ts';
import type { EventState } from '../event-state.ts';
import { unoccupiedCapture } from '../pricing/price.ts';
import type { SeatLine } from './session.ts';

/** Seats by index. Changes the list. */
export function setOccupancy(
  state: EventState,
  lines: SeatLine[],
  unoccupied: readonly number[],
  occupied: readonly number[],
): void {
  for (const [seats, isFree] of [
    [unoccupied, true],
    [occupied, false],
  ] as const) {
    for (const seat of seats) {
      const position = lines.findIndex((line) => line.seat === seat);
      const line = lines[position];
      const price = state.prices.bySlot(state.seats.priceSlotOf(seat));
      assert(line !== undefined, () => `seat ${seat} is not the session's`);
      // A price that was taken from the seat since goes on in the line.
      const present = price?.capture ?? line.price;
      lines[position] = { ...line, price: isFree ? unoccupiedCapture(present) : present };
      state.tickets.freeSeat(seat);
      state.changes.seats.add(seat);
    }
  }
}
