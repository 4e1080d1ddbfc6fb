/** What releases wait for, as an event remembers it between two looks. */
import type { Bitmap } from '#collections/bitmap.ts';
import type { SeatRuns } from '../seats/seat-runs.ts';
import type { SoldScope } from './allotment.ts';

/** What is released of an allotment that keeps others: seats, and all its places of these areas. */
export interface ReleasedPart {
  readonly seats: SeatRuns;
  readonly areas: readonly number[];
}

/** What one release waits for, and what it releases. */
export interface SoldCondition {
  readonly slot: number;
  readonly cause: SoldScope;
  /** Name of what must be sold, which several conditions can have. */
  readonly scope: string;
  /** Absent: the whole allotment. */
  readonly part?: ReleasedPart;
}

/** The seats and areas that must be sold, and where the last look found a seat that is left. */
export interface ScopeSeats {
  readonly seats: Bitmap;
  readonly areas: readonly number[];
  /** The word of the bitmap with a seat that was left. */
  left: number;
}

/** The conditions of an event, and what each of them looks at. Valid until allotments or prices change. */
export interface SoldScopes {
  readonly conditions: readonly SoldCondition[];
  /** Slots of the allotments that wait: their free places are not among what must be sold. */
  readonly waiting: ReadonlySet<number>;
  /** By name. */
  readonly scopes: ReadonlyMap<string, ScopeSeats>;
}
