/** The steps that an event makes without a call, besides expiries: those of its queue and of its allotments. */
import { nextAllotmentTime } from './allotments/steps.ts';
import type { EventState } from './event-state.ts';
import { nextQueueTime } from './queue/decide-queue.ts';

/** The next moment at which a step may be due without another command; null: none. */
export function nextStepTime(state: EventState): number | null {
  const queue = nextQueueTime(state);
  const allotments = nextAllotmentTime(state);
  return queue === null || allotments === null ? (queue ?? allotments) : Math.min(queue, allotments);
}
