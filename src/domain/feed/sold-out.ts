/** Whether an event is sold out: nothing can be booked, and something is taken. O(1) while a seat can be booked. */
import type { EventState } from '../event-state.ts';
import { takenPlaces } from '../seats/areas.ts';

export function isSoldOut({ seats, areas }: EventState): boolean {
  if (seats.bookable > 0) return false;
  let taken = seats.counts.LOCKED + seats.counts.SOLD + seats.counts.BLOCKED;
  for (const area of areas) {
    if (area.priceSlot !== 0 && !area.isRemoved && area.available > 0) return false;
    taken += takenPlaces(area);
  }
  return taken > 0;
}
