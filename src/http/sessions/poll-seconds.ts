/** When a buyer who waits should ask again: soon near the front, rarely at the back, and not all at the same moment. */
import type { TicketView } from '#domain/queue/ticket-view.ts';

const secondsMin = 2;
const secondsMax = 30;
/** Of the time that is left. */
const share = 0.25;

/** A whole number of seconds from 1 to 30. `random`: from 0 to 1. */
export function pollSecondsOf(
  { state, ahead, estimatedSeconds, opensAt }: TicketView,
  now: number,
  random: number,
): number {
  if (state !== 'WAITING') return secondsMin;
  const left = ahead === null ? Math.max(0, (opensAt ?? now) - now) / 1000 : (estimatedSeconds ?? ahead);
  const seconds = Math.min(secondsMax, Math.max(secondsMin, left * share));
  return Math.max(1, Math.round(seconds * (0.75 + random / 4)));
}
