/** What releases wait for, as an event remembers it between two looks. */
import type { Bitmap } from '#collections/bitmap.ts';
import type { SeatRuns } from '../seats/seat-runs.ts';
import type { SoldScope } from './allotment.ts';

/** What one release waits for, and what it releases. */
export interface SoldCondition {
  readonly slot: number;
  readonly cause: SoldScope;
  /** Everything else with this price; 0: with any price. */
  readonly priceSlot: number;
  /** Absent: the whole allotment. */
  readonly seats?: SeatRuns;
}

/** The conditions of an event, and a seat that is left for each price. Valid until allotments or prices change. */
export interface SoldScopes {
  readonly conditions: readonly SoldCondition[];
  /** The seats of allotments that wait. */
  readonly waiting: Bitmap;
  /** By price slot, 0 for all prices. */
  readonly left: Map<number, number>;
}
