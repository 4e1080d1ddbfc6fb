/** Work on many events: a bounded number at a time, and the failure of one event does not stop the others. */
import type { Log } from './ports.ts';

/** Events handled concurrently. */
const eventsAtOnceMax = 64;

/** Runs the action for each event, a bounded number at a time. */
export async function inGroups(
  eventNumbers: readonly number[],
  action: (eventNumber: number) => Promise<void>,
): Promise<void> {
  for (let first = 0; first < eventNumbers.length; first += eventsAtOnceMax) {
    await Promise.all(eventNumbers.slice(first, first + eventsAtOnceMax).map(action));
  }
}

/** Runs the action; a failure is logged as `complaint` and goes no further. */
export async function attempt(
  log: Log,
  eventNumber: number,
  complaint: string,
  action: () => Promise<unknown>,
): Promise<void> {
  try {
    await action();
  } catch (error) {
    log.warn({ event: eventNumber, err: error }, complaint);
  }
}
