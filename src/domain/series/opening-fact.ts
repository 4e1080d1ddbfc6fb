/** The facts that an event that copies another one can have after `opened`. They are projected without an actor. */
import type { Fact } from '../fact.ts';

export type OpeningFact = Extract<
  Fact,
  {
    type:
      | 'layout-adopted'
      | 'prices-defined'
      | 'areas-sized'
      | 'priced'
      | 'seats-described'
      | 'units-overridden'
      | 'allotment-defined'
      | 'allotment-filled'
      | 'admission-set'
      | 'queue-begun';
  }
>;
