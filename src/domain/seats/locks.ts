/**
 * Private locks: inventory that an organization's server holds without a session. A lock of seats is one
 * record per call; GA places are counted per area, deadline second and hold type.
 */

import type { Area } from './areas.ts';
import type { SeatRuns } from './seat-runs.ts';

export interface Lock {
  readonly ordinal: number;
  /** Null: never expires. */
  readonly deadline: number | null;
  /** Null: the default type. */
  readonly holdType: string | null;
  readonly isBlocking: boolean;
  /** The seats it took; those that it still has are the ones it owns. */
  readonly seats: SeatRuns;
  /** Index of its area, -1 for a lock of seats. */
  readonly area: number;
  /** Seats or places that it still has; it is gone at 0. */
  remaining: number;
}

/** Places the lock among the area's locks: earliest deadline first, never-expiring ones last. */
export function insertByDeadline(area: Area, lock: Lock, locks: ReadonlyMap<number, Lock>): void {
  const deadline = lock.deadline ?? Number.POSITIVE_INFINITY;
  let position = area.locks.length;
  while (position > 0) {
    const before = locks.get(area.locks[position - 1] as number)?.deadline ?? Number.POSITIVE_INFINITY;
    if (before <= deadline) break;
    position--;
  }
  area.locks.splice(position, 0, lock.ordinal);
}
