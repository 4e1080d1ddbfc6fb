/**
 * How fast places come free while as many sessions are live as the event allows: the admissions of the last two to four
 * minutes, in two windows. Three numbers that follow from facts and the clock, so a recovered event estimates the same.
 */

const windowMs = 120_000;
/** The first places that come free say little about the rate: their time counts as at least this. */
const leastMs = 5_000;

export interface FreedPlaces {
  /** When the current window began (actor time). */
  readonly from: number;
  /** Tickets admitted in it. */
  readonly count: number;
  /** Those of the window before; null: the count began with the current window. */
  readonly before: number | null;
}

/** Counts the tickets that are admitted after this time. */
export function countedFrom(at: number): FreedPlaces {
  return { from: at, count: 0, before: null };
}

export function withAdmitted(freed: FreedPlaces, count: number, at: number): FreedPlaces {
  const current = currentAt(freed, at);
  return { ...current, count: current.count + count };
}

/** Null: none came free for so long that nothing is known. */
export function freedPerMinute(freed: FreedPlaces, now: number): number | null {
  const { from, count, before } = currentAt(freed, now);
  const admitted = count + (before ?? 0);
  if (admitted === 0) return null;
  const passedMs = now - from + (before === null ? 0 : windowMs);
  return (admitted * 60_000) / Math.max(passedMs, leastMs);
}

function currentAt(freed: FreedPlaces, now: number): FreedPlaces {
  const windows = Math.floor((now - freed.from) / windowMs);
  if (windows <= 0) return freed;
  return { from: freed.from + windows * windowMs, count: 0, before: windows === 1 ? freed.count : 0 };
}
