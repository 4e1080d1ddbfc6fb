/** What a search for seats is asked: a wish with everything resolved. */
import type { Asking } from '../allotments/audience.ts';

/** A resolved wish: slots instead of price ids. */
export interface PlaceQuery {
  readonly count: number;
  /** How many of `count` are accessible. */
  readonly accessible: number;
  /** Ascending; null: every price. */
  readonly slots: readonly number[] | null;
  /** Who asks: seats that it may not take are taken for the search. */
  readonly audience: Asking;
  /** The seats that are wanted of those that the asker may take; absent or null: all. The others are free neighbours. */
  readonly within?: Asking;
  /** Null: every section. */
  readonly sections: ReadonlySet<number> | null;
}
