/**
 * Private locks: inventory that an organization's server holds without a session. A lock of seats is one record per
 * call; a lock of GA places is one record per area, deadline (in whole seconds) and hold type.
 */

import type { PriceCapture } from '../pricing/price.ts';
import type { Area } from './areas.ts';
import type { SeatRuns } from './seat-runs.ts';

export interface Lock {
  readonly ordinal: number;
  /** Null: never expires. */
  readonly deadline: number | null;
  /** Null: the default type. */
  readonly holdType: string | null;
  readonly isBlocking: boolean;
  /** The seats that it took; it still has those of them that it owns in the seats' owner column. */
  readonly seats: SeatRuns;
  /** Index of its area, -1 for a lock of seats. */
  readonly area: number;
  /** What its places cost, when they have a ticket type; a lock of seats has none. */
  readonly price?: PriceCapture;
  /** Seats or places that it still has; the lock is deleted at 0. */
  remaining: number;
}

/** Inserts the lock into the area's list: earliest deadline first, never-expiring ones last. */
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
