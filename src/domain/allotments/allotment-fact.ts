/** The facts of allotments. Like all facts they are permanent: `src/domain/fact.ts` says what may change. */
import type { SeatRuns } from '../seats/seat-runs.ts';
import type { AllotmentTerms, Phase, ReleaseCause } from './allotment.ts';

/** Allotments, named by slot: who may take which seats, and what time and sales make of it. */
export type AllotmentFact =
  /** A new allotment, or new terms of one. `phase`: from now on. */
  | {
      readonly type: 'allotment-defined';
      readonly allotment: number;
      readonly id: string;
      readonly phase: Phase;
      readonly terms: AllotmentTerms;
    }
  /** Its seats are in no allotment any more. */
  | { readonly type: 'allotment-removed'; readonly allotment: number }
  /** Exactly these seats are in it from now on, whatever allotment they were in, and so many places of these areas. */
  | {
      readonly type: 'allotment-filled';
      readonly allotment: number;
      readonly seats: SeatRuns;
      readonly areas?: readonly (readonly [area: number, places: number])[];
    }
  | { readonly type: 'allotment-opened'; readonly allotment: number }
  | { readonly type: 'allotment-closed'; readonly allotment: number }
  /**
   * Its places are those of allotment `to`, or the public's when that is 0, now or as soon as they are free. `seats`: only
   * these, and its places of `areas`; absent: all, and those that it may get later.
   */
  | {
      readonly type: 'allotment-released';
      readonly allotment: number;
      readonly cause: ReleaseCause;
      readonly to: number;
      readonly seats?: SeatRuns;
      readonly areas?: readonly number[];
    };
