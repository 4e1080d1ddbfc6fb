/** How many seats of one allotment a session may hold. Costs nothing in events without allotments. */
import { type Refused, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import { lostLinesOf } from '../session/lost-lines.ts';
import type { Session } from '../session/session.ts';

/** Refuses seats beyond `maxSeatsPerSession` of an allotment; otherwise null. `seats`: to hold in addition. */
export function refuseOverAllotment(
  { allotments }: EventState,
  session: Session,
  seats: readonly number[],
): Refused | null {
  if (allotments === null || seats.length === 0) return null;
  const counts = new Map<number, number>();
  const { seats: lost } = lostLinesOf(session);
  for (const { seat } of session.seats) if (!lost.includes(seat)) add(counts, allotments.slotOf(seat));
  for (const seat of seats) {
    const slot = allotments.slotOf(seat);
    const held = add(counts, slot);
    const maxSeats = allotments.bySlot(slot)?.maxSeatsPerSession ?? null;
    if (maxSeats === null || held <= maxSeats) continue;
    const { name } = allotments.at(slot);
    const detail = `A session may hold at most ${maxSeats} seats of the allotment "${name}".`;
    return refuse({ code: 'CAP_SEATS', detail, maxSeats });
  }
  return null;
}

function add(counts: Map<number, number>, slot: number): number {
  const count = (counts.get(slot) ?? 0) + 1;
  counts.set(slot, count);
  return count;
}
