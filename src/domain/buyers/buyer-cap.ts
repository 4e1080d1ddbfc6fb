/** How many seats and places of the event one buyer may hold and own, in all sessions that its passes have opened. */
import { type Refused, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { Session } from '../session/session.ts';

/**
 * Refuses what would give the buyer of the session too much; otherwise null. `size`: what the session would hold or own.
 * A session that does not grow is not refused, also when the maximum has been lowered since.
 */
export function refuseOverBuyer(
  { admission, buyers }: EventState,
  { ordinal, buyer }: Session,
  size: number,
): Refused | null {
  const { maxSeatsPerBuyer: max = null } = admission;
  if (max === null || buyer === undefined) return null;
  const owned = buyers.ofSession(ordinal);
  const total = buyers.totalOf(buyer);
  if (size <= owned || total - owned + size <= max) return null;
  const detail = `A buyer may have at most ${max} seats and places of the event, in all sessions.`;
  return refuse({ code: 'CAP_BUYER', detail, maxSeats: max, left: Math.max(0, max - total) });
}
