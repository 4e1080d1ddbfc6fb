/** The facts of the inventory as a whole: cleaned, moved to another version of its layout, or with units booked otherwise. */
import type { LayoutFact } from '../fact.ts';
import { changesOfClean, changesOfLayout } from '../feed/taken-away.ts';
import { adoptLayout } from '../layout/adopt-layout.ts';
import { clean } from '../seats/clean.ts';
import { always, type Definitions } from './definition.ts';

export const layoutFacts: Definitions<LayoutFact> = {
  cleaned: {
    needsLayout: true,
    resetsMaps: true,
    apply: (state, _fact, _at, seq) => clean(state, seq),
    told: (state) => always(changesOfClean(state)),
    follow: (deadlines) => deadlines.locksChanged(),
  },
  'layout-adopted': {
    resetsMaps: true,
    apply: (state, fact, _at, seq) => adoptLayout(state, fact, seq),
    told: (state, fact) => always(changesOfLayout(state, fact)),
    follow: (deadlines) => deadlines.locksChanged(),
  },
  // The units are the layout's, and decisions name seats: replay needs no unit.
  'units-overridden': {
    since: 2,
    resetsMaps: true,
    apply(state, { overrides }) {
      state.unitOverrides = overrides;
      state.changes.offer = true;
      // Searches remember which seats can be taken one by one: that is no longer right.
      state.seats.watcher?.everythingChanged();
    },
  },
};
