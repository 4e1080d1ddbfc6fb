/** How many places of one allotment a session may hold. Costs nothing in events without allotments. */
import { type Refused, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import { lostLinesOf } from '../session/lost-lines.ts';
import type { Session } from '../session/session.ts';
import type { Allotment } from './allotment.ts';
import type { Allotments } from './allotments.ts';
import type { Asking } from './audience.ts';

/** By slot: the seats and places of each allotment in the cart. `more`: seats that it takes as well. */
export function heldByAllotment(
  allotments: Allotments,
  session: Session,
  more: readonly number[] = [],
): Map<number, number> {
  const counts = new Map<number, number>();
  const { seats: lost } = lostLinesOf(session);
  for (const { seat } of session.seats) if (!lost.includes(seat)) add(counts, allotments.slotOf(seat));
  for (const seat of more) add(counts, allotments.slotOf(seat));
  for (const area of allotments.shares.areas()) {
    for (const share of allotments.shares.of(area)) {
      add(counts, allotments.slotOfShare(share), share.taken.get(session.ordinal) ?? 0);
    }
  }
  return counts;
}

/** Refuses seats beyond `maxSeatsPerSession` of an allotment; otherwise null. `seats`: to hold in addition. */
export function refuseOverAllotment(
  { allotments }: EventState,
  session: Session,
  seats: readonly number[],
): Refused | null {
  if (allotments === null || seats.length === 0 || session.counter === true) return null;
  const counts = heldByAllotment(allotments, session);
  for (const seat of seats) {
    const slot = allotments.slotOf(seat);
    const held = add(counts, slot);
    const maxSeats = allotments.bySlot(slot)?.maxSeatsPerSession ?? null;
    if (maxSeats === null || held <= maxSeats) continue;
    const { name } = allotments.at(slot);
    const detail = `A session may hold at most ${maxSeats} seats and places of the allotment "${name}".`;
    return refuse({ code: 'CAP_SEATS', detail, maxSeats });
  }
  return null;
}

/** The audience without the allotments that do not allow the session `count` seats more. */
export function withoutFull({ allotments }: EventState, session: Session, audience: Asking, count: number): Asking {
  if (allotments === null || audience === null) return audience;
  const held = heldByAllotment(allotments, session);
  const isFull = ({ slot, maxSeatsPerSession }: Allotment): boolean =>
    maxSeatsPerSession !== null && (held.get(slot) ?? 0) + count > maxSeatsPerSession;
  return allotments.audienceWithout(
    audience,
    new Set(
      allotments
        .list()
        .filter(isFull)
        .map(({ slot }) => slot),
    ),
  );
}

function add(counts: Map<number, number>, slot: number, amount = 1): number {
  const count = (counts.get(slot) ?? 0) + amount;
  counts.set(slot, count);
  return count;
}
