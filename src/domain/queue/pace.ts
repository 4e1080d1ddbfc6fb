/**
 * How many tickets a rate has earned by a given time: whole tickets since a start, computed anew each time, so that
 * rounding errors cannot add up however long the sale runs. Credit that could not be used is lost beyond a few seconds:
 * neither an outage nor a long wait at the bound on live sessions is followed by a burst.
 */

const minuteMs = 60_000;
/** At most the credit of this time is used at once. Longer than the time between two examinations of the queue. */
const catchUpMs = 5_000;
/** Tolerance for rounding errors. */
const tiny = 1e-9;

/** `taken` tickets have been admitted since `from` (actor time). */
export interface Pace {
  readonly from: number;
  readonly taken: number;
}

/** Tickets that may be admitted now. `rate`: per minute; null: any number. */
export function creditOf(pace: Pace, rate: number | null, now: number): number {
  if (rate === null) return Number.POSITIVE_INFINITY;
  return Math.min(earned(pace, rate, now), burstOf(rate));
}

/** The pace after `count` tickets were admitted. */
export function paceAfter(pace: Pace, rate: number | null, now: number, count: number): Pace {
  if (rate === null) return { from: now, taken: 0 };
  return isUsedUp(pace, rate, now, count) ? { from: pace.from, taken: pace.taken + count } : { from: now, taken: 0 };
}

/** Whether `count` tickets were all that the rate allowed. */
export function isUsedUp(pace: Pace, rate: number | null, now: number, count: number): boolean {
  return rate !== null && earned(pace, rate, now) === count;
}

/** The pace when a ticket joins a queue in which none waits: the time without tickets has earned one at most. */
export function paceOfFirst(pace: Pace, rate: number | null, now: number): Pace {
  if (rate === null || rate === 0 || earned(pace, rate, now) < 1) return pace;
  return { from: now - minuteMs / rate, taken: 0 };
}

/**
 * The first whole millisecond at which the next ticket may be admitted; infinity: never. A fraction could not be stored
 * as the event's next deadline, and its projection would not be written.
 */
export function nextAdmissionAt(pace: Pace, rate: number | null): number {
  const { from, taken } = pace;
  if (rate === null) return Math.ceil(from);
  const time = Math.ceil(from + ((taken + 1) * minuteMs) / rate);
  // The sum may have been rounded down to a whole number.
  return earned(pace, rate, time) > 0 ? time : time + 1;
}

function earned({ from, taken }: Pace, rate: number, now: number): number {
  return Math.max(0, Math.floor(((now - from) * rate) / minuteMs + tiny) - taken);
}

function burstOf(rate: number): number {
  return rate === 0 ? 0 : Math.max(1, Math.floor((rate * catchUpMs) / minuteMs));
}
